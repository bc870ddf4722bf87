import { BTCPError } from '@btcp/core';
import type { CheckedRegistration, ToolEntry } from './tool-entry.ts';

/** The registered tools by name. */
export type ToolTable = ReadonlyMap<string, ToolEntry>;

/**
 * Combines the tools of manifests in one table.
 *
 * @throws BTCPError `MANIFEST_CONFLICT` if two have a tool of the same name.
 */
export function createToolTable(manifests: Iterable<CheckedRegistration>): ToolTable {
  const table = new Map<string, ToolEntry>();
  for (const { entries } of manifests) {
    for (const entry of entries) {
      const { name, manifest } = entry.tool;
      const other = table.get(name)?.tool.manifest;
      if (other)
        throw new BTCPError('MANIFEST_CONFLICT', `${manifest} and ${other} both have a tool "${name}".`);
      table.set(name, entry);
    }
  }
  return table;
}

/** Names of the tools in a table that another one lacks, or has a different tool for. */
export function findNewTools(table: ToolTable, other: ToolTable): readonly string[] {
  return [...table].filter(([name, entry]) => other.get(name) !== entry).map(([name]) => name);
}
