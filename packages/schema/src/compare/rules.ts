import type { Bump, ChangeLevel } from '@btcp/core';
import { INPUT_RULES, OUTPUT_RULES } from './schema-rules.ts';
import { TOOL_RULES } from './tool-rules.ts';

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
