import { getOwn, setOwn, type MutableObject } from '../own-property.ts';

/** Draft-07 tuples, `items: […]` with `additionalItems`, as `prefixItems` with `items`. */
export function rewriteTuples(schema: MutableObject): MutableObject {
  const isTuple = Array.isArray(getOwn(schema, 'items'));
  if (!isTuple && !Object.hasOwn(schema, 'additionalItems')) return schema;
  const rewritten: MutableObject = {};
  for (const [key, value] of Object.entries(schema)) {
    // Without an array of items, draft-07 ignores `additionalItems`; an empty array leaves all items to it.
    if (key === 'additionalItems') {
      if (isTuple) rewritten['items'] = value;
    } else if (key !== 'items' || !isTuple) setOwn(rewritten, key, value);
    else if (Array.isArray(value) && value.length > 0) rewritten['prefixItems'] = value;
  }
  return rewritten;
}
