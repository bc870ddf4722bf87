import { BOUND_KEYWORDS, isRestricting, KEYWORDS } from '../../model/keywords.ts';
import { isObject } from '../../model/own-property.ts';
import { resolveRef } from '../../model/references/resolve-ref.ts';
import {
  and,
  type Conjunction,
  finiteValues,
  isSame,
  type Node,
  type Term,
  typesOf,
  type ValueType,
  verdictOf,
  within,
} from './conjunction.ts';
import { examplesOf } from './examples-of.ts';
import { isEmpty, mayBeInUnions } from './is-empty.ts';
import { numbersFit, numbersNear } from './numbers.ts';
import { proveArray } from './prove-array.ts';
import { proveObject } from './prove-object.ts';
import { allProven, type Candidates, unless } from './question.ts';
import { splitCases } from './split-cases.ts';
import { stringsAgainst } from './strings.ts';
import { countSteps } from './work.ts';

/** What a step of a proof counts, beside the steps of what it asks. */
const STEP = 20;
const MAX_DEPTH = 60;

/** Keywords that proofs support: with any other one, nothing is proven. */
const KNOWN: ReadonlySet<string> = new Set([
  ...BOUND_KEYWORDS,
  ...(
    'type const enum format pattern $ref allOf anyOf oneOf not if then else properties patternProperties ' +
    'additionalProperties propertyNames required dependentRequired dependentSchemas prefixItems items contains'
  ).split(' '),
]);

/** Proves that all values that fit some schemas fit another one; counts its steps. */
export class Prover {
  readonly #ids = new Map<unknown, number>();
  /** The goals being proven: one that is met again, a level deeper in the value, is assumed (coinduction). */
  readonly #open = new Set<string>();

  /** `undefined` where it is proven; else candidates for a witness. */
  readonly prove = (given: Conjunction, wanted: Term): Candidates | undefined => {
    if (wanted.schema === true || given.nodes.some((node) => isSame(node, wanted))) return undefined;
    const key = this.#keyOf(given, wanted);
    if (this.#open.has(key)) return undefined;
    countSteps(STEP);
    if (this.#open.size > MAX_DEPTH) return [];
    this.#open.add(key);
    const candidates = isEmpty(given) ? undefined : this.#proveOpen(given, wanted);
    this.#open.delete(key);
    return candidates;
  };

  #proveOpen(given: Conjunction, wanted: Term): Candidates | undefined {
    const values = finiteValues(given)?.filter((value) => mayBeInUnions(given, value));
    if (values !== undefined) {
      const wrong = values.filter((value) => verdictOf(wanted, value) !== true);
      return wrong.length === 0 ? undefined : wrong;
    }
    const { schema, root } = wanted;
    if (!isObject(schema)) return examplesOf(given);
    const candidates = this.#proveKeywords(given, { schema, root });
    const cases = candidates && splitCases(given, { schema, root });
    return cases === undefined ? candidates : allProven(cases.map((each) => this.prove(each, wanted)));
  }

  #proveKeywords(given: Conjunction, wanted: Node): Candidates | undefined {
    const { schema, root } = wanted;
    const types = typesOf(given);
    const isUnknown = Object.keys(schema).some((keyword) => {
      const type = KEYWORDS.get(keyword)?.type;
      return isRestricting(keyword) && !KNOWN.has(keyword) && (type === undefined || types.includes(type));
    });
    if (isUnknown) return [];
    const { $ref: ref, allOf, anyOf, oneOf, not } = schema;
    const isChoice = schema['const'] !== undefined || schema['enum'] !== undefined;
    return allProven([
      // Strings are compared with the choices by their patterns.
      unless(!isChoice || types.every((type) => type === 'string'), () => examplesOf(given)),
      typeof ref === 'string' ? this.prove(given, { schema: resolveRef(root, ref), root }) : undefined,
      ...termsOf(wanted, allOf).map((part) => this.prove(given, part)),
      Array.isArray(anyOf) ? this.#proveUnion(given, termsOf(wanted, anyOf)) : undefined,
      Array.isArray(oneOf) ? this.#proveOneOf(given, termsOf(wanted, oneOf)) : undefined,
      not === undefined ? undefined : this.#proveNot(given, within(wanted, not)),
      this.#proveCondition(given, wanted),
      ...types.map((type) => this.#proveType(type, and(given, TYPE_TERMS[type]), wanted)),
    ]);
  }

  #proveUnion(given: Conjunction, branches: readonly Term[]): Candidates | undefined {
    const allCandidates: unknown[] = [];
    for (const branch of branches) {
      const candidates = this.prove(given, branch);
      if (candidates === undefined) return undefined;
      allCandidates.push(...candidates);
    }
    return allCandidates;
  }

  #proveOneOf(given: Conjunction, branches: readonly Term[]): Candidates | undefined {
    const areDisjoint = branches.every((a, index) =>
      branches.slice(index + 1).every((b) => isEmpty(and(and(given, a), b))),
    );
    const candidates = this.#proveUnion(given, branches);
    return candidates ?? (areDisjoint ? undefined : examplesOf(given));
  }

  #proveNot(given: Conjunction, refused: Term): Candidates | undefined {
    const common = and(given, refused);
    return isEmpty(common) ? undefined : examplesOf(common);
  }

  // Values that fail the condition are not singled out, so all must pass the other branch.
  #proveCondition(given: Conjunction, wanted: Node): Candidates | undefined {
    const { if: condition, then = true, else: otherwise = true } = wanted.schema;
    if (condition === undefined) return undefined;
    const term = within(wanted, condition);
    return allProven([
      this.prove(and(given, term), within(wanted, then)),
      otherwise === true || this.prove(given, term) === undefined
        ? undefined
        : this.prove(given, within(wanted, otherwise)),
    ]);
  }

  #proveType(type: ValueType, given: Conjunction, wanted: Node): Candidates | undefined {
    if (isEmpty(given)) return undefined;
    const types = new Set([wanted.schema['type'] ?? type].flat());
    const isWanted = types.has(type) || (type === 'number' && types.has('integer'));
    if (!isWanted) return examplesOf(given);
    const question = { given, wanted, prove: this.prove };
    switch (type) {
      case 'number':
        return unless(numbersFit(given, wanted), () => numbersNear(given, wanted));
      case 'string':
        return stringsAgainst(given, wanted);
      case 'array':
        return proveArray(question);
      case 'object':
        return proveObject(question);
      default:
        return undefined;
    }
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
