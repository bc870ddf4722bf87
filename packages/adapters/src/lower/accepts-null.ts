import { getOwn, isObject, type MutableObject } from '@btcp/schema';

/** References that are followed one after the other; a schema that needs more leads nowhere. */
const MAX_DEPTH = 256;

type Accepts = (schema: unknown) => boolean;

/** What says anything about null; all other keywords are about values of other types. */
const TESTS: Readonly<Record<string, (value: unknown, accepts: Accepts, schema: MutableObject) => boolean>> =
  {
    type: (type) => [type].flat().includes('null'),
    enum: (values) => all(values).includes(null),
    const: (value) => value === null,
    allOf: (schemas, accepts) => all(schemas).every(accepts),
    anyOf: (schemas, accepts) => all(schemas).some(accepts),
    oneOf: (schemas, accepts) => all(schemas).filter(accepts).length === 1,
    not: (schema, accepts) => !accepts(schema),
    if: (condition, accepts, schema) => accepts(getOwn(schema, accepts(condition) ? 'then' : 'else')),
  };

const all = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values : []);

/**
 * Whether a schema accepts null: exactly, as few keywords say anything about it.
 *
 * @param schema - Normalised.
 * @param resolve - Where its references lead; nothing where that is not known, and then null may fit.
 */
export function acceptsNull(schema: unknown, resolve: (ref: string) => unknown, depth = 0): boolean {
  if (!isObject(schema)) return schema !== false;
  if (depth > MAX_DEPTH) return true;
  const accepts: Accepts = (below) => acceptsNull(below, resolve, depth + 1);
  const ref = getOwn(schema, '$ref');
  return (
    (typeof ref !== 'string' || accepts(resolve(ref))) &&
    Object.entries(TESTS).every(
      ([keyword, test]) => !Object.hasOwn(schema, keyword) || test(schema[keyword], accepts, schema),
    )
  );
}
