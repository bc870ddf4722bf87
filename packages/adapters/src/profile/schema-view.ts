import { getOwn, accepts, isObject, normalizeSchema, resolveRef } from '@btcp/schema';
import type { JsonObject } from './import-profile.ts';
import type { JsonSchemaObject } from '@btcp/core';

/** Whether a schema's own type and literals allow values of a JSON type. */
function allowsType(schema: JsonObject, type: string): boolean {
  const given = getOwn(schema, 'type');
  const types: readonly unknown[] = given === undefined ? [] : [given].flat();
  const isNamed =
    types.length === 0 ||
    types.includes(type) ||
    (type === 'integer' && types.includes('number')) ||
    (type === 'number' && types.includes('integer'));
  const values = literalsOf(schema);
  const isMeant = (value: unknown): boolean =>
    typeOf(value) === type ||
    (type === 'integer' && Number.isInteger(value)) ||
    (type === 'number' && typeof value === 'number');
  return isNamed && (values === undefined || values.some(isMeant));
}

function literalsOf(schema: JsonObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  const values = getOwn(schema, 'enum');
  return Array.isArray(values) ? values : undefined;
}

/** The JSON type of a value; whole numbers are `integer`. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Deeper values are returned unchanged: the validator has its own limit. */
export const MAX_DEPTH = 256;

/** Answers what a schema requires of a value, as far as a decoder has to know. */
export class SchemaView {
  readonly #root: JsonSchemaObject;

  constructor(schema: JsonSchemaObject) {
    const { schema: normal, issues } = normalizeSchema(schema);
    this.#root = issues.length === 0 && typeof normal === 'object' ? normal : {};
  }

  get root(): JsonSchemaObject {
    return this.#root;
  }

  /** The schema and all that apply to the same value, through `$ref` and `allOf`. */
  facets(schema: unknown): readonly JsonObject[] {
    const found = new Set<JsonObject>();
    const enter = (each: unknown): void => {
      if (!isObject(each) || found.has(each)) return;
      found.add(each);
      const ref = getOwn(each, '$ref');
      if (typeof ref === 'string') enter(resolveRef(this.#root, ref));
      const all = getOwn(each, 'allOf');
      if (Array.isArray(all)) all.forEach(enter);
    };
    enter(schema);
    return [...found];
  }

  /** The schemas of a property; empty where there is none. */
  property(facets: readonly JsonObject[], name: string): readonly unknown[] {
    return facets.flatMap((facet) => {
      const properties = getOwn(facet, 'properties');
      if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]];
      const additional = getOwn(facet, 'additionalProperties');
      return additional === undefined ? [] : [additional];
    });
  }

  /** The schemas of an element of an array. */
  element(facets: readonly JsonObject[], index: number): readonly unknown[] {
    return facets.flatMap((facet) => {
      const prefix = getOwn(facet, 'prefixItems');
      if (Array.isArray(prefix) && index < prefix.length) return [prefix[index] as unknown];
      const items = getOwn(facet, 'items');
      return items === undefined ? [] : [items];
    });
  }

  /** The branches of each union that applies to the same value. */
  unions(facets: readonly JsonObject[]): readonly (readonly unknown[])[] {
    return facets.flatMap((facet) =>
      ['anyOf', 'oneOf'].flatMap((keyword) => {
        const branches = getOwn(facet, keyword);
        return Array.isArray(branches) ? [branches as readonly unknown[]] : [];
      }),
    );
  }

  isRequired(facets: readonly JsonObject[], name: string): boolean {
    return facets.some((facet) => {
      const required = getOwn(facet, 'required');
      return Array.isArray(required) && required.includes(name);
    });
  }

  /**
   * Whether a schema may accept values of a JSON type; true where that is not known.
   *
   * @param type - `null`, `string`, `number`, `integer`, `boolean`, `array` or `object`.
   */
  mayBe(schema: unknown, type: string, depth = 0): boolean {
    if (schema === false) return false;
    if (depth > MAX_DEPTH) return true;
    const facets = this.facets(schema);
    return (
      facets.every((facet) => allowsType(facet, type)) &&
      this.unions(facets).every((branches) => branches.some((branch) => this.mayBe(branch, type, depth + 1)))
    );
  }

  /** Whether a schema accepts a value; true where that is not known. */
  fits(schema: unknown, value: unknown): boolean {
    return accepts(schema, value, (ref) => resolveRef(this.#root, ref)) !== false;
  }
}
