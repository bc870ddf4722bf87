// Bundled with what runs in the child process: nothing of the build is imported here.

/** Marks what TypeBox made. */
export const KIND: symbol = Symbol.for('TypeBox.Kind');

/** Copies that have the JSDoc of their place, each with the schema that it is a copy of. */
const documented: (readonly [copy: object, schema: object])[] = [];

/** Gives a schema what its JSDoc says, where it does not say so itself. Others may use the same schema, so a copy has it. */
export function documentSchema(schema: unknown, doc: Readonly<Record<string, unknown>>): unknown {
  if (typeof schema !== 'object' || schema === null || !(KIND in schema)) return schema;
  const missing = Object.entries(doc).filter(([key]) => !(key in schema));
  const copy = { ...schema, ...Object.fromEntries(missing) };
  documented.push([copy, schema]);
  return copy;
}

/** Takes over what has been changed of documented schemas since. */
export function updateDocumented(): void {
  for (const [copy, schema] of documented) Object.assign(copy, schema);
}
