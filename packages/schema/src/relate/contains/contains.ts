import type { JsonSchema, Validator } from '@btcp/core';
import { compileSchema } from '../../compile/compile-schema.ts';
import { equal } from '../../runtime/values.ts';
import { normalizeSchema } from '../../model/normalize-schema.ts';
import {
  conjoin,
  and,
  type Conjunction,
  finiteValues,
  greatest,
  isSame,
  least,
  type Node,
  splitUnion,
  type Term,
  typesOf,
  type ValueType,
  valuesOfKeyword,
  verdictOf,
  within,
  itemOf,
  itemTerms,
  namesIn,
  otherTerms,
  prefixLength,
  propertyOf,
  propertyTerms,
  requiredNames,
} from './conjunction.ts';
import { arrayLengths, isEmpty, mayBeInUnions, possibleNames, numbersFit, stringsFit } from './is-empty.ts';
import { findWitness } from './find-witness.ts';
import { hasSlowPattern } from '../../pattern/matching-cost.ts';
import { limitSteps, unlessTooLong, countSteps } from './work.ts';
import { BOUND_KEYWORDS, isRestricting, KEYWORDS } from '../../model/keywords.ts';
import { isObject, pickKeys } from '../../model/own-property.ts';
import { resolveRef } from '../../model/references/local-refs.ts';

/** Whether a schema accepts all that another one accepts. */
export type Containment =
  | { readonly answer: 'yes' }
  /** It refuses the witness, which the other schema accepts. */
  | { readonly answer: 'no'; readonly witness: unknown }
  | { readonly answer: 'unknown' };

/** Compiles a normalised schema. */
type Compile = (schema: JsonSchema) => Validator;

/** Maximum steps of one proof: some forty times what schemas of real tools take. */
const MAX_STEPS = 50_000;

const UNKNOWN: Containment = { answer: 'unknown' };

/**
 * Answers whether `wanted` accepts everything that `given` accepts: yes where that is proven, no where a witness is
 * confirmed by the validators of both, unknown where neither is found in a number of steps. Deterministic. Needs eval,
 * to try values.
 *
 * @param given - Any schema, as `normalizeSchema` takes it; of an unreadable one, nothing is known.
 * @param compile - `compileSchema`, or one that remembers what it compiled.
 */
export function contains(given: unknown, wanted: unknown, compile: Compile = compileSchema): Containment {
  const [a, b] = [normalizeSchema(given), normalizeSchema(wanted)];
  if (a.issues.length + b.issues.length > 0) return UNKNOWN;
  if (prove(a.schema, b.schema)) return { answer: 'yes' };
  if (hasSlowPattern(a.schema) || hasSlowPattern(b.schema)) return UNKNOWN;
  const validators = compileBoth(a.schema, b.schema, compile);
  if (validators === undefined) return UNKNOWN;
  const [fits, isWanted] = validators.map((validator) => (value: unknown) => validator(value).ok);
  const found = fits && isWanted && findWitness(a.schema, b.schema, fits, isWanted);
  return found === undefined ? UNKNOWN : { answer: 'no', ...found };
}

/** The same, without looking for a witness: whether it is proven. Needs no eval. */
export function isProvenToContain(given: unknown, wanted: unknown): boolean {
  const [a, b] = [normalizeSchema(given), normalizeSchema(wanted)];
  return a.issues.length + b.issues.length === 0 && prove(a.schema, b.schema);
}

function prove(given: JsonSchema, wanted: JsonSchema): boolean {
  if (equal(given, wanted)) return true;
  const term = { schema: wanted, root: wanted };
  return unlessTooLong(false, () =>
    limitSteps(MAX_STEPS, () => new Prover().prove(conjoin([{ schema: given, root: given }]), term)),
  );
}

function compileBoth(
  given: JsonSchema,
  wanted: JsonSchema,
  compile: Compile,
): readonly [given: Validator, wanted: Validator] | undefined {
  try {
    return [compile(given), compile(wanted)];
  } catch {
    return undefined;
  }
}

/** What a step of a proof counts, beside the steps of what it asks. */
const STEP = 20;
const MAX_DEPTH = 60;
/** Maximum positions of a tuple to check. */
const MAX_PLACES = 50;

/** Keywords that proofs support: with any other one, nothing is proven. */
const KNOWN: ReadonlySet<string> = new Set([
  ...BOUND_KEYWORDS,
  ...(
    'type const enum format pattern $ref allOf anyOf oneOf not properties additionalProperties required ' +
    'prefixItems items then else'
  ).split(' '),
]);

/** Keywords of which one depends on the others. */
const GROUPS = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['patternProperties', 'additionalProperties'],
];

/** A keyword with those beside it that its meaning depends on; `undefined` where that is the whole schema. */
function groupOf(keyword: string): readonly string[] | undefined {
  if (KEYWORDS.get(keyword)?.role === 'reference' || keyword.startsWith('unevaluated')) return undefined;
  return GROUPS.find((group) => group.includes(keyword)) ?? [keyword];
}

/** Keywords whose values a union, or a choice, distinguishes. */
const CHOICES = ['anyOf', 'oneOf', 'const', 'enum', 'not'];

/** Proves that all values that fit some schemas fit another one; counts its steps. */
class Prover {
  readonly #ids = new Map<unknown, number>();
  /** The goals being proven: one that is met again, a level deeper in the value, is assumed (coinduction). */
  readonly #open = new Set<string>();

  readonly prove = (given: Conjunction, wanted: Term): boolean => {
    if (wanted.schema === true || given.nodes.some((node) => isSame(node, wanted))) return true;
    const key = this.#keyOf(given, wanted);
    if (this.#open.has(key)) return true;
    countSteps(STEP);
    if (this.#open.size > MAX_DEPTH) return false;
    this.#open.add(key);
    const isProven = isEmpty(given) || this.#proveOpen(given, wanted);
    this.#open.delete(key);
    return isProven;
  };

  #proveOpen(given: Conjunction, wanted: Term): boolean {
    const values = finiteValues(given)?.filter((value) => mayBeInUnions(given, value));
    if (values !== undefined) return values.every((value) => verdictOf(wanted, value) === true);
    const { schema, root } = wanted;
    if (!isObject(schema)) return false;
    if (this.#proveKeywords(given, { schema, root })) return true;
    return casesOf(given, { schema, root })?.every((each) => this.prove(each, wanted)) ?? false;
  }

  #proveKeywords(given: Conjunction, wanted: Node): boolean {
    const { schema, root } = wanted;
    const types = typesOf(given);
    const { $ref: ref, allOf, anyOf, oneOf, not } = schema;
    const isChoice = schema['const'] !== undefined || schema['enum'] !== undefined;
    return (
      Object.keys(schema).every((keyword) => isSupported(given, wanted, keyword, types)) &&
      // Strings are compared with the choices by their patterns.
      (!isChoice || types.every((type) => type === 'string')) &&
      (typeof ref !== 'string' || this.prove(given, { schema: resolveRef(root, ref), root })) &&
      termsOf(wanted, allOf).every((part) => this.prove(given, part)) &&
      (!Array.isArray(anyOf) || termsOf(wanted, anyOf).some((part) => this.prove(given, part))) &&
      (!Array.isArray(oneOf) || this.#proveOneOf(given, termsOf(wanted, oneOf))) &&
      (not === undefined || isEmpty(and(given, within(wanted, not)))) &&
      types.every((type) => this.#proveType(type, and(given, TYPE_TERMS[type]), wanted))
    );
  }

  #proveOneOf(given: Conjunction, branches: readonly Term[]): boolean {
    return (
      branches.some((branch) => this.prove(given, branch)) &&
      branches.every((a, index) => branches.slice(index + 1).every((b) => isEmpty(and(and(given, a), b))))
    );
  }

  #proveType(type: ValueType, given: Conjunction, wanted: Node): boolean {
    if (isEmpty(given)) return true;
    const types = new Set([wanted.schema['type'] ?? type].flat());
    if (!types.has(type) && (type !== 'number' || !types.has('integer'))) return false;
    switch (type) {
      case 'number':
        return numbersFit(given, wanted);
      case 'string':
        return stringsFit(given, wanted);
      case 'array':
        return this.#proveArray(given, wanted);
      case 'object':
        return this.#proveObject(given, wanted);
      default:
        return true;
    }
  }

  #proveArray(given: Conjunction, wanted: Node): boolean {
    const [shortest, longest] = arrayLengths(given);
    const { minItems = 0, maxItems = Infinity, uniqueItems } = wanted.schema;
    const areDifferent = longest <= 1 || valuesOfKeyword(given, 'uniqueItems').includes(true);
    const places = prefixLength([...given.nodes, wanted]);
    if (shortest < Number(minItems) || longest > Number(maxItems) || places > MAX_PLACES) return false;
    if (uniqueItems === true && !areDifferent) return false;
    // The last index stands for all that follow.
    return Array.from({ length: Math.min(places + 1, longest) }, (_, index) => index).every((index) => {
      const goal = itemOf(wanted, index);
      return goal === undefined || this.prove(conjoin(itemTerms(given, index)), goal);
    });
  }

  #proveObject(given: Conjunction, wanted: Node): boolean {
    const { minProperties = 0, maxProperties = Infinity, additionalProperties: others } = wanted.schema;
    const required = requiredNames(given);
    if (![...requiredNames(conjoin([wanted]))].every((name) => required.has(name))) return false;
    const most = Math.min(possibleNames(given)?.length ?? Infinity, least(given, 'maxProperties'));
    const fewest = Math.max(required.size, greatest(given, 'minProperties'));
    if (fewest < Number(minProperties) || most > Number(maxProperties)) return false;
    const names = new Set([...given.nodes, wanted].flatMap(namesIn));
    const areNamedProven = [...names].every((name) => {
      const goal = propertyOf(wanted, name);
      return goal === undefined || this.prove(conjoin(propertyTerms(given, name)), goal);
    });
    if (!areNamedProven || others === undefined || wanted.schema['patternProperties'] !== undefined)
      return areNamedProven;
    return this.prove(conjoin(otherTerms(given)), within(wanted, others));
  }

  #keyOf({ nodes, unions }: Conjunction, { schema }: Term): string {
    const ids = [
      ...nodes.map((node) => this.#idOf(node.schema)),
      ...unions.map((union) => this.#idOf(union)),
    ];
    return `${ids.sort((a, b) => a - b).join()} ${this.#idOf(schema)}`;
  }

  #idOf(thing: unknown): number {
    const id = this.#ids.get(thing) ?? this.#ids.size;
    this.#ids.set(thing, id);
    return id;
  }
}

/** Whether a keyword can be proven by what it means, or because the same is given. */
function isSupported(
  given: Conjunction,
  wanted: Node,
  keyword: string,
  types: readonly ValueType[],
): boolean {
  const type = KEYWORDS.get(keyword)?.type;
  if (KNOWN.has(keyword) || !isRestricting(keyword) || (type !== undefined && !types.includes(type)))
    return true;
  const group = groupOf(keyword);
  const names = namesIn(wanted);
  return (
    group !== undefined &&
    given.nodes.some(
      (node) =>
        isSame(pickFrom(node, group), pickFrom(wanted, group)) &&
        // What is left to `additionalProperties` depends on the names beside it, too.
        (keyword !== 'patternProperties' || namesIn(node).every((name) => names.includes(name))),
    )
  );
}

const pickFrom = ({ schema, root }: Node, keywords: readonly string[]): Term => ({
  schema: pickKeys(schema, keywords),
  root,
});

/** Cases of what is given that can be proven one by one: by its union, or by its types. */
function casesOf(given: Conjunction, wanted: Node): readonly Conjunction[] | undefined {
  const byUnion = splitUnion(given);
  if (byUnion !== undefined) return byUnion;
  const types = typesOf(given);
  return types.length > 1 && CHOICES.some((keyword) => Object.hasOwn(wanted.schema, keyword))
    ? types.map((type) => and(given, TYPE_TERMS[type]))
    : undefined;
}

const termsOf = (around: Term, schemas: unknown): readonly Term[] =>
  Array.isArray(schemas) ? schemas.map((schema: unknown) => within(around, schema)) : [];

const typeTerm = (type: ValueType): Term => ({ schema: { type }, root: true });
const TYPE_TERMS: Readonly<Record<ValueType, Term>> = {
  null: typeTerm('null'),
  boolean: typeTerm('boolean'),
  number: typeTerm('number'),
  string: typeTerm('string'),
  array: typeTerm('array'),
  object: typeTerm('object'),
};
