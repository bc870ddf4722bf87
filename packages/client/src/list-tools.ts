import type { ClientState } from './client-state.ts';
import type { RegisteredTool } from './tool-entry.ts';

/** Filters tools: those that meet every given condition. */
export interface ToolFilter {
  /** The name of their manifest. */
  readonly manifest?: string;
  /** Tags that a tool must all have. */
  readonly tags?: readonly string[];
  /**
   * Whether all their capabilities are granted now and none waits for consent: false lists only the others. By default
   * those are listed whose capabilities are not granted, and not those that wait for consent.
   */
  readonly callable?: boolean;
  /** Whether they are deprecated. */
  readonly deprecated?: boolean;
  /** Part of the name or description, case-insensitive. */
  readonly text?: string;
}

/** The tools that meet a filter's conditions, in order. */
export function filterTools({ registry, gate }: ClientState, filter: ToolFilter): readonly RegisteredTool[] {
  const { manifest, tags = [], callable, deprecated, text = '' } = filter;
  return [...registry.tools.values()]
    .filter(
      ({ tool, isUnconsented }) =>
        // An agent must not even read what no user has consented to.
        (!isUnconsented && (callable === undefined || gate.allows(tool))) === (callable ?? true) &&
        (manifest ?? tool.manifest) === tool.manifest &&
        (deprecated ?? !!tool.deprecated) === !!tool.deprecated &&
        tags.every((tag) => tool.tags?.includes(tag)) &&
        `${tool.name}\n${tool.description}`.toLowerCase().includes(text.toLowerCase()),
    )
    .map(({ tool }) => tool);
}
