import type { Bump, ChangeLevel, ChangeSetting, CompareConfig } from '@btcp/core';
import { INPUT_RULES, OUTPUT_RULES } from './schema-rules.ts';
import { TOOL_RULES } from './tool-rules.ts';
import { shown } from '../check/text/quote.ts';

/** A kind of change between two releases, and what it requires of the version. */
export interface ChangeRule {
  readonly where: 'tool' | 'input' | 'output' | 'schema';
  readonly bump: Bump;
  readonly level: ChangeLevel;
  /** What changed; `{name}`, `{from}` and `{to}` are replaced. */
  readonly says: string;
  /** Why it requires this bump. */
  readonly reason: string;
  /**
   * The bump under `strict`. The other one assumes that callers send declared properties only, and that tools return
   * no others.
   */
  readonly strictBump?: Bump;
}

type Row = readonly [bump: Bump, level: ChangeLevel, says: string, reason?: string, strictBump?: Bump];

/** Why a change of a schema requires its bump, unless its rule says it. */
const REASONS: Readonly<Record<string, Readonly<Partial<Record<Bump, string>>>>> = {
  input: { minor: 'All calls that were accepted still are.', major: 'Calls that were accepted are refused.' },
  output: {
    minor: 'All that the tool may return was allowed before.',
    major: 'The tool may return what it promised not to.',
  },
};

const SCHEMA_RULES = {
  'input-annotation-changed': [
    'patch',
    'allow',
    'Only {name} changed.',
    'Descriptions, titles, examples and the order of properties only describe values.',
  ],
  'output-annotation-changed': [
    'patch',
    'allow',
    'Only {name} changed.',
    'Descriptions, titles, examples and the order of properties only describe values.',
  ],
  'schema-rewritten': [
    'patch',
    'allow',
    'The schema is written differently, for the same values: {from} → {to}.',
    'Both accept the same values; this is proven.',
  ],
  undecided: [
    'major',
    'deny',
    'Whether this breaks callers is neither proven nor refuted: {from} → {to}.',
    'Record the reason why it does not in `compare.accepted` of the config.',
  ],
} as const;

/** The id of a rule: permanent. */
export type ChangeId =
  keyof typeof TOOL_RULES | keyof typeof INPUT_RULES | keyof typeof OUTPUT_RULES | keyof typeof SCHEMA_RULES;

/** Every rule. */
export const CHANGE_RULES: Readonly<Record<ChangeId, ChangeRule>> = {
  ...rulesOf('tool', TOOL_RULES),
  ...rulesOf('input', INPUT_RULES),
  ...rulesOf('output', OUTPUT_RULES),
  ...rulesOf('schema', SCHEMA_RULES),
};

function rulesOf<Id extends string>(
  where: ChangeRule['where'],
  rows: Readonly<Record<Id, Row>>,
): Readonly<Record<Id, ChangeRule>> {
  const rules = Object.entries<Row>(rows).map(([id, [bump, level, says, given, strictBump]]) => {
    const reason = given ?? REASONS[where]?.[bump] ?? '';
    const rule: ChangeRule = { where, bump, level, says, reason, ...(strictBump && { strictBump }) };
    return [id, rule];
  });
  return Object.fromEntries(rules) as Record<Id, ChangeRule>; // its keys are those of `rows`
}

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
