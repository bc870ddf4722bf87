import { documentGuest, KIND } from '@btcp/schema/guests';

// Runs in the evaluation process, so it must not import modules of the build.

/** Documented copies, each with its original schema. */
const documented: (readonly [copy: object, schema: object])[] = [];

/** Adds JSDoc to a copy of a schema, because the schema may be shared. Its own keywords take precedence. */
export function documentSchema(schema: unknown, doc: Readonly<Record<string, unknown>>): unknown {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return schema;
  if (!(KIND in schema)) return documentGuest(schema, doc);
  const missing = Object.entries(doc).filter(([key]) => !(key in schema));
  const copy = { ...schema, ...Object.fromEntries(missing) };
  documented.push([copy, schema]);
  return copy;
}

/** Copies later changes of the original schemas to their copies. */
export function updateDocumented(): void {
  for (const [copy, schema] of documented) Object.assign(copy, schema);
}
