import { getOwn, accepts, isObject, normalizeSchema, resolveRef } from '@btcp/schema';
import { typeOfValue, typesOf } from '../lower/schemas.ts';
import type { JsonObject } from './import-profile.ts';
import type { JsonSchemaObject } from '@btcp/core';

/** Deeper schemas are not looked into. */
const MAX_DEPTH = 256;

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

  /** The names of required properties. */
  required(facets: readonly JsonObject[]): readonly string[] {
    return facets
      .flatMap((facet) => getOwn(facet, 'required'))
      .filter((name): name is string => typeof name === 'string');
  }

  isRequired(facets: readonly JsonObject[], name: string): boolean {
    return this.required(facets).includes(name);
  }

  /**
   * Whether a schema may accept values of a JSON type; true where that is not known.
   *
   * @param type - `null`, `string`, `number` (also of integers), `boolean`, `array` or `object`.
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

const numeric = (type: string): string => (type === 'integer' ? 'number' : type);

/** Whether a schema's own type and literals allow values of a JSON type. */
function allowsType(schema: JsonObject, type: string): boolean {
  const types = typesOf(schema);
  const literals = Object.hasOwn(schema, 'const') ? [schema['const']] : getOwn(schema, 'enum');
  return (
    (types.length === 0 || types.some((each) => numeric(each) === type)) &&
    (!Array.isArray(literals) || literals.some((value) => numeric(typeOfValue(value)) === type))
  );
}
