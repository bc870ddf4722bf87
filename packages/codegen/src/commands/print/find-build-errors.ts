import type { ManifestTool, RuleSetting, UnplacedDiagnostic } from '@btcp/core';
import { checkPublished } from '../../check/published/check-published.ts';

/**
 * What a build would find wrong with a tool, however its source is written, so that it would not build it.
 *
 * @param settings - Severities by rule, as a project's configuration has them.
 */
export function findBuildErrors(
  tool: ManifestTool,
  settings: Readonly<Record<string, RuleSetting>> = {},
): readonly UnplacedDiagnostic[] {
  const { diagnostics } = checkPublished(tool, new Set(), settings);
  return diagnostics.filter(({ severity }) => severity === 'error');
}
