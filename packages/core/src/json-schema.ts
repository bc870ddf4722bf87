/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Schema: an object of keywords, or `true` (anything) or `false` (nothing). */
export type JsonSchema = boolean | JsonSchemaObject;

/** A JSON Schema in its object form, any dialect. */
export interface JsonSchemaObject {
  readonly [keyword: string]: unknown;
}
