import { printTypeText } from './print-code.ts';
import { schemaType } from './schema-type.ts';

/**
 * Prints the TypeScript type of the values that a schema allows, without JSDoc.
 *
 * @param typeOf - Returns the name of the type that a `$ref` refers to.
 */
export const printType = (schema: unknown, typeOf: (ref: string) => string): string =>
  printTypeText(schemaType(schema, (ref) => ({ kind: 'text', text: typeOf(ref) }), false));
