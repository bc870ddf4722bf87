import type { ManifestTool } from '@btcp/core';

/** Which tool an exported name stands for. It can be written as JSON; what it knows beside that is for `toolOf`. */
export type ExportedNames = Readonly<Record<string, string>>;

/** A tool as it was exported. */
export interface ExportedTool {
  /** The tool as its author wrote it, with its original schemas. */
  readonly tool: ManifestTool;
  /** Whether it was exported in the target's strict form, where `null` may stand for an absent optional property. */
  readonly strict: boolean;
}

/** A tool under the name that a target knows it by. */
export interface NamedTool extends ExportedTool {
  readonly exportedName: string;
}

const TOOLS = Symbol('btcp.exported-tools');

/**
 * Keeps the tools of an export under their exported names. The names' own, enumerable members are strings; the tools
 * are reachable through `toolOf` for as long as the object itself is passed on.
 *
 * @param entries - No exported name twice: the last one would win.
 */
export function makeNames(entries: Iterable<NamedTool>): ExportedNames {
  // No prototype, so that a tool may be called `constructor` or `__proto__`.
  const names: Record<string, string> = Object.create(null) as Record<string, string>;
  const tools = new Map<string, ExportedTool>();
  for (const { exportedName, tool, strict } of entries) {
    names[exportedName] = tool.name;
    tools.set(exportedName, { tool, strict });
  }
  Object.defineProperty(names, TOOLS, { value: tools });
  return Object.freeze(names);
}

/**
 * The tool behind an exported name.
 *
 * @returns Nothing where no tool has this name, and where the names were read back from JSON: then only the tool's
 * name is known.
 */
export function toolOf(names: ExportedNames, exportedName: string): ExportedTool | undefined {
  return (names as { readonly [TOOLS]?: ReadonlyMap<string, ExportedTool> })[TOOLS]?.get(exportedName);
}
