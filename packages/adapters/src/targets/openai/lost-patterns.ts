import { getOwn, isObject, omitKeys, pickKeys, type MutableObject } from '@btcp/schema';
import { isAnyBelow } from '../../lower/references.ts';
import type { Lowering, Step } from '../../lower/rules.ts';
import { oneOfToAnyOf } from '../../lower/steps/unions.ts';

/** Keywords that refuse more when their subschemas accept more. */
const REVERSING = ['not', 'if', 'oneOf', 'maxContains'];

/** Look-arounds, back-references and Unicode classes, which OpenAI's engine lacks. */
const UNPORTABLE = /\(\?<?[=!]|\\[1-9]|\\k<|\\[pP]\{/;

/** Whether an engine without backtracking supports a regular expression. */
export function isPortablePattern(pattern: unknown): boolean {
  // A backslash that is itself escaped escapes nothing.
  return typeof pattern === 'string' && !UNPORTABLE.test(pattern.replaceAll('\\\\', ''));
}

/** The detail of a pattern that is left out. */
export const LOST_PATTERN =
  'lookaround, back-references and Unicode classes are rejected; still enforced by the BTCP runtime';

/**
 * Moves into the description what would refuse more when patterns in it are left out: `not`, conditions, and the upper
 * bound of `contains`. A `oneOf` becomes an `anyOf`.
 */
export const openReversed: Step = (schema, lowering) => {
  let current = schema;
  for (const keyword of REVERSING) {
    if (!Object.hasOwn(current, keyword)) continue;
    const below = current[keyword === 'maxContains' ? 'contains' : keyword];
    if (isAnyBelow(below, lowering.root, hasLostPattern)) current = open(keyword, current, lowering);
  }
  return current;
};

function open(keyword: string, schema: MutableObject, lowering: Lowering): MutableObject {
  if (keyword === 'oneOf') {
    return Object.hasOwn(schema, 'anyOf')
      ? describeAll(['oneOf'], schema, lowering)
      : oneOfToAnyOf(schema, lowering);
  }
  return describeAll(keyword === 'if' ? ['if', 'then', 'else'] : [keyword], schema, lowering);
}

function describeAll(keywords: readonly string[], schema: MutableObject, lowering: Lowering): MutableObject {
  const present = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
  for (const keyword of present) {
    const detail =
      'a pattern in it is rejected, and without it more would be refused; still enforced by the BTCP runtime';
    lowering.report({ code: 'keyword-to-description', keyword, detail, effect: 'widens' });
    lowering.describe(keyword, schema[keyword]);
  }
  return omitKeys(schema, present);
}

function hasLostPattern(schema: MutableObject): boolean {
  const pattern = getOwn(schema, 'pattern');
  const names = Object.keys(getOwn(schema, 'patternProperties') ?? {});
  return !names.every(isPortablePattern) || (typeof pattern === 'string' && !isPortablePattern(pattern));
}

/** Any name: properties of a lost pattern must not become undeclared ones. */
const ANY_NAME = '.*';

/** Lets properties be anything where the pattern of their names is left out. */
export const openPatternNames: Step = (schema, lowering) => {
  const patterns = getOwn(schema, 'patternProperties');
  if (!isObject(patterns) || Object.keys(patterns).every(isPortablePattern)) return schema;
  const lost = Object.keys(patterns).filter((pattern) => !isPortablePattern(pattern));
  const keyword = 'patternProperties';
  lowering.report({ code: 'keyword-to-description', keyword, detail: LOST_PATTERN, effect: 'widens' });
  lowering.describe(keyword, pickKeys(patterns, lost));
  return { ...schema, patternProperties: { [ANY_NAME]: {}, ...omitKeys(patterns, lost) } };
};
