import { listSubschemas } from '../../json-schema/walk-schema.ts';
import { getOwn, isObject, omitKeys, type MutableObject } from '../../json-schema/own-property.ts';
import { resolveRef } from '../../json-schema/resolve-ref.ts';
import { neverContains } from '../pattern/never-contains.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import { propertiesOf, requiredOf, typesOf } from '../facts/schema-node.ts';
import { accepts, isOfJsonType } from './accepts.ts';

/** Beyond this, nothing is said: finding out would take too long. */
const MAX_SCHEMAS = 20_000;

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

/** What every value of a format has in it. */
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

/**
 * Why a schema's own keywords contradict each other. Says nothing when unsure: what is found is certain.
 *
 * @returns Nothing where there is no contradiction in the keywords themselves.
 */
export function findContradiction(schema: Readonly<MutableObject>): string | undefined {
  return (
    contradictingLimits(schema) ??
    impossibleChoice(schema) ??
    forbiddenRequired(schema) ??
    contradictingForms(schema)
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
  if (Object.hasOwn(schema, 'const') && types && !types.some((type) => isOfJsonType(schema['const'], type)))
    return '`const` is of another type than `type` says';
  return undefined;
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

/**
 * The schemas that only endless values would pass: each value would have to contain another one of its kind.
 *
 * @returns The schemas, of those below `root`, that are part of such a circle and have a `$ref` on the way.
 */
export function findEndless(root: MutableObject): ReadonlySet<object> {
  const all: MutableObject[] = [root];
  for (const schema of all)
    for (const { schema: below } of listSubschemas(schema)) if (isObject(below)) all.push(below);
  if (all.length > MAX_SCHEMAS || !all.some((schema) => Object.hasOwn(schema, '$ref'))) return new Set();
  const finite = new Set<object>();
  // A value exists once those that it must contain do: repeat until nothing new is found.
  for (let grows = true; grows;) {
    grows = false;
    for (let index = all.length - 1; index >= 0; index--) {
      const schema = all[index] as MutableObject;
      if (
        finite.has(schema) ||
        !mustContain(schema, root).every((needed) => needed.some((each) => finite.has(each)))
      )
        continue;
      finite.add(schema);
      grows = true;
    }
  }
  return new Set(all.filter((schema) => !finite.has(schema)));
}

/** What a value of a schema cannot do without: of each list, at least one schema must have a value. */
function mustContain(schema: Readonly<MutableObject>, root: MutableObject): (readonly object[])[] {
  const needs: (readonly object[])[] = [];
  const ref = getOwn(schema, '$ref');
  if (typeof ref === 'string') {
    const target = resolveRef(root, ref);
    if (isObject(target)) needs.push([target]);
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches: unknown = getOwn(schema, keyword);
    // `true` has a value, so a list with it asks for nothing.
    if (Array.isArray(branches) && branches.every(isObject)) needs.push(branches);
  }
  const all: unknown = getOwn(schema, 'allOf');
  if (Array.isArray(all)) for (const each of all) if (isObject(each)) needs.push([each]);
  if (getOwn(schema, 'type') === 'object') {
    const properties = propertiesOf(schema);
    for (const name of requiredOf(schema)) {
      const property = getOwn(properties, name);
      if (isObject(property)) needs.push([property]);
    }
  }
  const items = getOwn(schema, 'items');
  const least = getOwn(schema, 'minItems');
  const isList = getOwn(schema, 'type') === 'array' && !Object.hasOwn(schema, 'prefixItems');
  if (isList && isObject(items) && typeof least === 'number' && least > 0) needs.push([items]);
  return needs;
}
