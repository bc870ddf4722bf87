import type { ManifestTool, RuleSetting, UnplacedDiagnostic } from '@btcp/core';
import { runToolRules, ToolFacts } from '@btcp/schema/check';

/**
 * Finds the errors that a build would report for a tool, however its source is written.
 *
 * @param settings - Severities by rule, as in a project's configuration.
 */
export function findBuildErrors(
  tool: ManifestTool,
  settings: Readonly<Record<string, RuleSetting>> = {},
): readonly UnplacedDiagnostic[] {
  return runToolRules(new ToolFacts(tool), settings).filter(({ severity }) => severity === 'error');
}
