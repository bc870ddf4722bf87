import type { ManifestTool } from '@btcp/core';
import { checkPublished } from '../check/check-published.ts';

/** What would keep a tool from being built. */
export interface BuildProblem {
  /** The rule. */
  readonly id: string;
  /** A JSON pointer into the tool. */
  readonly path: string;
  readonly message: string;
  readonly help: string;
}

/** What a build would find wrong with a tool, however its source is written. */
export function findBuildProblems(tool: ManifestTool): readonly BuildProblem[] {
  const { findings } = checkPublished(tool, new Set(), {});
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ id, path, message, help }) => ({ id, path, message, help }));
}
