import type { Manifest } from '@btcp/core';
import { freeName } from '@btcp/schema/internal';

export interface ToolTypeNames {
  readonly input: string;
  readonly output: string;
}

export class TypeNames {
  readonly #taken: Set<string>;

  /** @param taken - Names that the file uses for something else. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Returns the wanted name, or the first of `Wanted2`, `Wanted3`, … that is free. */
  take(wanted: string): string {
    const name = freeName(wanted, (each) => this.#taken.has(each));
    this.#taken.add(name);
    return name;
  }
}

/**
 * Chooses `GetCellInput` and `GetCellOutput` for `getCell`. If names collide (`getCell`, `get_cell`), the first
 * tool in the manifest keeps the name, and the others get the first free number.
 */
export function toolTypeNames(tools: Manifest['tools']): ReadonlyMap<string, ToolTypeNames> {
  const stems = new Map<string, string>();
  const used = new Set<string>();
  const claim = (tool: string, stem: string): void => {
    used.add(stem);
    stems.set(tool, stem);
  };
  for (const { name } of tools) {
    const stem = pascalCase(name);
    if (!stems.has(name) && !used.has(stem)) claim(name, stem);
  }
  for (const { name } of tools) {
    if (!stems.has(name)) claim(name, new TypeNames(used).take(pascalCase(name)));
  }
  return new Map(
    [...stems].map(([tool, stem]) => [tool, { input: `${stem}Input`, output: `${stem}Output` }]),
  );
}

/** Converts a name to Pascal case, letters and digits only: `get_cell` and `getCell` become `GetCell`. */
export function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const joined = words.join('');
  return /^[A-Z]/.test(joined) ? joined : `Type${joined}`;
}
