import type { ManifestTool, RuleSetting, UnplacedDiagnostic } from '@btcp/core';
import { runToolRules, ToolFacts } from '@btcp/schema/check';

/**
 * What a build would find wrong with a tool, however its source is written, so that it would not build it.
 *
 * @param settings - Severities by rule, as a project's configuration has them.
 */
export function findBuildErrors(
  tool: ManifestTool,
  settings: Readonly<Record<string, RuleSetting>> = {},
): readonly UnplacedDiagnostic[] {
  return runToolRules(new ToolFacts(tool), settings).filter(({ severity }) => severity === 'error');
}
