import { getOwn, isObject, type MutableObject } from '../../model/own-property.ts';
import { targetOf } from '../../model/schema-node.ts';

/** More parts are not analysed. */
const MAX_PARTS = 50;

/** A schema and all that its `$ref` and `allOf` apply to the same value, each with its own keywords. */
export function partsOf(
  schema: Readonly<MutableObject>,
  root: MutableObject,
): readonly Readonly<MutableObject>[] {
  const parts = [schema];
  for (const part of parts) {
    if (parts.length > MAX_PARTS) return [schema];
    const target = targetOf({ schema: part, root });
    if (target !== part && !parts.includes(target)) parts.push(target);
    const all: unknown = getOwn(part, 'allOf');
    if (Array.isArray(all))
      for (const each of all) if (isObject(each) && !parts.includes(each)) parts.push(each);
  }
  return parts;
}
