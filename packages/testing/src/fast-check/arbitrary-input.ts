import type { Validator } from '@btcp/core';
import {
  CheckedSampler,
  equal,
  isObject,
  mapValues,
  omitKeys,
  Random,
  varyValue,
} from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import fc, { Arbitrary, type Random as FastCheckRandom, type Stream, stream, Value } from 'fast-check';
import { describedTool, nameOf } from '../describe-tools.ts';

/** A tool as `defineTool` returns it. */
type ToolOf<Input> = ((input: Input) => unknown) & { readonly inputSchema: object };

/** Which inputs to generate. */
export interface ArbitraryInputOptions {
  /** Inputs that the tool's validator refuses, most of them because of one place. */
  readonly invalid?: boolean;
}

/**
 * Generates inputs of a tool for fast-check: of its schema's types, at its limits, with hostile strings and numbers, and
 * all of them accepted by its validator, with defaults filled in. Counterexamples shrink to simpler valid inputs.
 *
 * @param tool - What `defineTool` returned.
 * @example
 * await fc.assert(fc.asyncProperty(arbitraryInput(getCell), (input) => expect(getCell).toReturnValidOutput(input, page)));
 */
export function arbitraryInput<Input>(
  tool: ToolOf<Input>,
  options?: { readonly invalid?: false },
): Arbitrary<Input>;
export function arbitraryInput(tool: ToolOf<never>, options: ArbitraryInputOptions): Arbitrary<unknown>;
export function arbitraryInput(
  tool: ToolOf<never>,
  { invalid = false }: ArbitraryInputOptions = {},
): Arbitrary<unknown> {
  const described = describedTool(tool).tool;
  const { inputSchema, examples = [] } = described;
  const name = nameOf(described);
  const validator = compileSchema(inputSchema);
  const random = new BorrowedRandom();
  const known = examples.map(({ input }) => input);
  const sampler = new CheckedSampler(inputSchema, (value) => validator(value).ok, random, known);
  const inputs = invalid ? refused(name, sampler, validator) : accepted(name, sampler, validator);
  return new InputArbitrary(random, inputs);
}

/** Random numbers of fast-check, so that a seed gives the same inputs; of its own, where no input is asked for. */
class BorrowedRandom extends Random {
  source: FastCheckRandom | undefined;

  constructor() {
    super(1);
  }

  override next(): number {
    return this.source ? this.source.nextDouble() : super.next();
  }
}

/** What is generated. */
interface DescribedInputs {
  /** Generates one; `undefined` where none was found. */
  readonly generate: () => unknown;
  /** Whether a value is one that could be generated. */
  readonly includes: (value: unknown) => boolean;
  /** Says that none was found. */
  readonly missing: string;
  /** Whether their strings are varied: those of refused inputs would be wrong in more places. */
  readonly varies: boolean;
}

function accepted(name: string, sampler: CheckedSampler, validator: Validator): DescribedInputs {
  return {
    generate() {
      const result = validator(sampler.valid());
      return result.ok ? result.value : undefined;
    },
    missing: `No valid input of ${name} was found: give it an example.`,
    varies: true,
    includes(value) {
      const result = validator(value);
      // A property with a default would be filled in again.
      return result.ok && equal(result.value, value);
    },
  };
}

function refused(name: string, sampler: CheckedSampler, validator: Validator): DescribedInputs {
  return {
    generate: () => sampler.invalid(),
    missing: `No invalid input of ${name} was found: its schema accepts anything.`,
    varies: false,
    includes: (value) => !validator(value).ok,
  };
}

class InputArbitrary extends Arbitrary<unknown> {
  readonly #random: BorrowedRandom;
  readonly #inputs: DescribedInputs;

  constructor(random: BorrowedRandom, inputs: DescribedInputs) {
    super();
    this.#random = random;
    this.#inputs = inputs;
  }

  override generate(source: FastCheckRandom, bias?: number): Value<unknown> {
    this.#random.source = source;
    const value = this.#inputs.generate();
    this.#random.source = undefined;
    if (value === undefined) throw new Error(this.#inputs.missing);
    const { varies, includes } = this.#inputs;
    return new Value(varies ? varyStrings(value, includes, source, bias) : value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is unknown {
    return this.#inputs.includes(value);
  }

  override shrink(value: unknown): Stream<Value<unknown>> {
    function* simpler(): IterableIterator<unknown> {
      yield* varyValue(value, simplerValues);
    }
    return stream(simpler())
      .filter(this.#inputs.includes)
      .map((each) => new Value(each, undefined));
  }
}

const INTEGER = fc.maxSafeInteger();
const ASCII = fc.string();
const STRING = fc.string({ unit: 'binary' });

/** What fast-check shrinks a value to, and for lists what is left without one of their members. */
function* simplerValues(value: unknown): Iterable<unknown> {
  if (Array.isArray(value)) for (const index of value.keys()) yield value.toSpliced(index, 1) as unknown;
  else if (isObject(value)) for (const name of Object.keys(value)) yield omitKeys(value, [name]);
  else if (typeof value === 'string')
    yield* shrunk(ASCII.canShrinkWithoutContext(value) ? ASCII : STRING, value);
  else if (Number.isSafeInteger(value)) yield* shrunk(INTEGER, value as number);
  else if (typeof value === 'number')
    yield* Number.isInteger(value) ? [0, value / 2] : [Math.trunc(value) + 0];
  else if (value === true) yield false;
}

function* shrunk<T>(arbitrary: Arbitrary<T>, value: T): Iterable<T> {
  for (const simpler of arbitrary.shrink(value, undefined)) yield simpler.value;
}

/** Names that every object has: `PRICES[name]` finds them too. */
const INHERITED = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'];

const STRINGS = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...INHERITED));

/** Each variation asks for a verdict on the whole value, so that of a large one only some are varied. */
const MOST_VARIED = 10;

/**
 * Replaces about half of the strings in a value by those that fast-check generates, or by names that every object has.
 *
 * @param accepts - Whether a varied value is one to be had; it is asked after each string.
 * @param bias - As fast-check passes it.
 */
function varyStrings(
  value: unknown,
  accepts: (varied: unknown) => boolean,
  random: FastCheckRandom,
  bias?: number,
): unknown {
  let left = MOST_VARIED;
  const vary = (at: unknown, takes: (varied: unknown) => boolean): unknown => {
    if (Array.isArray(at)) {
      const items = at.slice() as unknown[];
      for (const [index, item] of items.entries())
        items[index] = vary(item, (varied) => takes(items.with(index, varied)));
      return items;
    }
    if (isObject(at)) {
      let object = at;
      for (const name of Object.keys(at)) {
        const withMember = (varied: unknown): typeof at =>
          mapValues(object, (member, key) => (key === name ? varied : member));
        object = withMember(vary(object[name], (varied) => takes(withMember(varied))));
      }
      return object;
    }
    if (typeof at !== 'string' || left === 0 || random.nextDouble() < 0.5) return at;
    left--;
    // One of the same length fits where others are too short or too long.
    const alike = fc.string({ minLength: at.length, maxLength: at.length });
    return [STRINGS, alike].map((each) => each.generate(random, bias).value).find(takes) ?? at;
  };
  return vary(value, accepts);
}
