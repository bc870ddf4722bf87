import type { ManifestTool } from '@btcp/core';

/** Exported names → tool names. Can be written as JSON; the rest of it is for `toolOf`. */
export type ExportedNames = Readonly<Record<string, string>>;

/** An exported tool. */
export interface ExportedTool {
  /** The tool as its author wrote it, with its original schemas. */
  readonly tool: ManifestTool;
  /** Whether it was exported in the target's strict form, where `null` may stand for an absent optional property. */
  readonly strict: boolean;
}

/** A tool under its name in a target. */
export interface NamedTool extends ExportedTool {
  readonly exportedName: string;
}

const TOOLS = Symbol('btcp.exported-tools');

/**
 * Keeps the tools of an export under their exported names. Own enumerable members are strings; `toolOf` finds the tools
 * as long as the object itself is passed on.
 *
 * @param entries - Without duplicate names: the last one would win.
 */
export function makeNames(entries: Iterable<NamedTool>): ExportedNames {
  // Without a prototype, so that a tool may be named `constructor` or `__proto__`.
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
 * @returns `undefined` where no tool has this name, and where the names were read back from JSON, which has only the
 * tools' names.
 */
export function toolOf(names: ExportedNames, exportedName: string): ExportedTool | undefined {
  return (names as { readonly [TOOLS]?: ReadonlyMap<string, ExportedTool> })[TOOLS]?.get(exportedName);
}
