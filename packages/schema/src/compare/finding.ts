import type { Bump, ChangeLevel, ChangeSetting, CompareConfig } from '@btcp/core';
import { shown } from '../check/text/quote.ts';
import { CHANGE_RULES, type ChangeId, type ChangeRule } from './rules.ts';

/** A change between two releases. */
export interface ChangeFinding {
  readonly id: ChangeId;
  readonly tool: string;
  /** A JSON pointer into the tool of the new release; of what is gone, into that of the old one. */
  readonly path: string;
  readonly bump: Bump;
  readonly level: ChangeLevel;
  readonly message: string;
  /** Why it requires this bump. */
  readonly reason: string;
  /**
   * An input that the old release accepts and the new one refuses, or that both accept and fill in otherwise; or an
   * output that the new one may return and the old one did not allow. Confirmed by the validators of both.
   */
  readonly witness?: unknown;
}

/** A change as it is found, before the rule's text and settings. */
export interface FoundChange {
  readonly id: ChangeId;
  readonly path: string;
  /** Replace the placeholders of the rule's text; `none` those that are missing. */
  readonly data?: Readonly<Record<string, string>>;
  readonly witness?: unknown;
}

/** Adds to a change what its rule says, with the project's settings. */
export function findingOf(tool: string, found: FoundChange, options: CompareConfig): ChangeFinding {
  const { id, path, data = {} } = found;
  const rule: ChangeRule = CHANGE_RULES[id];
  const given = options.rules?.[id];
  const setting: ChangeSetting = typeof given === 'string' ? { bump: given } : (given ?? {});
  const own = options.strict === true ? (rule.strictBump ?? rule.bump) : rule.bump;
  const accepted = id === 'undecided' ? reasonToAccept(tool, path, options) : undefined;
  return {
    id,
    tool,
    path,
    bump: setting.bump ?? (accepted === undefined ? own : 'minor'),
    level: setting.level ?? (accepted === undefined ? rule.level : 'allow'),
    message: rule.says.replace(/\{(\w+)\}/g, (_, key: string) => data[key] ?? data['none'] ?? 'nothing'),
    reason: accepted === undefined ? rule.reason : `Accepted by the maintainer: ${shown(accepted)}`,
    ...(found.witness !== undefined && { witness: found.witness }),
  };
}

const reasonToAccept = (tool: string, path: string, { accepted = [] }: CompareConfig): string | undefined =>
  accepted.find((each) => each.tool === tool && each.path === path)?.reason;
