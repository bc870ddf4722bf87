import type { Issue, JsonSchemaObject, Validator } from '@btcp/core';
import { parsePointer } from '@btcp/schema';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { toDraft07 } from './to-draft-07.ts';

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

/**
 * Implements Standard Schema with a JSON Schema and its compiled validator.
 *
 * @param schema - JSON Schema 2020-12.
 */
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
