import type { ManifestTool } from '@btcp/core';
import { findToolIssues } from '@btcp/schema';

/** A tool that must not be listed, and why. */
export interface RefusedTool {
  readonly name: string;
  /** Sentences, each with the place in the tool. */
  readonly problems: readonly string[];
}

// A client's tools are frozen, so the result stays true.
const found = new WeakMap<ManifestTool, readonly string[]>();

/** The problems that keep a tool from being listed: one malformed schema can break the whole list for its readers. */
export function findListingProblems(tool: ManifestTool): readonly string[] {
  const known = found.get(tool);
  if (known) return known;
  const problems = findToolIssues(tool)
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path === '' ? '' : `${path}: `}${message}`);
  found.set(tool, problems);
  return problems;
}
