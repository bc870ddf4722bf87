import type { JsonSchema } from '@btcp/core';
import { isObject, mapValues } from '../../model/own-property.ts';
import { findLimits, mutateValue } from './vary-value.ts';
import { type Random, ValueSampler } from './value-sampler.ts';

/** Values to try for one that is sought. */
const TRIES = 200;

/** Generates values that a schema accepts, and values that it refuses; some of both are hostile. */
export class CheckedSampler {
  readonly #sampler: ValueSampler;
  readonly #accepts: (value: unknown) => boolean;
  readonly #random: Random;
  readonly #known: readonly unknown[];
  /** Whether chance found none before: it would not later, and values may be large. */
  #isHopeless = false;

  /**
   * @param schema - Normalised.
   * @param accepts - Its verdict.
   * @param known - Values that it accepts, such as examples, where chance finds none.
   */
  constructor(
    schema: JsonSchema,
    accepts: (value: unknown) => boolean,
    random: Random,
    known: readonly unknown[] = [],
  ) {
    this.#sampler = new ValueSampler(schema, findLimits(schema), random);
    this.#accepts = accepts;
    this.#random = random;
    this.#known = known.filter(accepts);
  }

  /** A value that is accepted; `undefined` where none was found. */
  valid(): unknown {
    const known = this.#random.pick(this.#known);
    for (let tries = 0; tries < TRIES && !this.#isHopeless; tries++) {
      const sample = this.#random.isLucky(0.2) && known !== undefined ? known : this.#sampler.sample();
      const value = this.#random.isLucky(0.5) ? withHostile(sample, this.#random) : sample;
      if (this.#accepts(value)) return value;
    }
    this.#isHopeless = true;
    return known;
  }

  /** A value that is refused, usually because of one place; `undefined` where none was found. */
  invalid(): unknown {
    for (let tries = 0; tries < TRIES; tries++) {
      const near = mutateValue(this.valid() ?? this.#sampler.sample(), this.#sampler, this.#random);
      const value = this.#random.isLucky(0.3) ? withHostile(near, this.#random) : near;
      if (!this.#accepts(value)) return value;
    }
    return undefined;
  }
}

/** A value with a hostile one in some place. */
function withHostile(value: unknown, random: Random): unknown {
  const isWhole = random.isLucky(0.1);
  if (Array.isArray(value) && value.length > 0 && !isWhole) {
    const index = random.below(value.length);
    return value.with(index, withHostile(value[index], random)) as unknown;
  }
  if (isObject(value) && !isWhole) {
    const name = random.pick(Object.keys(value));
    if (name !== undefined)
      return mapValues(value, (member, key) => (key === name ? withHostile(member, random) : member));
  }
  return random.pick(HOSTILE_VALUES);
}

function nested(depth: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

const STRINGS = [
  '',
  ' ',
  '\0',
  '\n',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  `'"\`--;`,
  '../../etc/passwd',
  'data:text/html,<script>',
  '${7*7}{{7*7}}',
  '%00%n%s',
  '-1',
  '1e999',
  'null',
  '2024-02-30',
  'İ',
  '\u202E\u200B',
  'e\u0301',
  '👩‍👩‍👧',
  '\uD800',
  'a'.repeat(5000),
];

const NUMBERS = [0, -1, 1, 0.1 + 0.2, -0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, -1e308, 5e-324];

/**
 * JSON values that careless code stumbles over: strings that are code elsewhere, numbers at the ends of their range, names
 * of inherited properties, deep nesting.
 */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...STRINGS,
  ...NUMBERS,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  // As JSON gives it: an own property.
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"admin":true}}}'),
  { '': '', toString: 1, length: -1 },
  nested(100),
];
