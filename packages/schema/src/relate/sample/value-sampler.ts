import type { JsonSchema } from '@btcp/core';
import { type Limit, LIMITS } from '../../model/limits.ts';
import { typesOf } from '../../model/schema-node.ts';
import { findRecursiveRefs, resolveRef } from '../../model/references/local-refs.ts';
import { intersectSchemas } from '../../model/merge/intersect-schemas.ts';
import { getOwn, isObject, omitKeys, setOwn, type MutableObject } from '../../model/own-property.ts';
import { FORMATS } from '../../compile/formats.ts';
import type { CodeRange } from '../../pattern/character-sets.ts';
import { parsePattern, type PatternNode } from '../../pattern/parse-pattern.ts';

const MAX_DEPTH = 6;
/** References and branches that are followed for one value: those of a recursive union may have no end. */
const MAX_STEPS = 100;
/** Approximate maximum of values and characters in a sample: nested long arrays would have no end. */
const MAX_SIZE = 10_000;
const PLAIN_TYPES = ['string', 'integer', 'number', 'boolean', 'null'];
const TYPES = [...PLAIN_TYPES, 'array', 'object'];

/** Generates values that often fit a schema, and otherwise nearly do. */
export class ValueSampler {
  readonly #root: JsonSchema;
  readonly #random: Random;
  readonly #limits: readonly number[];
  readonly #recursive: ReadonlySet<string>;
  readonly #addsProperties: boolean;
  #size = 0;

  /**
   * @param root - Normalised.
   * @param limits - Numbers where verdicts may change.
   * @param addsProperties - Whether objects get properties that nothing describes.
   */
  constructor(root: JsonSchema, limits: readonly number[], random: Random, addsProperties: boolean = true) {
    this.#addsProperties = addsProperties;
    this.#root = root;
    this.#random = random;
    this.#limits = limits;
    this.#recursive = findRecursiveRefs(root);
  }

  sample(): unknown {
    this.#size = 0;
    return this.#sample(this.#root, 0);
  }

  sampleAnything(depth = 0): unknown {
    // An array may be as long as a limit at every level, so the depth is bounded.
    return this.#sampleType(this.#random.pick(depth > MAX_DEPTH ? PLAIN_TYPES : TYPES) ?? 'null', {}, depth);
  }

  #sample(schema: JsonSchema, depth: number, steps = 0): unknown {
    if (this.#size++ > MAX_SIZE) return null;
    if (!isObject(schema) || depth > MAX_DEPTH || steps > MAX_STEPS) return this.sampleAnything(depth + 1);
    const flat = this.#flatten(schema);
    if (flat !== schema) return this.#sample(flat, depth, steps + 1);
    const values = [
      getOwn(schema, 'enum') ?? [],
      Object.hasOwn(schema, 'const') ? [schema['const']] : [],
    ].flat();
    if (values.length > 0) return this.#random.pick(values);
    const type = this.#random.pick(typesOf(schema) ?? guessTypes(schema)) ?? 'null';
    return this.#sampleType(type, schema, depth);
  }

  /** A schema without `$ref`, `allOf` and unions: one branch of each. */
  #flatten(schema: MutableObject): JsonSchema {
    const ref = getOwn(schema, '$ref');
    if (typeof ref === 'string')
      return this.#merge(omitKeys(schema, ['$ref']), resolveRef(this.#root, ref) ?? true);
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = getOwn(schema, keyword);
      if (!Array.isArray(branches)) continue;
      // Members of a union are schemas.
      return this.#merge(omitKeys(schema, [keyword]), (this.#random.pick(branches) ?? true) as JsonSchema);
    }
    const parts = getOwn(schema, 'allOf');
    if (!Array.isArray(parts)) return schema;
    return (parts as JsonSchema[]).reduce<JsonSchema>(
      (all, part) => this.#merge(all, part),
      omitKeys(schema, ['allOf']),
    );
  }

  // A recursive reference can't be merged with anything.
  readonly #resolve = (ref: string): JsonSchema | undefined =>
    this.#recursive.has(ref) ? undefined : resolveRef(this.#root, ref);

  #merge(a: JsonSchema, b: JsonSchema): JsonSchema {
    const merged = intersectSchemas([a, b], this.#resolve);
    if (merged !== undefined) return merged;
    return { ...(isObject(a) ? a : {}), ...(isObject(b) ? b : {}) };
  }

  #sampleType(type: string, schema: MutableObject, depth: number): unknown {
    switch (type) {
      case 'string':
        return this.#sampleString(schema);
      case 'integer':
        return Math.round(this.#sampleNumber(schema));
      case 'number':
        return this.#random.isLucky(0.3) ? this.#sampleNumber(schema) + 0.5 : this.#sampleNumber(schema);
      case 'boolean':
        return this.#random.isLucky(0.5);
      case 'array':
        return this.#sampleList(schema, depth);
      case 'object':
        return this.#sampleObject(schema, depth);
      default:
        return null;
    }
  }

  #sampleString(schema: MutableObject): string {
    const text = sampleString(schema, this.#limits, this.#random);
    this.#size += text.length;
    return text;
  }

  #sampleNumber(schema: MutableObject): number {
    const bounds = [getOwn(schema, 'minimum'), getOwn(schema, 'maximum')].filter(
      (bound) => typeof bound === 'number',
    );
    const near = bounds.length > 0 && this.#random.isLucky(0.7) ? bounds : [...this.#limits, 0, 1, -1, 7];
    const value = this.#random.pick(near) ?? 0;
    return Object.entries<Limit<number>>(LIMITS.number).reduce((found, [keyword, { next }]) => {
      const limit = next && getOwn(schema, keyword);
      return next && typeof limit === 'number' && this.#random.isLucky(0.7) ? next(found, limit) : found;
    }, value);
  }

  #sampleList(schema: MutableObject, depth: number): unknown[] {
    const prefix = getOwn(schema, 'prefixItems');
    const items = getOwn(schema, 'items');
    const shortest = getOwn(schema, 'minItems');
    const wanted =
      this.#random.isLucky(0.6) && typeof shortest === 'number' ? shortest : this.#sampleLength();
    const list = (Array.isArray(prefix) ? prefix : []).map((item: JsonSchema) =>
      this.#sample(item, depth + 1),
    );
    const isSame = this.#random.isLucky(0.2);
    // The size of the last item, which counts again where it is repeated.
    let size = 1;
    const left = items === false ? 0 : wanted - list.length;
    for (let more = Math.min(left, MAX_SIZE); more > 0; more--) {
      const before = this.#size;
      if (isSame && list.length > 0 && this.#size <= MAX_SIZE) {
        list.push(list.at(-1));
        this.#size += size;
      } else {
        list.push(this.#sample((items ?? true) as JsonSchema, depth + 1));
        size = this.#size - before;
      }
    }
    return list;
  }

  #sampleLength(): number {
    const limit = this.#random.pick(this.#limits.filter((each) => each >= 0 && each <= 60));
    return this.#random.isLucky(0.5) && limit !== undefined ? limit : this.#random.below(3);
  }

  #sampleObject(schema: MutableObject, depth: number): MutableObject {
    const sampled: MutableObject = {};
    const properties = getOwn(schema, 'properties');
    const required = getOwn(schema, 'required');
    const names = Array.isArray(required) ? required.map(String) : [];
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
      const isWanted = names.includes(name)
        ? !this.#random.isLucky(0.05)
        : this.#random.isLucky(depth < 3 ? 0.5 : 0.1);
      if (isWanted) setOwn(sampled, name, this.#sample(property as JsonSchema, depth + 1));
    }
    const rest = getOwn(schema, 'additionalProperties');
    for (const name of names)
      if (!Object.hasOwn(sampled, name))
        setOwn(sampled, name, this.#sample((rest ?? true) as JsonSchema, depth + 1));
    const isOpen = rest === undefined ? this.#addsProperties : rest !== false;
    if (isOpen && this.#random.isLucky(0.3))
      setOwn(sampled, 'extra', this.#sample((rest ?? true) as JsonSchema, depth + 1));
    this.#addMatching(schema, sampled, depth);
    return sampled;
  }

  #addMatching(schema: MutableObject, sampled: MutableObject, depth: number): void {
    const patterns = getOwn(schema, 'patternProperties');
    for (const [pattern, property] of Object.entries(isObject(patterns) ? patterns : {})) {
      if (!this.#random.isLucky(0.5)) continue;
      const value = this.#random.isLucky(0.5)
        ? this.#sample(property as JsonSchema, depth + 1)
        : this.sampleAnything(depth + 1);
      setOwn(sampled, samplePattern(pattern, this.#random), value);
    }
  }
}

function guessTypes(schema: MutableObject): readonly string[] {
  if (['properties', 'required', 'additionalProperties'].some((key) => Object.hasOwn(schema, key)))
    return ['object'];
  if (['items', 'prefixItems', 'minItems'].some((key) => Object.hasOwn(schema, key))) return ['array'];
  return TYPES;
}

const WORDS = ['', 'a', 'B5', 'not it', '!', 'ä'];

/** Longer strings are not tried, and loops have no more repetitions. */
const MAX_LENGTH = 5000;

/** A string that often fits a schema, and sometimes exceeds its limits slightly. */
function sampleString(schema: MutableObject, lengths: readonly number[], random: Random): string {
  const format = FORMATS.get(String(getOwn(schema, 'format')));
  if (format?.example !== undefined && !random.isLucky(0.1)) return format.example;
  const pattern = getOwn(schema, 'pattern') ?? format?.pattern;
  const text = typeof pattern === 'string' ? samplePattern(pattern, random) : (random.pick(WORDS) ?? '');
  const shortest = getOwn(schema, 'minLength');
  const length = typeof shortest === 'number' && !random.isLucky(0.2) ? shortest : random.pick(lengths);
  if (typeof pattern === 'string' || length === undefined) return text;
  return random.isLucky(0.5) || text.length < length ? text.padEnd(Math.min(length, MAX_LENGTH), 'x') : text;
}

/** Maximum repetitions that are more than the least. */
const MAX_TURNS = 100;
/** Preferred as representatives of a set. */
const READABLE = Array.from('aZ09 -_', codeOf);

/**
 * A string that a regular expression probably matches; look-arounds are not respected. Callers must check it. Of a
 * pattern that is not supported, any string.
 */
function samplePattern(pattern: string, random: Random): string {
  const parsed = parsePattern(pattern);
  return parsed === undefined ? 'a' : sampleNode(parsed, random);
}

function sampleNode(node: PatternNode, random: Random): string {
  switch (node.kind) {
    case 'set':
      return sampleSet(node.ranges, random);
    case 'sequence':
      return node.parts.map((part) => sampleNode(part, random)).join('');
    case 'choice': {
      const option = random.pick(node.options);
      return option === undefined ? '' : sampleNode(option, random);
    }
    case 'loop':
      return sampleLoop(node, random);
    default:
      return '';
  }
}

function sampleLoop({ body, least, most }: PatternNode & { kind: 'loop' }, random: Random): string {
  // The most, too, as callers stumble over it; patterns without one get no long string.
  const ends = [least, least + 1, most].filter((each) => each <= Math.min(most, MAX_TURNS));
  const turns = Math.min(random.pick(ends) ?? least, MAX_LENGTH);
  let text = '';
  for (let turn = 0; turn < turns && text.length < MAX_LENGTH; turn++) text += sampleNode(body, random);
  return text;
}

function sampleSet(ranges: readonly CodeRange[], random: Random): string {
  const [first = [97, 97], ...others] = ranges;
  const isIn = (code: number): boolean => ranges.some(([from, to]) => from <= code && code <= to);
  const ends = others.length === 0 ? first : [];
  const codes = [...READABLE.filter(isIn), ...ends.filter((code) => !READABLE.includes(code))];
  return String.fromCodePoint(random.pick(codes) ?? first[0]);
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

/** A seeded generator of random numbers, so that every run gives the same answers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)];
  }

  isLucky(chance: number): boolean {
    return this.next() < chance;
  }
}
