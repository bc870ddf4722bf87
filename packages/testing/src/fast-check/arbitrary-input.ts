import type { JsonSchema, Validator } from '@btcp/core';
import { CheckedSampler, equal, Random } from '@btcp/schema';
import { compileSchema } from '@btcp/schema/compile';
import { Arbitrary, type Random as FastCheckRandom, type Stream, stream, Value } from 'fast-check';
import { describedTool, nameOf } from '../described-tool.ts';
import { type Inputs, SimplerInputs } from './simpler-inputs.ts';
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
  return new InputArbitrary(random, inputs, inputSchema);
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

interface DescribedInputs extends Inputs {
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
  readonly #simpler: SimplerInputs;

  constructor(random: BorrowedRandom, inputs: DescribedInputs, schema: JsonSchema) {
    super();
    this.#random = random;
    this.#inputs = inputs;
    this.#simpler = new SimplerInputs(schema, inputs);
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

  /** @param context - How many values of other inputs it has taken. */
  override shrink(value: unknown, context: unknown): Stream<Value<unknown>> {
    const all = this.#simpler.of({ value, taken: Number(context ?? 0) });
    function* simpler(): IterableIterator<Value<unknown>> {
      for (const { value: varied, taken } of all) yield new Value(varied, taken);
    }
    return stream(simpler());
  }
}
