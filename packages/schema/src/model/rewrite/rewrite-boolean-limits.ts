import { getOwn, setOwn, type MutableObject } from '../own-property.ts';

const LIMITS: ReadonlyMap<string, string> = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
]);

/** OpenAPI 3.0's `minimum: 0, exclusiveMinimum: true` as `exclusiveMinimum: 0`; the same for the maximum. */
export function rewriteBooleanLimits(schema: MutableObject): MutableObject {
  const isFlag = (key: string) => typeof getOwn(schema, key) === 'boolean';
  if (![...LIMITS.keys()].some(isFlag)) return schema;
  const exclusive = new Map(
    [...LIMITS].filter(([flag]) => getOwn(schema, flag) === true).map(([a, b]) => [b, a]),
  );
  const rewritten: MutableObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!LIMITS.has(key) || !isFlag(key)) setOwn(rewritten, exclusive.get(key) ?? key, value);
  }
  return rewritten;
}
