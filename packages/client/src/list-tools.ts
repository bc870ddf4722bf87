import type { RegisteredTool } from './tool-entry.ts';

/** Which tools to list: those that meet every condition given. */
export interface ToolFilter {
  /** The name of their manifest. */
  readonly manifest?: string;
  /** Tags that they all have. */
  readonly tags?: readonly string[];
  /** Whether all capabilities that they need are granted now. */
  readonly callable?: boolean;
  /** Whether they are deprecated. */
  readonly deprecated?: boolean;
  /** Part of their name or description, in upper or lower case. */
  readonly text?: string;
}

/** The tools that meet a filter's conditions, in their order. */
export function filterTools(
  tools: readonly RegisteredTool[],
  filter: ToolFilter,
  isCallable: (tool: RegisteredTool) => boolean,
): readonly RegisteredTool[] {
  const { manifest, tags = [], callable, deprecated, text = '' } = filter;
  const needle = text.toLowerCase();
  return tools.filter(
    (tool) =>
      tool.manifest === (manifest ?? tool.manifest) &&
      tags.every((tag) => tool.tags?.includes(tag)) &&
      (callable ?? isCallable(tool)) === isCallable(tool) &&
      (deprecated ?? !!tool.deprecated) === !!tool.deprecated &&
      `${tool.name}\n${tool.description}`.toLowerCase().includes(needle),
  );
}
