import type { ManifestTool } from '@btcp/core';
import { type Finding, type RuleSettings, runToolRules, ToolFacts } from '@btcp/schema/check';
import type { ToolChunk } from '@btcp/schema/compile';

/** What checking a tool as published gave. */
export interface PublishedCheck {
  readonly findings: readonly Finding[];
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
  settings: RuleSettings,
): PublishedCheck {
  const facts = new ToolFacts(published, unusable);
  const findings = runToolRules(facts, settings);
  const { chunk } = facts;
  return { findings, ...(chunk && { validators: chunk }) };
}
