import type { ToolEntry } from './tool-entry.ts';

/** The registered tools by name. */
export type ToolTable = ReadonlyMap<string, ToolEntry>;

/** Makes the table of the tools of all manifests; their names differ. */
export function createToolTable(manifests: Iterable<readonly ToolEntry[]>): ToolTable {
  return new Map([...manifests].flat().map((entry) => [entry.tool.name, entry]));
}

/** Names of the tools in a table that another one lacks, or has a different tool for. */
export function findNewTools(table: ToolTable, other: ToolTable): readonly string[] {
  return [...table].filter(([name, entry]) => other.get(name) !== entry).map(([name]) => name);
}
