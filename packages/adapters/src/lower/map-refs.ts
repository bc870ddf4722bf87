import { getOwn, isObject, setOwn, walkSchema, type MutableObject } from '@btcp/schema';

/** A copy of a schema with every `$ref` mapped. What is only data is left alone. */
export function mapRefs(schema: MutableObject, map: (ref: string) => string): MutableObject {
  const copy = structuredClone(schema);
  walkSchema(copy, (node) => {
    const ref = isObject(node) ? getOwn(node, '$ref') : undefined;
    if (isObject(node) && typeof ref === 'string') setOwn(node, '$ref', map(ref));
  });
  return copy;
}
