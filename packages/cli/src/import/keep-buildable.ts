import type { Warning, RefusedImport } from '@btcp/adapters';
import { findBuildProblems } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';

/** Tools that a build takes, and what had to go for it. */
export interface BuildableTools {
  readonly tools: readonly ManifestTool[];
  readonly warnings: readonly Warning[];
  readonly refused: readonly RefusedImport[];
}

/**
 * Leaves out what a build would refuse, so that the other tools can be built: of a tool whose examples are at fault only
 * those, else the tool.
 */
export function keepBuildable(tools: readonly ManifestTool[]): BuildableTools {
  const kept: ManifestTool[] = [];
  const warnings: Warning[] = [];
  const refused: RefusedImport[] = [];
  for (const tool of tools) {
    const { examples, ...rest } = tool;
    let problems = findBuildProblems(tool);
    const [first] = problems;
    if (first && examples && problems.every(({ path }) => path.startsWith('/examples'))) {
      const detail = `the examples were left out: ${first.message}`;
      warnings.push({ tool: tool.name, code: 'field-dropped', path: first.path, detail });
      problems = findBuildProblems(rest);
      if (problems.length === 0) kept.push(rest);
    } else if (!first) kept.push(tool);
    for (const { path, message, help } of problems.slice(0, 1))
      refused.push({ path, name: tool.name, message, help });
  }
  return { tools: kept, warnings, refused };
}
