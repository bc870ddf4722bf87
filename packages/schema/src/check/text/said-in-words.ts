import { descriptionOf, hasAny, isOfType, type SchemaNode, targetOf } from '../../model/schema-node.ts';
import type { MutableObject } from '../../model/own-property.ts';
import { lastWord, nameWords } from './lexicon.ts';

/** Keywords that say what a value is by themselves. */
const CHOSEN = ['enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'];
const FORMED = [...CHOSEN, 'format', 'pattern', 'contentEncoding'];

const QUOTED = /["'`“‘]([\w.+-]{1,30})["'`”’]/g;
/** A list of single words after words that announce one. */
const ANNOUNCED =
  /\b(?:one of|must be|either|can be|(?:valid|allowed|possible|supported|accepted) (?:values|options|choices)(?: are)?|options(?: are)?|choose from|accepts)\s*:?\s*((?:[\w.+-]{1,30}\s*(?:,\s*(?:or\s+|and\s+)?|(?<=\s)(?:or|and)\s+|\|\s*|\/\s*))+[\w.+-]{1,30})(?=\s*(?:[.;)]|$))/i;
/** `asc | desc`, `(up/down/left)` and `yes or no`, which need no announcement. */
const BARE: readonly RegExp[] = [
  /(?:^|[:(]\s*)((?:[\w+-]{1,30}\s*\|\s*)+[\w+-]{1,30})(?=\s*(?:[.;)]|$))/,
  /\(((?:[a-z][\w+-]{1,29}\/){2,}[a-z][\w+-]{1,29})\)/,
  /(?:^|[:(]\s*)((?:yes|no|true|false|on|off) or (?:yes|no|true|false|on|off))(?=\s*(?:[.;)]|$))/i,
];
const BULLETS = /^[ \t]*[-*•][ \t]+["'`]?([\w.+-]{1,30})["'`]?[ \t]*$/gm;
const EXAMPLES = /\b(e\.?g\.?|for example|for instance|such as|like|example)\b/i;

/** The choices that a string's description lists and its schema does not; fewer than two where it lists none. */
export function choicesInProse(node: SchemaNode): readonly string[] {
  const target = targetOf(node);
  if (!isOfType(target, 'string') || hasAny(target, FORMED)) return [];
  return findChoices(descriptionOf(node) ?? '');
}

function findChoices(description: string): readonly string[] {
  const text = description.slice(0, 500);
  if (EXAMPLES.test(text)) return [];
  const bullets = [...text.matchAll(BULLETS)].map(([, word = '']) => word);
  if (bullets.length > 1) return [...new Set(bullets)];
  const announced = [ANNOUNCED, ...BARE].map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
  if (announced !== undefined)
    return [
      ...new Set(
        announced
          .replace(/\.+$/, '')
          .split(/\s*(?:,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+|\||\/)\s*/)
          .filter(Boolean),
      ),
    ];
  // `"asc" or "desc"`: quoted words with nothing but separators between them.
  const isList =
    /["'`“‘][\w.+-]{1,30}["'`”’](?:\s*(?:,|\||\/|or|and|, or|, and)\s*["'`“‘][\w.+-]{1,30}["'`”’])+(?=\s*(?:[.,;:()]|$))/.exec(
      text,
    );
  // A pair of quoted words may be anything; three in a row, in brackets, are choices.
  const isMany = isList && (isList[0].match(/,/g) ?? []).length > 1 && text[isList.index - 1] === '(';
  if (!isList || !(isMany || /\bor\b|\||\//.test(isList[0]))) return [];
  return [...new Set([...isList[0].matchAll(QUOTED)].map(([, word = '']) => word))];
}

const GIVEN = String.raw`["'\`“‘]([^"'\`”’]{1,60})["'\`”’]|(true|false|null|-?\d+(?:\.\d+)?)\b`;
const WORD = String.raw`([\w./#-]{1,30}(?<![.]))`;
const CLAUSE_END = String.raw`(?=\s*(?:[.,;)]|$))`;
const LEFT_OUT = String.raw`(?:omitted|left out|missing|absent|not (?:given|specified|set|provided|present))`;

/** The ways in which a description names a default: a value in quotes, a number, or one word that ends the clause. */
const DEFAULTS: readonly RegExp[] = [
  // `default: 5`, `defaults to "main"`, `default 5`
  String.raw`\bdefaults?(?:\s+value)?(?:\s*(?:\bis\b|\bto\b|[:=])|(?=\s+(?:["'\`“‘]|true\b|false\b|-?\d)))\s*(?:${GIVEN}|${WORD}${CLAUSE_END})`,
  // `10 by default`, `"main" if omitted`
  String.raw`(?:^|[\s,;(])(?:${GIVEN})\s*(?:is\s+(?:used|taken)\s+)?(?:by default|if ${LEFT_OUT})`,
  // `if omitted, 10 is used`
  String.raw`\b(?:if|when) ${LEFT_OUT},?\s+(?:${GIVEN}|${WORD}(?=\s+is\s+(?:used|taken|assumed)\b))`,
  // `falls back to English`
  String.raw`\bfalls? back to\s+(?:${GIVEN}|${WORD}${CLAUSE_END})`,
].map((source) => new RegExp(source, 'i'));

/** Defaults that no value can express. */
const NO_VALUE =
  /^(?:the|a|an|value|current|today|now|none|nothing|empty|unlimited|automatic|all|this|that|it|everything|they|he|she|there|what)$/i;

/** The default that a description names, verbatim; `undefined` where it names none. */
export function defaultInWords(description: string): string | undefined {
  const text = description.slice(0, 1000);
  for (const pattern of DEFAULTS) {
    const value = pattern
      .exec(text)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (value !== undefined && !NO_VALUE.test(value)) return value;
  }
  return undefined;
}

/** The last word of a property's name → the format that it implies. */
const FORMATS_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['url', 'uri'],
  ['uri', 'uri'],
  ['website', 'uri'],
  ['homepage', 'uri'],
  ['uuid', 'uuid'],
  ['guid', 'uuid'],
  ['date', 'date'],
  ['birthday', 'date'],
  ['datetime', 'date-time'],
  ['timestamp', 'date-time'],
  ['hostname', 'hostname'],
]);

const FORMATS_BY_WORDS: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/\bISO[- ]?8601 duration\b/i, 'duration'],
  [/^\W*(an? |the )?(\w+ )?[UG]UID\b/i, 'uuid'],
  [/^\W*(an? |the )?IPv4 address\b(?!.*IPv6)/i, 'ipv4'],
  [/^\W*(an? |the )?IPv6 address\b(?!.*IPv4)/i, 'ipv6'],
  [/^\W*(an? |the )?host ?name\b(?! or\b)/i, 'hostname'],
  [/\b(ISO[- ]?8601|RFC[- ]?3339)\b.*\btime|\bdate-time\b/i, 'date-time'],
  [/\bYYYY-MM-DD\b(?!T)|\b(ISO[- ]?8601|RFC[- ]?3339) date\b/i, 'date'],
  [/^\W*(an? |the )?(\w+ )?e-?mail address(?: of\b[^.]*)?\W*$/i, 'email'],
  [/^\W*(an? |the )?(\w+ )?(url|web address)(?: of\b[^.]*)?\W*$/i, 'uri'],
];

/** The format that a string's name or description implies, and its schema does not declare. */
export function formatInWords(node: SchemaNode): string | undefined {
  if (!isOfType(node.schema, 'string') || hasAny(node.schema, FORMED)) return undefined;
  return formatOf(node.property ?? '', descriptionOf(node) ?? '');
}

function formatOf(property: string, description: string): string | undefined {
  const words = nameWords(property);
  if (words.length > 1 && words.at(-1) === 'at') return 'date-time';
  return (
    FORMATS_BY_NAME.get(lastWord(property)) ??
    FORMATS_BY_WORDS.find(([pattern]) => pattern.test(description.slice(0, 300)))?.[1]
  );
}

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
