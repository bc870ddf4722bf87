import { getOwn, isObject, mapValues, setOwn, type MutableObject } from '../own-property.ts';

/** Draft-07 `dependencies` as `dependentRequired` and `dependentSchemas`. */
export function rewriteDependencies(schema: MutableObject): MutableObject {
  const dependencies = getOwn(schema, 'dependencies');
  if (!isObject(dependencies)) return schema;
  const entries = Object.entries(dependencies);
  const names = Object.fromEntries(entries.filter(([, value]) => Array.isArray(value)));
  const schemas = Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value)));
  const rewritten: MutableObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key !== 'dependencies') setOwn(rewritten, key, value);
    else {
      // Set here to keep the position; merged below with the schema's own.
      if (Object.keys(names).length > 0) rewritten['dependentRequired'] = names;
      if (Object.keys(schemas).length > 0) rewritten['dependentSchemas'] = schemas;
    }
  }
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
