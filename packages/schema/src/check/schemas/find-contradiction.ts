import type { JsonSchema } from '@btcp/core';
import { isRestricting } from '../../model/keywords.ts';
import { type MutableObject, pickKeys } from '../../model/own-property.ts';
import { hasNoValue } from '../../relate/contains/is-empty.ts';
import { equal } from '../../runtime/json-value.ts';
import { joinWords } from '../../runtime/sentences.ts';

/** Longer values are not shown: they are in the schema. */
const MAX_LENGTH = 40;

/**
 * Explains why no value passes a schema: which of its keywords, and those that its `$ref` and `allOf` apply to the same
 * value, exclude each other. What the prover does not know for certain is not reported.
 *
 * @param root - The schema that references resolve against.
 */
export function findContradiction(schema: Readonly<MutableObject>, root: JsonSchema): string | undefined {
  // TypeBox's `Never`, which says so on purpose.
  if (equal(schema['not'], {})) return undefined;
  const isImpossible = (keywords: readonly string[]): boolean =>
    hasNoValue({ schema: pickKeys(schema, keywords), root });
  const own = Object.keys(schema).filter(isRestricting);
  if (!isImpossible(own)) return undefined;
  const needed = own.reduce((left, keyword) => {
    const others = left.filter((each) => each !== keyword);
    return isImpossible(others) ? others : left;
  }, own);
  // A limit binds only values of its type, so `type` is nearly always one of them.
  const told = needed.length > 2 ? needed.filter((keyword) => keyword !== 'type') : needed;
  const values = told.map((keyword) => JSON.stringify(schema[keyword]));
  const isLong = values.some((value) => value.length > MAX_LENGTH);
  const parts = told.map((keyword, index) => `\`${keyword}\`${isLong ? '' : ` is ${values[index]}`}`);
  const end = told.length > 1 ? ' exclude each other' : ' excludes itself';
  return `${joinWords('and', parts)}${isLong ? end : ''}`;
}
