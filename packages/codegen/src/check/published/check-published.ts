import type { ManifestTool, UnplacedDiagnostic } from '@btcp/core';
import { type RuleSettings, runToolRules, ToolFacts } from '@btcp/schema/check';
import type { ToolChunk } from '@btcp/schema/compile';
import type { judgeValidators } from './judge-validators.ts';

/** What checking a tool as published gave. */
export interface PublishedCheck {
  readonly diagnostics: readonly UnplacedDiagnostic[];
  /** Absent where a schema cannot be compiled. */
  readonly validators?: ToolChunk;
}

/**
 * Checks a tool as published with the rules, compiling its validators on the way.
 *
 * @param unusable - Fields that have been reported already.
 * @param rules - Severities by rule.
 * @param judge - Judges the validators, too.
 */
export function checkPublished(
  published: ManifestTool,
  unusable: ReadonlySet<string>,
  rules?: RuleSettings,
  judge?: typeof judgeValidators,
): PublishedCheck {
  const facts = new ToolFacts(published, unusable);
  const told = runToolRules(facts, rules);
  const { chunk } = facts;
  const diagnostics = judge ? [...told, ...judge(facts, facts.validators)] : told;
  return { diagnostics, ...(chunk && { validators: chunk }) };
}
