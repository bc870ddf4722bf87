import { isObject } from '../runtime/is-object.ts';
import type { KeywordShape } from './keyword-table.ts';

/** A subschema and the keys that lead to it from its keyword. */
export type Subschema = readonly [keys: readonly (string | number)[], schema: unknown];

/** The subschemas in a keyword's value. */
export function subschemasIn(shape: KeywordShape, value: unknown): readonly Subschema[] {
  if (shape === 'schema') return [[[], value]];
  if (shape === 'schemas') return listed(value);
  if (shape === 'schemaOrSchemas') return Array.isArray(value) ? listed(value) : [[[], value]];
  if (shape === 'schemaMap') return mapped(value);
  if (shape === 'dependencies') return mapped(value).filter(([, schema]) => !Array.isArray(schema));
  return [];
}

const listed = (value: unknown): Subschema[] =>
  Array.isArray(value) ? value.map((schema, index) => [[index], schema] as const) : [];

const mapped = (value: unknown): Subschema[] =>
  isObject(value) ? Object.keys(value).map((name) => [[name], value[name]] as const) : [];
