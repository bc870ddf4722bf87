import type { Validator } from '@btcp/core';
import { CheckedSampler, equal, isObject, omitKeys, Random, varyValue } from '@btcp/schema';
import { compileSchema } from '@btcp/schema/compile';
import fc, { Arbitrary, type Random as FastCheckRandom, type Stream, stream, Value } from 'fast-check';
import { describedTool, nameOf } from '../described-tool.ts';
import { varyStrings } from './vary-strings.ts';

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
