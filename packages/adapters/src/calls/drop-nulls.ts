import type { JsonSchemaObject } from '@btcp/core';
import { isObject } from '@btcp/schema';
import type { JsonObject } from '../profile/import-profile.ts';
import { MAX_DEPTH, SchemaView } from '../profile/schema-view.ts';

/**
 * Deletes the nulls that a strict call has to send for absent optional properties: those of properties that are
 * optional in the tool's own schema and may not be null there.
 *
 * @param schema - The tool's own, not the exported one.
 */
export function dropNulls(input: JsonObject, schema: JsonSchemaObject): JsonObject {
  const view = new SchemaView(schema);
  const dropped = new NullDropper(view).drop(input, [view.root], 0);
  return isObject(dropped) ? dropped : input;
}

class NullDropper {
  readonly #view: SchemaView;

  constructor(view: SchemaView) {
    this.#view = view;
  }

  /** @param schemas - All that apply to the value. */
  drop(value: unknown, schemas: readonly unknown[], depth: number): unknown {
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
    const view = this.#view;
    const facets = schemas.flatMap((schema) => view.facets(schema));
    const own: unknown = Array.isArray(value)
      ? value.map((item, index) => this.drop(item, view.element(facets, index), depth + 1))
      : this.#dropMembers(value as JsonObject, facets, depth);
    return view
      .unions(facets)
      .reduce((current, branches) => this.#dropByBranch(current, branches, depth), own);
  }

  #dropMembers(value: JsonObject, facets: readonly JsonObject[], depth: number): JsonObject {
    const view = this.#view;
    const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const schemas = view.property(facets, name);
      if (member !== null) return [[name, this.drop(member, schemas, depth + 1)]];
      const stands = view.isRequired(facets, name) || schemas.every((schema) => view.fits(schema, null));
      return stands ? [[name, null]] : [];
    });
    return Object.fromEntries(entries);
  }

  // The first branch that accepts the remaining value is the one that was meant.
  #dropByBranch(value: unknown, branches: readonly unknown[], depth: number): unknown {
    for (const branch of branches) {
      const dropped = this.drop(value, [branch], depth + 1);
      if (this.#view.fits(branch, dropped)) return dropped;
    }
    return value;
  }
}
