import { getOwn, isObject, omitKeys, type MutableObject } from '../../model/own-property.ts';
import { lengthRangeOf, neverContains } from '../../pattern/anchored-pattern.ts';
import { parsePattern } from '../../pattern/parse-pattern.ts';
import { propertiesOf, requiredOf, targetOf, typesOf } from '../../model/schema-node.ts';
import { accepts } from '../../relate/accepts.ts';
import { isOfJsonType } from '../../model/json-types.ts';

type Pairs = readonly (readonly [least: string, most: string, isStrict: boolean, type: string])[];

const PAIRS: Pairs = [
  ['minimum', 'maximum', false, 'number'],
  ['exclusiveMinimum', 'maximum', true, 'number'],
  ['minimum', 'exclusiveMaximum', true, 'number'],
  ['exclusiveMinimum', 'exclusiveMaximum', true, 'number'],
  ['minLength', 'maxLength', false, 'string'],
  ['minItems', 'maxItems', false, 'array'],
  ['minProperties', 'maxProperties', false, 'object'],
];

/** A character that every value of a format contains. */
const CHARACTER_OF_FORMAT: ReadonlyMap<string, string> = new Map([
  ['email', '@'],
  ['idn-email', '@'],
  ['uri', ':'],
  ['iri', ':'],
  ['date', '-'],
  ['date-time', ':'],
  ['time', ':'],
  ['uuid', '-'],
  ['ipv4', '.'],
  ['ipv6', ':'],
]);

/** More parts are not analysed. */
const MAX_PARTS = 50;

/**
 * Explains why no value passes a schema: its own keywords, or those of the parts of its `allOf`, contradict each other.
 * What is not certain is not reported.
 *
 * @param root - The schema that references resolve against.
 */
export function findContradiction(schema: Readonly<MutableObject>, root: MutableObject): string | undefined {
  return (
    contradictingLimits(schema) ??
    emptyRange(schema) ??
    impossibleChoice(schema) ??
    forbiddenRequired(schema) ??
    tooFewProperties(schema) ??
    impossibleItems(schema) ??
    contradictingForms(schema) ??
    contradictingLengths(schema) ??
    (Object.hasOwn(schema, 'allOf') ? contradictingParts(partsOf(schema, root)) : undefined)
  );
}

function contradictingLimits(schema: Readonly<MutableObject>): string | undefined {
  for (const [least, most, isStrict, type] of PAIRS) {
    const low = getOwn(schema, least);
    const high = getOwn(schema, most);
    if (typeof low !== 'number' || typeof high !== 'number') continue;
    if (low < high || (low === high && !isStrict)) continue;
    // A limit binds only values of its type, so others must be ruled out.
    const types = typesOf(schema) ?? [];
    if (
      types.length === 0 ||
      types.some((each) => each !== type && !(type === 'number' && each === 'integer'))
    )
      continue;
    return `\`${least}\` is ${low} and \`${most}\` is ${high}`;
  }
  return undefined;
}

function impossibleChoice(schema: Readonly<MutableObject>): string | undefined {
  const types = typesOf(schema);
  const choices: unknown = getOwn(schema, 'enum');
  if (Array.isArray(choices)) {
    if (choices.length === 0) return '`enum` is empty';
    const rest = omitKeys(schema, ['enum']);
    if (choices.every((choice: unknown) => accepts(rest, choice) === false))
      return 'no value of `enum` fits the other keywords';
  }
  if (!Object.hasOwn(schema, 'const')) return undefined;
  if (types && !types.some((type) => isOfJsonType(schema['const'], type)))
    return '`const` is of another type than `type` says';
  return accepts(omitKeys(schema, ['const']), schema['const']) === false
    ? '`const` does not fit the other keywords'
    : undefined;
}

// Whole numbers between limits that are close together.
function emptyRange(schema: Readonly<MutableObject>): string | undefined {
  const low = numberOf(schema, 'minimum') ?? numberOf(schema, 'exclusiveMinimum');
  const high = numberOf(schema, 'maximum') ?? numberOf(schema, 'exclusiveMaximum');
  if (!hasOnlyTypes(schema, ['integer']) || low === undefined || high === undefined) return undefined;
  let first = Math.ceil(low);
  if (first === numberOf(schema, 'exclusiveMinimum')) first += 1;
  const isOut = first > high || first === numberOf(schema, 'exclusiveMaximum');
  return isOut ? `there is no whole number between ${low} and ${high}` : undefined;
}

function tooFewProperties(schema: Readonly<MutableObject>): string | undefined {
  const least = numberOf(schema, 'minProperties');
  if (least === undefined || !isClosed(schema)) return undefined;
  const count = Object.keys(propertiesOf(schema)).length;
  return least > count ? `\`minProperties\` is ${least}, and there are ${count} properties` : undefined;
}

function impossibleItems(schema: Readonly<MutableObject>): string | undefined {
  const items = getOwn(schema, 'items');
  if (!hasOnlyTypes(schema, ['array']) || !isObject(items) || Object.hasOwn(schema, 'prefixItems'))
    return undefined;
  const least = numberOf(schema, 'minItems') ?? 0;
  const count = countOf(items);
  if (getOwn(schema, 'uniqueItems') === true && least > count)
    return `\`minItems\` is ${least}, and there are ${count} different items`;
  const contained = getOwn(schema, 'contains');
  const types = isObject(contained) ? (typesOf(contained) ?? []) : [];
  const isNeeded = (numberOf(schema, 'minContains') ?? 1) > 0;
  return isNeeded && types.length > 0 && intersect([typesOf(items), types]).length === 0
    ? 'no item can be what `contains` asks for'
    : undefined;
}

/** How many values a schema has. */
function countOf(schema: Readonly<MutableObject>): number {
  const choices: unknown = getOwn(schema, 'enum');
  if (Object.hasOwn(schema, 'const')) return 1;
  if (Array.isArray(choices)) return choices.length;
  const counts: Readonly<Record<string, number>> = { boolean: 2, null: 1 };
  const types = typesOf(schema) ?? ['any'];
  return types.reduce((sum, type) => sum + (counts[type] ?? Infinity), 0);
}

function contradictingLengths(schema: Readonly<MutableObject>): string | undefined {
  const pattern = getOwn(schema, 'pattern');
  const least = numberOf(schema, 'minLength') ?? 0;
  const most = numberOf(schema, 'maxLength') ?? Infinity;
  if (!hasOnlyTypes(schema, ['string']) || typeof pattern !== 'string') return undefined;
  if (least === 0 && most === Infinity) return undefined;
  const parsed = parsePattern(pattern);
  const range = parsed && lengthRangeOf(parsed);
  if (!range || (range[1] >= least && range[0] <= most)) return undefined;
  return range[1] < least
    ? `\`minLength\` is ${least}, and \`pattern\` passes at most ${range[1]} characters`
    : `\`maxLength\` is ${most}, and \`pattern\` asks for at least ${range[0]} characters`;
}

/** Requirements of several parts that no value meets together. */
function contradictingParts(parts: readonly Readonly<MutableObject>[]): string | undefined {
  const types = intersect(parts.map(typesOf));
  if (parts.some((part) => typesOf(part)) && types.length === 0) return 'its parts ask for different types';
  const choices = parts.flatMap((part) => choicesOf(part) ?? []);
  const isChoice = parts.some((part) => choicesOf(part) !== undefined);
  if (
    isChoice &&
    choices.every((choice) =>
      parts.some((part) => accepts(omitKeys(part, ['allOf', '$ref']), choice) === false),
    )
  )
    return 'no choice of one part fits the others';
  return types.length === 1 && types[0] === 'object' ? contradictingObjects(parts) : undefined;
}

function contradictingObjects(parts: readonly Readonly<MutableObject>[]): string | undefined {
  for (const part of parts.filter(isClosed)) {
    const allowed = propertiesOf(part);
    const name = parts.flatMap(requiredOf).find((each) => !Object.hasOwn(allowed, each));
    if (name !== undefined) return `one part requires \`${name}\`, which another one does not allow`;
  }
  return undefined;
}

function choicesOf(schema: Readonly<MutableObject>): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  const choices: unknown = getOwn(schema, 'enum');
  return Array.isArray(choices) ? choices : undefined;
}

const ALL_TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** The types that are in all arrays; an integer is a number too. */
function intersect(lists: readonly (readonly string[] | undefined)[]): readonly string[] {
  const given = lists.filter((list) => list !== undefined);
  return ALL_TYPES.filter((type) =>
    given.every((list) => list.includes(type) || (type === 'integer' && list.includes('number'))),
  ).filter((type, _, all) => type !== 'integer' || !all.includes('number'));
}

function hasOnlyTypes(schema: Readonly<MutableObject>, allowed: readonly string[]): boolean {
  const types = typesOf(schema) ?? [];
  return types.length > 0 && types.every((type) => allowed.includes(type));
}

function numberOf(schema: Readonly<MutableObject>, keyword: string): number | undefined {
  const value = getOwn(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

function isClosed(schema: Readonly<MutableObject>): boolean {
  return (
    hasOnlyTypes(schema, ['object']) &&
    getOwn(schema, 'additionalProperties') === false &&
    !Object.hasOwn(schema, 'patternProperties')
  );
}

function forbiddenRequired(schema: Readonly<MutableObject>): string | undefined {
  if (getOwn(schema, 'type') !== 'object') return undefined;
  const properties = propertiesOf(schema);
  const isClosed =
    getOwn(schema, 'additionalProperties') === false && !Object.hasOwn(schema, 'patternProperties');
  for (const name of requiredOf(schema)) {
    const property = getOwn(properties, name);
    if (property === false || isNever(property)) return `the required \`${name}\` may have no value`;
    if (property === undefined && isClosed) return `\`${name}\` is required, and not allowed`;
  }
  return undefined;
}

function contradictingForms(schema: Readonly<MutableObject>): string | undefined {
  const format = getOwn(schema, 'format');
  const pattern = getOwn(schema, 'pattern');
  if (getOwn(schema, 'type') !== 'string' || typeof format !== 'string' || typeof pattern !== 'string')
    return undefined;
  const char = CHARACTER_OF_FORMAT.get(format);
  const parsed = parsePattern(pattern);
  return char !== undefined && parsed !== undefined && neverContains(parsed, char)
    ? `a value of the format "${format}" has "${char}" in it, which \`pattern\` does not allow`
    : undefined;
}

/** TypeBox writes "nothing" as `{ not: {} }`. */
const isNever = (schema: unknown): boolean => {
  const not = isObject(schema) ? getOwn(schema, 'not') : undefined;
  return not === true || (isObject(not) && Object.keys(not).length === 0);
};

/** A schema and all that its `$ref` and `allOf` apply to the same value, each with its own keywords. */
function partsOf(schema: Readonly<MutableObject>, root: MutableObject): readonly Readonly<MutableObject>[] {
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
