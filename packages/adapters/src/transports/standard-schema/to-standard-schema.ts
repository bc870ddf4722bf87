import type { Issue, JsonSchemaObject, Validator } from '@btcp/core';
import { parsePointer, walkSchema } from '@btcp/schema/internal';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { isAnyBelow } from '../../lower/references.ts';

/** A schema that other libraries accept: it validates, and returns its JSON Schema. */
export interface StandardToolSchema<Input, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>;
}

/** A validator that is loaded when it is used. */
export interface LoadedOnUse {
  readonly load: () => Promise<Validator>;
}

/** The schema in each dialect: always a copy, because some consumers modify it. */
const DIALECTS: ReadonlyMap<string, (schema: JsonSchemaObject) => Record<string, unknown>> = new Map([
  ['draft-2020-12', (schema) => structuredClone(schema)],
  ['draft-07', toDraft07],
]);

/** Implements Standard Schema with a JSON Schema of 2020-12 and its compiled validator. */
export function toStandardSchema<T>(
  schema: JsonSchemaObject,
  validator: Validator | LoadedOnUse,
): StandardToolSchema<T> {
  const convert = ({ target }: StandardJSONSchemaV1.Options): Record<string, unknown> => {
    const write = DIALECTS.get(target);
    if (write) return write(schema);
    throw new Error(`There is no JSON Schema for "${target}"; ask for ${[...DIALECTS.keys()].join(' or ')}.`);
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'btcp',
      validate: (value) =>
        'load' in validator
          ? validator.load().then((loaded) => validate<T>(value, loaded))
          : validate<T>(value, validator),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

function validate<T>(
  value: unknown,
  validator: Validator,
): StandardSchemaV1.Result<T> | Promise<StandardSchemaV1.Result<T>> {
  try {
    const result = validator(value);
    // The validator was compiled from the schema that the type was written from.
    if (result.ok) return { value: result.value as T };
    const fail = (): StandardSchemaV1.FailureResult => ({
      issues: result.issues.map((issue) => ({ message: issue.message, path: pathOf(issue, value) })),
    });
    return result.loading ? result.loading.then(fail) : fail();
  } catch {
    // A throwing getter, or a circular value: the standard has issues, not exceptions.
    return { issues: [{ message: 'The value cannot be read as JSON.' }] };
  }
}

/** The path of an issue; array indexes are numbers. */
function pathOf({ path }: Issue, value: unknown): PropertyKey[] {
  let at = value;
  return (parsePointer(path) ?? []).map((token) => {
    const key = Array.isArray(at) ? Number(token) : token;
    at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key];
    return key;
  });
}

type Schema = Record<string, unknown>;

/** Keywords that draft-07 lacks; leaving them out only widens. */
const UNKNOWN = ['unevaluatedProperties', 'unevaluatedItems', 'minContains', 'maxContains'];

/** A copy of a schema of 2020-12 as draft-07. What that cannot express is left out, so it never refuses more. */
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
