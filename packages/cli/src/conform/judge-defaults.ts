import type { JsonSchema } from '@btcp/core';
import { isObject, propertiesOf, walkSchema } from '@btcp/schema';
import { judgeSchema } from '@btcp/schema/cross-check';

/** What a value is with defaults. */
export type Filled = { readonly value: unknown } | undefined;

/**
 * Says with which defaults an accepted value is passed on, without the compiled validator.
 *
 * @returns Gives the value with its defaults; `undefined` where that is not known: with defaults in other places than
 * properties of objects and of elements.
 */
export function judgeDefaults(schema: JsonSchema): (value: unknown) => Filled {
  if (!JSON.stringify(schema).includes('"default":')) return (value) => ({ value });
  if (!isPlain(schema)) return () => undefined;
  const judge = judgeSchema(schema);
  return (value) => {
    const filled = fill(schema, value);
    const verdict = judge(filled);
    return verdict && { value: verdict.accepts ? filled : value };
  };
}

const PLAIN = /^(?:\/properties\/[^/]*|\/items)*\/properties\/[^/]*$/;

/** Whether all defaults are those of properties that every value is held to. */
function isPlain(schema: JsonSchema): boolean {
  let isKnown = true;
  walkSchema(schema, (node, path) => {
    if (!isObject(node)) return;
    const isElsewhere = Object.hasOwn(node, 'default') && !PLAIN.test(path);
    if (isElsewhere || ['$ref', 'prefixItems'].some((keyword) => Object.hasOwn(node, keyword)))
      isKnown = false;
  });
  return isKnown;
}

function fill(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value;
  if (Array.isArray(value)) return value.map((each) => fill(schema['items'], each));
  if (!isObject(value)) return value;
  const members = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    if (Object.hasOwn(value, name)) return [[name, fill(property, value[name])] as const];
    const isMissing = isObject(property) && Object.hasOwn(property, 'default');
    return isMissing ? [[name, fill(property, property['default'])] as const] : [];
  });
  return { ...value, ...Object.fromEntries(members) };
}
