import { ANNOTATION_KEYWORDS } from '../../model/keywords.ts';
import { isObject } from '../../model/own-property.ts';

const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** Whether a schema certainly accepts any value. */
export function acceptsAnything(schema: unknown): boolean {
  if (!isObject(schema)) return schema === true;
  const { not, ...others } = schema;
  if (isObject(not) && acceptsNothing(not)) return acceptsAnything(others);
  return Object.entries(schema).every(
    ([key, given]) => ANNOTATION_KEYWORDS.includes(key) || key === '$id' || allowsAll(key, given),
  );
}

// A branch of `anyOf` that accepts anything makes the others redundant.
function allowsAll(keyword: string, given: unknown): boolean {
  if (!Array.isArray(given)) return false;
  if (keyword === 'anyOf') return given.some(acceptsAnything);
  if (keyword === 'allOf') return given.every(acceptsAnything);
  return keyword === 'type' && TYPES.every((type) => given.includes(type));
}

const acceptsNothing = ({ not }: Readonly<Record<string, unknown>>): boolean =>
  not === true || (isObject(not) && Object.keys(not).length === 0);
