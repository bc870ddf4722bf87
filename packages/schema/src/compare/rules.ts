import type { Bump, ChangeLevel, ChangeSetting, CompareConfig } from '@btcp/core';
import { TOOL_RULES } from './tool-rules.ts';
import { shown } from '../check/text/quote.ts';

// Rules about what schemas accept: bump, level, what changed; the reason, unless it is that of the bump; the bump under `strict`.

const INPUT_RULES = {
  'default-changed': [
    'major',
    'warn',
    'The default was {from}, and is {to}.',
    'A call without the value means something else.',
  ],
  'default-removed': [
    'major',
    'warn',
    'The default {from} is no longer filled in.',
    'A call without the value no longer has one.',
  ],
  'default-added': ['minor', 'warn', 'The default is {to}.', 'A call without the value now has one.'],
  'input-optional-added-closed': ['minor', 'deny', 'The optional property "{name}" is new.'],
  'input-optional-added-open': [
    'minor',
    'warn',
    'The optional property "{name}" is new, where any properties were accepted.',
    'Callers only send declared properties; an undeclared one of this name may have had another type.',
    'major',
  ],
  'input-required-added': [
    'major',
    'deny',
    'The required property "{name}" is new.',
    'Calls so far lack it; a default is only an annotation.',
  ],
  'input-removed-closed': ['major', 'deny', 'The property "{name}" is no longer accepted.'],
  'input-removed-open': [
    'minor',
    'warn',
    'The property "{name}" is no longer declared.',
    'It is still accepted, but ignored.',
  ],
  'input-became-required': ['major', 'deny', 'The property "{name}" is required.'],
  'input-became-optional': ['minor', 'deny', 'The property "{name}" is optional.'],
  'input-type-widened': ['minor', 'deny', 'More types are accepted: {from} → {to}.'],
  'input-type-narrowed': ['major', 'deny', 'Fewer types are accepted: {from} → {to}.'],
  'input-enum-value-added': ['minor', 'deny', 'More values are accepted: {from} → {to}.'],
  'input-enum-value-removed': ['major', 'deny', 'Fewer values are accepted: {from} → {to}.'],
  'input-bound-loosened': ['minor', 'deny', 'A limit is looser: {from} → {to}.'],
  'input-bound-tightened': ['major', 'deny', 'A limit is tighter: {from} → {to}.'],
  'input-pattern-widened': ['minor', 'deny', 'The pattern matches at least the same: {from} → {to}.'],
  'input-pattern-narrowed-or-added': [
    'major',
    'deny',
    'The pattern does not match all that was accepted: {from} → {to}.',
  ],
  'input-format-added': [
    'major',
    'deny',
    'The format is narrower: {from} → {to}.',
    'The runtime enforces formats.',
  ],
  'input-format-removed': ['minor', 'deny', 'The format is wider: {from} → {to}.'],
  'input-opened': ['minor', 'deny', 'More undeclared properties are accepted: {from} → {to}.'],
  'input-closed': [
    'minor',
    'warn',
    'Undeclared properties are no longer accepted: {from} → {to}.',
    'Callers only send declared properties; calls with others are refused.',
    'major',
  ],
  'input-widened': ['minor', 'deny', 'At least the same values are accepted: {from} → {to}.'],
  'input-narrowed': ['major', 'deny', 'Some values are no longer accepted: {from} → {to}.'],
} as const;

const OUTPUT_RULES = {
  'output-added-open': [
    'minor',
    'deny',
    'The property "{name}" is new.',
    'Readers accepted any other properties.',
  ],
  'output-added-closed': [
    'major',
    'deny',
    'The property "{name}" is new, where no other property was promised.',
    'Validators of the old schema refuse it.',
  ],
  'output-required-removed': [
    'major',
    'deny',
    'The property "{name}" is no longer promised.',
    'The tool may return a result without it.',
  ],
  'output-optional-removed-closed': [
    'minor',
    'deny',
    'The optional property "{name}" is gone.',
    'Readers cope with its absence.',
  ],
  'output-optional-removed-open': [
    'minor',
    'warn',
    'The optional property "{name}" is no longer declared.',
    'Readers cope with its absence; an undeclared one of this name may have any type.',
    'major',
  ],
  'output-became-optional': ['major', 'deny', 'The property "{name}" may be missing.'],
  'output-became-required': ['minor', 'deny', 'The property "{name}" is always there.'],
  'output-type-widened': ['major', 'deny', 'More types may be returned: {from} → {to}.'],
  'output-type-narrowed': ['minor', 'deny', 'Fewer types may be returned: {from} → {to}.'],
  'output-enum-value-added': [
    'major',
    'deny',
    'More values may be returned: {from} → {to}.',
    'Readers that handle each value do not know them.',
  ],
  'output-enum-value-removed': ['minor', 'deny', 'Fewer values may be returned: {from} → {to}.'],
  'output-bound-loosened': ['major', 'deny', 'A limit is looser: {from} → {to}.'],
  'output-bound-tightened': ['minor', 'deny', 'A limit is tighter: {from} → {to}.'],
  'output-opened': ['major', 'deny', 'More undeclared properties may be returned: {from} → {to}.'],
  'output-closed': ['minor', 'deny', 'Fewer undeclared properties may be returned: {from} → {to}.'],
  'output-widened': ['major', 'deny', 'More values may be returned: {from} → {to}.'],
  'output-narrowed': ['minor', 'deny', 'At most the same values may be returned: {from} → {to}.'],
} as const;

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
    'Descriptions, titles, examples and defaults that are never filled in only describe values.',
  ],
  'output-annotation-changed': [
    'patch',
    'allow',
    'Only {name} changed.',
    'Descriptions, titles, examples and defaults that are never filled in only describe values.',
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
  /** `*` where the manifest says it of all. */
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
