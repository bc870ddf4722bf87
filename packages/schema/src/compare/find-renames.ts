import type { ManifestTool } from '@btcp/core';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import { getOwn, isObject } from '../model/own-property.ts';

/**
 * Recognises tools that were renamed: those with the same schemas and capabilities.
 *
 * @returns Old name → new name.
 */
export function findRenames(
  gone: readonly ManifestTool[],
  added: readonly ManifestTool[],
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const free = new Set(added);
  const prints = new Map([...gone, ...added].map((tool) => [tool, fingerprintOf(tool)]));
  for (const isSure of [true, false]) {
    for (const old of gone) {
      if (renames.has(old.name)) continue;
      const same = [...free].filter((tool) => prints.get(tool) === prints.get(old));
      const found = isSure
        ? same.find(({ description }) => description === old.description)
        : isTelling(old)
          ? only(same)
          : undefined;
      if (found === undefined) continue;
      renames.set(old.name, found.name);
      free.delete(found);
    }
  }
  return renames;
}

const fingerprintOf = ({ inputSchema, outputSchema, capabilities }: ManifestTool): string =>
  schemaFingerprint({ inputSchema, outputSchema, capabilities: [...capabilities].sort() });

/** Whether no other tool is likely to have the same schemas by chance. */
function isTelling({ inputSchema }: ManifestTool): boolean {
  const properties = getOwn(inputSchema, 'properties');
  return isObject(properties) && Object.keys(properties).length > 0;
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);
