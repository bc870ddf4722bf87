import type { RefusedImport, Warning } from '@btcp/adapters';
import { findBuildErrors } from '@btcp/codegen';
import type { ManifestTool, UnplacedDiagnostic } from '@btcp/core';
import { dropContradictions } from './drop-contradictions.ts';
import { canBeAllowed, type RulesAtImport } from './rules-at-import.ts';

/** Tools that build, and what was removed for that. */
export interface BuildableTools {
  readonly tools: readonly ManifestTool[];
  readonly warnings: readonly Warning[];
  readonly refused: readonly RefusedImport[];
  /** Diagnostics of allowed rules, as sentences. */
  readonly allowed: readonly string[];
}

/**
 * Removes what would fail a build, so that the other tools can be built: of a tool only the examples and defaults that
 * contradict its schemas, else the whole tool.
 *
 * @param droppable - See `dropContradictions`.
 */
export async function keepBuildable(
  tools: readonly ManifestTool[],
  { rules, allowed }: RulesAtImport,
  droppable: readonly string[] = [],
): Promise<BuildableTools> {
  const kept: ManifestTool[] = [];
  const warnings: Warning[] = [];
  const refused: RefusedImport[] = [];
  const overruled: string[] = [];
  for (const tool of tools) {
    const found = await findBuildErrors(tool, rules);
    const left = dropContradictions(tool, found, droppable);
    warnings.push(...left.warnings);
    const errors = left.tool === tool ? found : await findBuildErrors(left.tool, rules);
    const against = errors.find(({ id }) => !allowed.includes(id));
    if (against) refused.push(refusal(tool, against));
    else {
      kept.push(left.tool);
      overruled.push(...errors.map(({ id, path, message }) => `${tool.name}: ${id} at ${path}: ${message}`));
    }
  }
  return { tools: kept, warnings, refused, allowed: overruled };
}

function refusal({ name }: ManifestTool, { id, path, message, help }: UnplacedDiagnostic): RefusedImport {
  const way = canBeAllowed(id) ? ` If it is right as it is, import it with --allow ${id}.` : '';
  return { path, name, message, help: help + way };
}
