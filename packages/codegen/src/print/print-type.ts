import { printTypeText } from './print-code.ts';
import { schemaType } from './schema-type.ts';
import type { TypeText } from './type-text.ts';

/**
 * Prints the TypeScript type of the values that a schema allows.
 *
 * @param typeOf - Returns the name of the type that a `$ref` refers to.
 */
export function printType(schema: unknown, typeOf: (ref: string) => string): string {
  const type = schemaType(schema, (ref) => ({ kind: 'text', text: typeOf(ref) }));
  return printTypeText(withoutDocs(type));
}

function withoutDocs(type: TypeText): TypeText {
  switch (type.kind) {
    case 'object':
      return {
        kind: 'object',
        properties: type.properties.map((property) => ({
          ...property,
          type: withoutDocs(property.type),
          doc: [],
        })),
        index: type.index && withoutDocs(type.index),
      };
    case 'array':
      return { kind: 'array', element: withoutDocs(type.element) };
    case 'tuple':
      return {
        kind: 'tuple',
        elements: type.elements.map((element) => ({ ...element, type: withoutDocs(element.type) })),
      };
    case 'union':
    case 'intersection':
      return { kind: type.kind, parts: type.parts.map(withoutDocs) };
    default:
      return type;
  }
}
