import type { ManifestTool, UnplacedDiagnostic } from '@btcp/core';
import { type RuleSettings, runToolRules, ToolFacts } from '@btcp/schema/check';
import type { ToolChunk } from '@btcp/schema/compile';
import { judgeValidators } from './judge-validators.ts';

/** How tools are checked as published. */
export interface PublishedSettings {
  /** Severities by rule. */
  readonly rules?: RuleSettings;
  /** Whether ajv judges the validators, too. */
  readonly judges?: boolean;
}

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
 */
export function checkPublished(
  published: ManifestTool,
  unusable: ReadonlySet<string>,
  { rules, judges }: PublishedSettings,
): PublishedCheck {
  const facts = new ToolFacts(published, unusable);
  const told = runToolRules(facts, rules);
  const { chunk } = facts;
  const diagnostics = judges ? [...told, ...judgeValidators(facts, facts.validators)] : told;
  return { diagnostics, ...(chunk && { validators: chunk }) };
}
