import type { ManifestTool, ToolValidators, Validator } from '@btcp/core';
import { boundaryValues, CheckedSampler, findLimits, HOSTILE_VALUES, Random, varyValue } from '@btcp/schema';
import type { CaseKind, ConformCase } from './conform-case.ts';

/** Cases of each kind that are generated for a tool. */
const GENERATED = 25;
/** Maximum cases with a boundary or a hostile value in one place. */
const MAX_VARIED = 80;

/** A code that no tool has by chance. */
const OWN_CODE = 'CONFORM_OWN_CODE';

/**
 * Makes the calls of a tool: its examples, generated inputs, valid and invalid ones, and a valid one with a boundary or a
 * hostile value in each of its places; and what the tool may do: return what its schema accepts or refuses, or throw.
 *
 * @param seed - The same one gives the same cases.
 */
export function makeCases(
  tool: ManifestTool,
  validators: ToolValidators,
  seed: number,
): readonly ConformCase[] {
  const { name, inputSchema, outputSchema, examples = [] } = tool;
  const random = new Random(seed);
  const inputs = new CheckedSampler(inputSchema, accepts(validators.input), random, examples.map(inputOf));
  const outputs =
    outputSchema &&
    validators.output &&
    new CheckedSampler(outputSchema, accepts(validators.output), random, examples.flatMap(outputOf));
  const output = (): unknown => (outputs ? outputs.valid() : null);
  const cases: ConformCase[] = [];
  const add = (
    kind: CaseKind,
    input: unknown,
    does: Pick<ConformCase, 'output' | 'throws'> = { output: output() },
  ): void => {
    if (input !== undefined) cases.push({ tool: name, kind, input, ...does });
  };
  for (const { input, output: shown } of examples)
    add('example', input, { output: shown === undefined ? output() : shown });
  for (let count = 0; count < GENERATED; count++) {
    add('valid', inputs.valid());
    add('invalid', inputs.invalid());
    if (outputs) add('output', inputs.valid(), { output: outputs.invalid() });
  }
  const valid = cases.filter(({ kind }) => kind === 'example' || kind === 'valid');
  const base = fullest(valid.map(({ input }) => input));
  const limits = findLimits(inputSchema);
  for (const input of spread(varyValue(base, (value) => boundaryValues(value, limits))))
    add('boundary', input);
  for (const input of spread(varyValue(base, () => HOSTILE_VALUES))) add('hostile', input);
  add('error', base, { output: null, throws: OWN_CODE });
  if (tool.capabilities.length > 0) add('denied', base);
  return distinct(cases);
}

const accepts =
  (validator: Validator) =>
  (value: unknown): boolean =>
    validator(value).ok;

type Example = NonNullable<ManifestTool['examples']>[number];
const inputOf = ({ input }: Example): unknown => input;
const outputOf = ({ output }: Example): readonly unknown[] => (output === undefined ? [] : [output]);

/** Longer inputs have a long string, and fewer places. */
const MAX_BASE = 1000;

/** The input that probably has the most places. */
function fullest(inputs: readonly unknown[]): unknown {
  const sized = inputs.map((input) => ({ input, size: JSON.stringify(input).length }));
  const fitting = sized.filter(({ size }) => size <= MAX_BASE).sort((a, b) => b.size - a.size);
  return (fitting[0] ?? sized[0])?.input;
}

/** At most so many of some values, from all of their range. */
function spread(values: Iterable<unknown>): readonly unknown[] {
  const all = [...values];
  const step = Math.max(1, all.length / MAX_VARIED);
  return Array.from(
    { length: Math.min(all.length, MAX_VARIED) },
    (_, index) => all[Math.floor(index * step)],
  );
}

function distinct(cases: readonly ConformCase[]): readonly ConformCase[] {
  const keys = new Set<string>();
  return cases.filter(({ kind, ...call }) => {
    // What a tool returns does not matter where its input is refused, and is tried with others where it is accepted.
    const key = JSON.stringify(kind === 'output' ? call : [kind === 'denied', call.input, call.throws]);
    return keys.size < keys.add(key).size;
  });
}
