import { hasAny, isOfType } from '../../model/schema-node.ts';
import type { MutableObject } from '../../model/own-property.ts';

const N = String.raw`(-?\d+(?:\.\d+)?)`;
const AT_MOST = String.raw`(?:at most|maximum(?: of| is|:)?|max\.?(?: of| is|:)?|up to|no more than|not more than|limited to|limit of|(?:must |may |can)?not exceed(?:ing)?|fewer than|less than|<=?|≤)`;
const AT_LEAST = String.raw`(?:at least|minimum(?: of| is|:)?|min\.?(?: of| is|:)?|no less than|not less than|must be (?:greater|more|larger) than|>=?|≥)`;

interface Words {
  readonly pattern: RegExp;
  /** Keywords of which one suffices. */
  readonly said: readonly string[];
}

const words = (source: string, said: readonly string[]): Words => ({
  pattern: new RegExp(source, 'i'),
  said,
});
/** The keywords to suggest; others count where they are present. */
const OWN = /^(?:min|max)/;
const CHOSEN = ['enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'];
const HIGH = ['maximum', 'exclusiveMaximum'];
const LOW = ['minimum', 'exclusiveMinimum'];

const OF_NUMBERS: readonly Words[] = [
  words(
    String.raw`\b(?:between|from|range(?: of)?)\s+${N}\s*(?:and|to|-|–)\s*${N}|\(${N}\s*(?:-|–|to|\.\.)\s*${N}\)`,
    [...LOW, ...HIGH],
  ),
  words(String.raw`(?:^|[\s(,;])${AT_MOST}\s*${N}\b(?!\s*(?:characters|items|digits))`, HIGH),
  words(String.raw`(?:^|[\s(,;])${AT_LEAST}\s*${N}\b(?!\s*(?:characters|items|digits))`, LOW),
  words(String.raw`\b(?:a|must be(?: a)?)\s+(?:positive|non-?negative)\b`, LOW),
];
const LETTERS = String.raw`\s*(\d+)\s*(?:characters?|chars?|letters?|symbols?)\b`;
const OF_STRINGS: readonly Words[] = [
  words(String.raw`(?:^|[\s(,;])(?:${AT_MOST}|exactly)${LETTERS}`, ['maxLength', 'pattern', 'format']),
  words(String.raw`(?:^|[\s(,;])(?:${AT_LEAST}|exactly)${LETTERS}`, ['minLength', 'pattern', 'format']),
];
const OF_ARRAYS: readonly Words[] = [
  words(String.raw`^\W*(?:${AT_MOST}|exactly)\s*(\d+)\s+[a-z]+`, ['maxItems']),
  words(String.raw`^\W*(?:${AT_LEAST}|exactly)\s*(\d+)\s+[a-z]+`, ['minItems']),
];

/** The limit that a description names, and the keywords that should declare it. */
export type LimitInWords = {
  readonly limit: string;
  readonly keywords: readonly string[];
};

/** A limit that a description names and the schema does not declare. */
export function limitInWords(schema: Readonly<MutableObject>, description: string): LimitInWords | undefined {
  if (hasAny(schema, CHOSEN)) return undefined;
  const text = description.slice(0, 500);
  for (const { pattern, said } of waysFor(schema)) {
    const limit = hasAny(schema, said) ? undefined : pattern.exec(text)?.[0].trim();
    if (limit !== undefined) return { limit, keywords: said.filter((keyword) => OWN.test(keyword)) };
  }
  return undefined;
}

function waysFor(schema: Readonly<MutableObject>): readonly Words[] {
  if (isOfType(schema, 'number') || isOfType(schema, 'integer')) return OF_NUMBERS;
  if (isOfType(schema, 'string')) return OF_STRINGS;
  return isOfType(schema, 'array') ? OF_ARRAYS : [];
}
