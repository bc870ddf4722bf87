import type { Issue } from '@btcp/core';
import { closestName } from './closest-name.ts';
import { isObject, codePoints } from './values.ts';
import { oneLine, preview } from './preview.ts';
import { isAboutProperty, pathOf, type RawError } from './raw-error.ts';
import { unescapePointerToken } from './pointer-tokens.ts';

/** How a keyword's failure is worded and described. */
interface Sentence {
  /** What must hold, without the subject. */
  readonly demand: (error: RawError) => string;
  /** What was found instead; `undefined` when the demand says it. */
  readonly found?: (error: RawError) => string;
  /** The public parameters of the issue. */
  readonly params?: (params: unknown, error: RawError) => Readonly<Record<string, unknown>>;
}

const MAX_LIST = 20;
const MAX_KNOWN = 8;
const MAX_PATTERN = 120;

// Emitted code passes what its keyword defines, so the shape of `params` is known here.
const list = (params: unknown): readonly unknown[] => params as readonly unknown[];
const names = (params: unknown): readonly string[] => params as readonly string[];
const text = (params: unknown): string => String(params);

const value = ({ value }: RawError): string => preview(value);
const length = ({ value }: RawError): string =>
  String(typeof value === 'string' ? codePoints(value) : list(value).length);
const size = ({ value }: RawError): string => String(isObject(value) ? Object.keys(value).length : 0);

const count = (n: unknown, one: string, many: string = `${one}s`): string =>
  `${text(n)} ${n === 1 ? one : many}`;
const limit = (params: unknown): Readonly<Record<string, unknown>> => ({ limit: params });

const atLeast =
  (one: string, many?: string): Sentence['demand'] =>
  ({ params }) =>
    `must have at least ${count(params, one, many)}`;
const atMost =
  (one: string, many?: string): Sentence['demand'] =>
  ({ params }) =>
    params === 0 ? `must have no ${many ?? `${one}s`}` : `must have at most ${count(params, one, many)}`;
const than = (words: string): Sentence => ({
  demand: ({ params }) => `must be ${words} ${text(params)}`,
  found: value,
  params: limit,
});

/** How sentences name the types of JSON. */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const typeName = (type: string): string => TYPE_NAMES[type] ?? type;

/** Part of the patterns of media, which nobody reads. */
const BASE64 = '/][A-Za-z0-9+/])*';

const SENTENCES: Readonly<Record<string, Sentence>> = {
  type: {
    demand: ({ params }) =>
      `must be ${typeof params === 'string' ? typeName(params) : joinWords('or', names(params).map(typeName))}`,
    found: value,
    params: (params) => ({ type: params }),
  },
  enum: {
    demand: ({ params }) => `must be one of ${choices(list(params))}`,
    found: value,
    params: (params) => ({ allowedValues: params }),
  },
  const: {
    demand: ({ params }) => `must be ${preview(params)}`,
    found: value,
    params: (params) => ({ allowedValue: params }),
  },
  minimum: than('at least'),
  maximum: than('at most'),
  exclusiveMinimum: than('more than'),
  exclusiveMaximum: than('less than'),
  multipleOf: {
    demand: ({ params }) => `must be a multiple of ${text(params)}`,
    found: value,
    params: (params) => ({ multipleOf: params }),
  },
  minLength: { demand: atLeast('character'), found: length, params: limit },
  maxLength: { demand: atMost('character'), found: length, params: limit },
  minItems: { demand: atLeast('item'), found: length, params: limit },
  maxItems: { demand: atMost('item'), found: length, params: limit },
  minProperties: { demand: atLeast('property', 'properties'), found: size, params: limit },
  maxProperties: { demand: atMost('property', 'properties'), found: size, params: limit },
  pattern: {
    demand: ({ params }) =>
      text(params).includes(BASE64)
        ? 'must be base64 text of its media type, without a `data:` prefix'
        : `must match the pattern ${oneLine(shorten(text(params)))}`,
    found: value,
    params: (params) => ({ pattern: params }),
  },
  format: {
    demand: ({ params }) => {
      const [format = '', example] = names(params);
      return `must be a valid ${format}${example === undefined ? '' : `, for example ${example}`}`;
    },
    found: value,
    params: (params) => ({ format: names(params)[0] }),
  },
  uniqueItems: {
    demand: ({ params }) => `must not repeat an item, but items ${names(params).join(' and ')} are equal`,
    params: (params) => ({ first: list(params)[0], second: list(params)[1] }),
  },
  contains: {
    demand: ({ params }) => containsDemand(list(params)),
    params: (params) => ({
      minContains: list(params)[0],
      ...(list(params)[1] !== undefined && { maxContains: list(params)[1] }),
    }),
  },
  required: {
    demand: () => 'is required',
    params: (params) => ({ missingProperty: params }),
  },
  dependentRequired: {
    demand: ({ params }) => `is required when ${quoteName(names(params)[0] ?? '')} is present`,
    params: (params) => ({ property: list(params)[0], missingProperty: list(params)[1] }),
  },
  additionalProperties: {
    demand: (error) => unknownProperty(names(error.params), error.name ?? ''),
    params: (params, { name }) => ({ additionalProperty: name, allowedProperties: params }),
  },
  unevaluatedProperties: {
    demand: () => 'is not a known property',
    params: (_, { name }) => ({ unevaluatedProperty: name }),
  },
  unevaluatedItems: { demand: () => 'is one item too many' },
  not: {
    demand: ({ params }) => `must not match ${text(params)}`,
    found: value,
    params: () => ({}),
  },
  changed: { demand: () => 'must not change while it is being checked' },
  $ref: { demand: () => 'does not fit', found: value },
  'false schema': { demand: () => 'is not allowed' },
  anyOf: { demand: ({ params }) => text(params), found: value, params: () => ({}) },
  oneOf: { demand: ({ params }) => text(params), params: () => ({}) },
};

/** What must hold, without the subject. */
export function demandOf(error: RawError): string {
  return sentenceOf(error).demand(error);
}

/** The whole sentence: subject, what must hold, what was found. */
export function sentence(error: RawError): string {
  return write(sentenceOf(error), error);
}

/** A failure as callers see it. */
export function toIssue(error: RawError): Issue {
  const { keyword } = error;
  const sentence = sentenceOf(error);
  const path = pathOf(error);
  const message = write(sentence, error);
  return sentence.params === undefined
    ? { path, keyword, message }
    : { path, keyword, message, params: sentence.params(error.params, error) };
}

function write({ demand, found }: Sentence, error: RawError): string {
  const text = `${subject(error)} ${demand(error)}`;
  return found === undefined || error.name !== undefined ? text : `${text}; got ${found(error)}`;
}

/** The place that a sentence is about. */
function subject({ path, keyword, params, name }: RawError): string {
  if (keyword === 'required') return place(path, text(params));
  if (keyword === 'dependentRequired') return place(path, names(params)[1] ?? '');
  const named = place(path, name);
  return name === undefined || isAboutProperty(keyword) ? named : `the name of the property ${named}`;
}

// A keyword without a sentence of its own is still reported.
const sentenceOf = ({ keyword }: RawError): Sentence =>
  SENTENCES[keyword] ?? { demand: () => `must satisfy \`${keyword}\`` };

/** "a", "a or b", "a, b or c". */
export function joinWords(word: 'and' | 'or', parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1) ?? ''}`;
}

const BARE = /^(?!-?\d)[\w.-]+$/;

// Names read better bare; as soon as one value could be misread, all are written as JSON.
function choices(allowed: readonly unknown[]): string {
  const bare = allowed.every((each) => typeof each === 'string' && BARE.test(each));
  const shown = allowed.slice(0, MAX_LIST);
  const rest = allowed.length > shown.length ? `, … (${allowed.length} in all)` : '';
  let all = '';
  for (const each of shown) all += `${all && ', '}${bare ? text(each) : preview(each)}`;
  return all + rest;
}

const shorten = (pattern: string): string =>
  pattern.length <= MAX_PATTERN ? pattern : `${pattern.slice(0, MAX_PATTERN)}…`;

function unknownProperty(known: readonly string[], name: string): string {
  if (known.length === 0) return 'is not a known property; none are';
  const meant = closestName(name, known);
  let all = '';
  if (known.length <= MAX_KNOWN) for (const each of known) all += `${all && ', '}${quoteName(each)}`;
  if (meant === undefined) return `is not a known property${all && `; known are ${all}`}`;
  return `is not a known property; did you mean ${quoteName(meant)}?${all && known.length > 1 ? ` Known are ${all}` : ''}`;
}

function containsDemand([min, max]: readonly unknown[]): string {
  const isExact = min === max;
  const range = isExact ? `exactly ${text(min)}` : `${text(min)} to ${text(max)}`;
  const amount = max === undefined ? `at least ${text(min)}` : range;
  return `must contain ${amount} ${min === 1 && (isExact || max === undefined) ? 'item' : 'items'} that fit its \`contains\` schema`;
}

const PROPERTY = /^\/[a-z_$][\w$-]{0,59}$/i;
const NAME = /^[a-z_$][\w$-]*$/i;
const FOREIGN_NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
const INDEX = /^\d+$/;
const MAX_NAME = 60;

/** How a message names a place, or a property there: `filters[0].op`, with backquotes, or "the value". */
function place(pointer: string, name?: string): string {
  // Most are properties of the value itself, with plain names.
  if (name === undefined && PROPERTY.test(pointer)) return `\`${pointer.slice(1)}\``;
  let text = '';
  for (let start = 1; start <= pointer.length;) {
    const slash = pointer.indexOf('/', start);
    const end = slash < 0 ? pointer.length : slash;
    text += step(unescapePointerToken(pointer.slice(start, end)), text);
    start = end + 1;
  }
  if (name !== undefined) text += step(name, text);
  return text === '' ? 'the value' : `\`${text}\``;
}

/** A property's name inside a message, in backquotes. */
const quoteName = (name: string): string => `\`${step(name, '')}\``;

function step(key: string, before: string): string {
  return INDEX.test(key) ? `[${key}]` : propertyStep(key, before);
}

/** How a message appends a property to a path. */
export function propertyStep(key: string, before: string): string {
  if (key.length <= MAX_NAME && (NAME.test(key) || FOREIGN_NAME.test(key)))
    return before === '' ? key : `.${key}`;
  const shown = key.length <= MAX_NAME ? key : `${key.slice(0, MAX_NAME)}…`;
  return `[${oneLine(JSON.stringify(shown)).replaceAll('`', '\\u0060')}]`;
}
