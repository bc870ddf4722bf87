import type { ManifestTool, RuleSetting } from '@btcp/core';
import { checkPublished } from '../../check/check-published.ts';

/** What would keep a tool from being built. */
export interface BuildProblem {
  /** The rule. */
  readonly id: string;
  /** A JSON pointer into the tool. */
  readonly path: string;
  readonly message: string;
  readonly help: string;
}

/**
 * What a build would find wrong with a tool, however its source is written.
 *
 * @param settings - Severities by rule, as a project's configuration has them.
 */
export function findBuildProblems(
  tool: ManifestTool,
  settings: Readonly<Record<string, RuleSetting>> = {},
): readonly BuildProblem[] {
  const { findings } = checkPublished(tool, new Set(), { rules: settings });
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ id, path, message, help }) => ({ id, path, message, help }));
}
