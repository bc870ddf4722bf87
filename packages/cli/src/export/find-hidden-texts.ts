import type { ExportedTools } from '@btcp/adapters';
import type { Manifest, ManifestTool } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema/internal';
import { type Rule, RULES, runToolRules, ToolFacts, type ToolRule } from '@btcp/schema/check';

const HIDDEN = RULES.filter((rule): rule is Rule & ToolRule => rule.id === 'hidden-text');

/**
 * Finds text in exported tools that a model reads and a person does not see: a build refuses it, but an external
 * manifest may be unchecked.
 *
 * @returns A line for each text.
 */
export function findHiddenTexts(
  source: Manifest | readonly ManifestTool[],
  { names }: Pick<ExportedTools, 'names'>,
): readonly string[] {
  const tools: readonly (Partial<ManifestTool> | null)[] = 'tools' in source ? source.tools : source;
  const exported = new Set(Object.values(names));
  return tools
    .filter((tool) => exported.has(tool?.name ?? ''))
    .flatMap((tool) => runToolRules(new ToolFacts(tool), {}, HIDDEN))
    .map(({ path, message }) => `${message} It is at "${escapeUnseen(path)}".`);
}
