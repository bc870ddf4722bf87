import { isObject, mapValues, type MutableObject } from '@btcp/schema';
import type { Lowering } from './lowering.ts';

/** A written schema with encoded values decoded, and collapsed unions open again. */
export function decodeMarked(
  schema: MutableObject,
  lowering: Pick<Lowering, 'collapsed' | 'decoded'>,
): MutableObject {
  const decode = (value: unknown): unknown => {
    if (lowering.collapsed.has(value)) return {};
    const decoded = lowering.decoded.get(value) ?? value;
    if (Array.isArray(decoded)) return decoded.map(decode);
    return isObject(decoded) ? mapValues(decoded, decode) : decoded;
  };
  // `decode` returns an object for the root, which is one.
  return decode(schema) as MutableObject;
}
