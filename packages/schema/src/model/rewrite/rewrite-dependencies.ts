import { getOwn, isObject, mapValues, replaceKey, type MutableObject } from '../own-property.ts';

/** Draft-07 `dependencies` as `dependentRequired` and `dependentSchemas`. */
export function rewriteDependencies(schema: MutableObject): MutableObject {
  const dependencies = getOwn(schema, 'dependencies');
  if (!isObject(dependencies)) return schema;
  const entries = Object.entries(dependencies);
  const names = Object.fromEntries(entries.filter(([, value]) => Array.isArray(value)));
  const schemas = Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value)));
  // Replaced here to keep the position; merged below with the schema's own.
  const rewritten = replaceKey(schema, 'dependencies', {
    ...(Object.keys(names).length > 0 && { dependentRequired: names }),
    ...(Object.keys(schemas).length > 0 && { dependentSchemas: schemas }),
  });
  merge(rewritten, 'dependentRequired', names, getOwn(schema, 'dependentRequired'), unite);
  merge(rewritten, 'dependentSchemas', schemas, getOwn(schema, 'dependentSchemas'), (a, b) => ({
    allOf: [a, b],
  }));
  return rewritten;
}

function merge(
  target: MutableObject,
  keyword: string,
  added: MutableObject,
  own: unknown,
  both: (own: unknown, added: unknown) => unknown,
): void {
  if (!isObject(own)) return;
  const mine = mapValues(own, (value, key) => (Object.hasOwn(added, key) ? both(value, added[key]) : value));
  target[keyword] = {
    ...mine,
    ...Object.fromEntries(Object.entries(added).filter(([key]) => !Object.hasOwn(own, key))),
  };
}

const unite = (a: unknown, b: unknown): unknown[] => [...new Set([a, b].flat())];
