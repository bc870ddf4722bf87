import { getOwn, isObject, setOwn, walkSchema, type MutableObject } from '@btcp/schema';

/** A copy of a JSON value, so that changes to an export affect nothing else. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  const copy: MutableObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyJson(value[key]));
  return copy;
}

/** A copy of a schema with every `$ref` mapped. Data is left alone. */
export function mapRefs(schema: MutableObject, map: (ref: string) => string): MutableObject {
  const copy = structuredClone(schema);
  walkSchema(copy, (node) => {
    const ref = isObject(node) ? getOwn(node, '$ref') : undefined;
    if (isObject(node) && typeof ref === 'string') setOwn(node, '$ref', map(ref));
  });
  return copy;
}
