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

/**
 * Assigns each tool a unique name that the target allows: where two tools would get one name, the later one's ends in a
 * hash.
 *
 * @param toolNames - Without duplicates.
 * @returns The exported names, in the same order.
 */
export function assignNames(toolNames: readonly string[], rule: NameRule): string[] {
  const taken = new Set<string>();
  return toolNames.map((toolName) => {
    const wanted = safeName(toolName, rule);
    let name = wanted;
    for (let count = 1; taken.has(name); count++) {
      name = hashedName(wanted, count === 1 ? toolName : `${toolName}#${count}`, rule);
    }
    taken.add(name);
    return name;
  });
}

/** What a target allows as a tool's name. */
export interface NameRule {
  /** The characters allowed, as the inside of a character class. */
  readonly chars: string;
  /** Characters that a name may begin with. Default: all of them. */
  readonly first?: string;
  /** Characters, all of them ASCII. */
  readonly max: number;
  /** Names that stay as they are, though the target advises against them. */
  readonly kept?: RegExp;
  /** Replaces the `:` of a namespaced id. */
  readonly separator: string;
  /** Whether `getCellValue` becomes `get_cell_value`. */
  readonly isSnakeCase?: boolean;
  /** Describes a rewritten name; `silent` where rewritten names are usual for the target. */
  readonly describe?: ((from: string, to: string) => string) | 'silent';
}

/**
 * A valid name in a target, for a tool's name or a namespaced id. Deterministic; different names stay different, up to
 * 32-bit collisions.
 *
 * @param id - `name`, `namespace:name` or `namespace:name:version`.
 */
export function safeName(id: string, rule: NameRule): string {
  if (rule.kept?.test(id) === true) return id;
  const separated = (rule.isSnakeCase === true ? snakeName(id) : id).replaceAll(':', rule.separator);
  const legal = separated.replaceAll(new RegExp(`[^${rule.chars}]`, 'gu'), '_');
  const begins = new RegExp(`^[${rule.first ?? rule.chars}]`, 'u').test(legal);
  const name = begins ? legal : `_${legal}`;
  return legal === separated && name.length <= rule.max ? name : hashedName(name, id, rule);
}

/** A name that ends in a hash of the id, for one that is taken or too long. */
function hashedName(name: string, id: string, { max }: NameRule): string {
  const hash = `_${fnv1a(id)}`;
  return name.slice(0, max - hash.length) + hash;
}

/** `getURLForID` as `get_url_for_id`. */
function snakeName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** FNV-1a over the UTF-8 bytes, 32 bits, as 8 hexadecimal digits. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
