import type { JsonSchema } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { answer } from '../support/answer.ts';
import { interleave, type Effort, type Rounds, type Timed } from '../support/interleave.ts';

/** The parent's question. */
export interface GrowthQuestion {
  readonly effort: Effort;
}

/** Times for a value and for one of about four times its size. */
export type GrowthAnswer = Readonly<
  Record<
    string,
    { readonly rounds: Rounds; readonly bytes: { readonly small: number; readonly large: number } }
  >
>;

interface GrowthCase {
  readonly schema: JsonSchema;
  readonly make: (size: number) => unknown;
}

const UNIQUE: JsonSchema = { uniqueItems: true };
const UNIQUE_EVERYWHERE: JsonSchema = {
  $defs: {
    all: { uniqueItems: true, items: { $ref: '#/$defs/all' }, additionalProperties: { $ref: '#/$defs/all' } },
  },
  $ref: '#/$defs/all',
};
const list = (length: number, item: (index: number) => unknown): unknown[] =>
  Array.from({ length }, (_, index) => item(index));

const CASES: Readonly<Record<string, GrowthCase>> = {
  'uniqueItems in each of nested lists and objects': {
    schema: UNIQUE_EVERYWHERE,
    make: (size) => {
      let value: unknown = ['x'.repeat(200 * size)];
      for (let level = 0; level < size; level++) value = [value, { level, tags: ['a', level] }];
      return value;
    },
  },
  'uniqueItems, long strings that differ at their end': {
    schema: UNIQUE,
    make: (size) => list(size / 2, (index) => `${'x'.repeat(20_000)}${1_000 + index}`),
  },
  'uniqueItems, objects with long names that differ at their end': {
    schema: UNIQUE,
    make: (size) => list(size / 2, (index) => ({ [`${'x'.repeat(20_000)}${1_000 + index}`]: 1 })),
  },
  'uniqueItems, numbers': { schema: UNIQUE, make: (size) => list(size * 50, (index) => index * 2 ** 20) },
  'uniqueItems, small objects': {
    schema: UNIQUE,
    make: (size) => list(size * 10, (index) => ({ id: index, tags: ['a', index] })),
  },
  'a pattern that is taken as fast, on what it does not match': {
    schema: { pattern: '^[a-z0-9]+(?:[._-][a-z0-9]+)*@(?:[a-z0-9-]+\\.)+[a-z]{2,}$' },
    make: (size) => `${'a.'.repeat(size * 20)}@${'a.'.repeat(size * 20)}!`,
  },
};

await answer(async ({ effort }: GrowthQuestion): Promise<GrowthAnswer> => {
  const answers: [string, GrowthAnswer[string]][] = [];
  for (const [name, { schema, make }] of Object.entries(CASES)) {
    const validate = compileSchema(schema);
    const [small, large] = [make(200), make(800)];
    const timed =
      (value: unknown): Timed =>
      (times) => {
        const start = performance.now();
        for (let run = 0; run < times; run++) validate(value);
        return performance.now() - start;
      };
    const rounds = await interleave({ small: timed(small), large: timed(large) }, effort);
    const [a, b] = [JSON.stringify(small), JSON.stringify(large)];
    answers.push([name, { rounds, bytes: { small: a.length, large: b.length } }]);
  }
  return Object.fromEntries(answers);
});
