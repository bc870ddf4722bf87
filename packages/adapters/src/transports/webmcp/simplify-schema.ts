import type { JsonSchemaObject } from '@btcp/core';
import { decodeFragment, getAtPointer } from '@btcp/schema';

type Schema = Record<string, unknown>;

/** A schema without references and formats, and whether it is equivalent. */
interface Simple {
  readonly schema: unknown;
  readonly isExact: boolean;
}

/** Keywords whose value is one schema, an array of them, or a map. */
const ONE = new Set([
  'items',
  'additionalProperties',
  'additionalItems',
  'contains',
  'propertyNames',
  'contentSchema',
  'then',
  'else',
  'if',
  'not',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAP = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];
const DEFINITIONS = new Set(['$defs', 'definitions', '$id', '$anchor', '$schema']);

/** Nested references multiply; a larger schema is cut. */
const MAX_PARTS = 10_000;

/**
 * Writes a schema without `$ref` and `format`: references are inlined, a recursive one becomes a schema that accepts
 * anything. It accepts all that the original does.
 *
 * @returns A copy, or `undefined` if there is nothing to leave out.
 */
export function simplifySchema(root: JsonSchemaObject): JsonSchemaObject | undefined {
  let found = false;
  let parts = 0;
  const enter = (schema: unknown, above: readonly string[]): Simple => {
    if (typeof schema !== 'object' || schema === null) return { schema, isExact: true };
    if (++parts > MAX_PARTS) return ANYTHING;
    const { $ref, format, ...rest } = schema as Schema;
    found ||= $ref !== undefined || format !== undefined;
    const own = rewrite(rest, (below) => enter(below, above));
    const simple = { ...own, isExact: own.isExact && format === undefined };
    if (typeof $ref !== 'string') return simple;
    const target = above.includes($ref) ? undefined : resolve(root, $ref);
    return join(simple, target === undefined ? ANYTHING : enter(target, [...above, $ref]));
  };
  const { schema } = enter(root, ['#']);
  return found ? (schema as JsonSchemaObject) : undefined;
}

const ANYTHING: Simple = { schema: {}, isExact: false };

function resolve(root: JsonSchemaObject, ref: string): unknown {
  return ref.startsWith('#') ? getAtPointer(root, decodeFragment(ref.slice(1))) : undefined;
}

/** Combines the siblings of a reference with its target. */
function join(own: Simple, named: Simple): Simple {
  const isExact = own.isExact && named.isExact;
  const { allOf, ...rest } = own.schema as Schema;
  if (!named.isExact) for (const keyword of UNEVALUATED) delete rest[keyword];
  const all = [named.schema, ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])];
  if (Object.keys(rest).length === 0 && all.length === 1) return { schema: named.schema, isExact };
  return { schema: { ...rest, allOf: all }, isExact };
}

/** Rewrites the subschemas of a schema. Where a looser one would make the schema stricter, its keyword is left out. */
function rewrite(schema: Schema, enter: (below: unknown) => Simple): Simple {
  const written: Schema = {};
  const loose = new Set<string>();
  for (const [keyword, value] of Object.entries(schema)) {
    if (DEFINITIONS.has(keyword)) continue;
    const visit = (below: unknown): unknown => {
      const simple = enter(below);
      if (!simple.isExact) loose.add(keyword);
      return simple.schema;
    };
    written[keyword] = below(keyword, value, visit);
  }
  return { schema: keepWide(written, loose), isExact: loose.size === 0 };
}

function below(keyword: string, value: unknown, visit: (schema: unknown) => unknown): unknown {
  if (ONE.has(keyword) && !Array.isArray(value)) return visit(value);
  if ((LIST.has(keyword) || keyword === 'items') && Array.isArray(value)) return value.map(visit);
  if (!MAP.has(keyword) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, visit(schema)]));
}

function keepWide(schema: Schema, loose: ReadonlySet<string>): Schema {
  const wide: Schema = { ...schema };
  if (loose.has('not')) delete wide['not'];
  if (loose.has('contains')) delete wide['maxContains'];
  if (loose.has('if')) for (const keyword of ['if', 'then', 'else']) delete wide[keyword];
  if (loose.size > 0) for (const keyword of UNEVALUATED) delete wide[keyword];
  if (!loose.has('oneOf')) return wide;
  const { oneOf, allOf, ...rest } = wide;
  // Disjoint branches may now overlap.
  return { ...rest, allOf: [{ anyOf: oneOf }, ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])] };
}
