import type { ManifestTool, UnplacedDiagnostic } from '@btcp/core';
import { type RuleSettings, runToolRules, ToolFacts } from '@btcp/schema/check';
import type { ToolChunk } from '@btcp/schema/compile';
import type { crossCheckValidators } from './cross-check-validators.ts';

/** The result of checking a published tool. */
export interface PublishedCheck {
  readonly diagnostics: readonly UnplacedDiagnostic[];
  /** Absent where a schema cannot be compiled. */
  readonly validators?: ToolChunk;
}

/**
 * Runs the rules on a published tool, and compiles its validators.
 *
 * @param unusable - Fields that are already reported.
 * @param rules - Severities by rule.
 * @param crossCheck - Compares the validators with ajv, too.
 */
export function checkPublished(
  published: ManifestTool,
  unusable: ReadonlySet<string>,
  rules?: RuleSettings,
  crossCheck?: typeof crossCheckValidators,
): PublishedCheck {
  const facts = new ToolFacts(published, unusable);
  const ruleDiagnostics = runToolRules(facts, rules);
  const { chunk } = facts;
  const diagnostics = crossCheck
    ? [...ruleDiagnostics, ...crossCheck(facts, facts.validators)]
    : ruleDiagnostics;
  return { diagnostics, ...(chunk && { validators: chunk }) };
}
