import type { JsonSchemaObject } from '@btcp/core';
import { walkSchema } from '@btcp/schema';
import { isAnyBelow } from '../../lower/references.ts';

type Schema = Record<string, unknown>;

/** Keywords that draft-07 lacks; leaving them out only widens. */
const UNKNOWN = ['unevaluatedProperties', 'unevaluatedItems', 'minContains', 'maxContains'];

/**
 * Writes a schema of 2020-12 as draft-07. What draft-07 cannot express is left out, so it never refuses more.
 *
 * @returns A copy.
 */
export function toDraft07(schema: JsonSchemaObject): Schema {
  const copy = structuredClone(schema);
  walkSchema(copy, (each) => {
    // The walk continues into the rewritten schema.
    if (typeof each === 'object') rewrite(each, schema);
  });
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...copy };
}

function rewrite(schema: Schema, root: JsonSchemaObject): void {
  openReversed(schema, root);
  if (schema['minContains'] === 0) delete schema['contains'];
  for (const keyword of UNKNOWN) delete schema[keyword];
  rewriteTuple(schema);
  rewriteDependencies(schema);
  isolateReference(schema);
}

// These refuse more when something inside is left out.
function openReversed(schema: Schema, root: JsonSchemaObject): void {
  const loses = (keyword: string): boolean =>
    Object.hasOwn(schema, keyword) &&
    isAnyBelow(schema[keyword], root, (below) => UNKNOWN.some((each) => Object.hasOwn(below, each)));
  if (loses('not')) delete schema['not'];
  if (loses('if')) for (const keyword of ['if', 'then', 'else']) delete schema[keyword];
  if (!loses('oneOf')) return;
  const { oneOf, allOf } = schema;
  delete schema['oneOf'];
  schema['allOf'] = [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), { anyOf: oneOf }];
}

function rewriteTuple(schema: Schema): void {
  const { prefixItems, items } = schema;
  if (prefixItems === undefined) return;
  delete schema['prefixItems'];
  schema['items'] = prefixItems;
  if (items !== undefined) schema['additionalItems'] = items;
}

function rewriteDependencies(schema: Schema): void {
  const {
    dependentRequired = {},
    dependentSchemas = {},
    dependencies = {},
  } = schema as Record<string, Schema>;
  delete schema['dependentRequired'];
  delete schema['dependentSchemas'];
  const all: Schema = { ...dependencies };
  for (const [key, required] of Object.entries(dependentRequired)) all[key] = required;
  for (const [key, below] of Object.entries(dependentSchemas)) {
    const required = dependentRequired[key];
    all[key] = required === undefined ? below : { allOf: [below], required };
  }
  if (Object.keys(all).length > 0) schema['dependencies'] = all;
}

// Draft-07 ignores siblings of a reference.
function isolateReference(schema: Schema): void {
  const { $ref, allOf } = schema;
  if ($ref === undefined || Object.keys(schema).length === 1) return;
  delete schema['$ref'];
  schema['allOf'] = [{ $ref }, ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])];
}
