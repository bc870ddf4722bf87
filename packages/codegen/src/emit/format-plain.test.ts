import type { JsonSchemaObject, Manifest } from '@btcp/core';
import { declareTools } from '@btcp/schema/compile';
import fc from 'fast-check';
import { format, type Options } from 'prettier';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { emitClient } from './client/emit-client.ts';
import { isBlock, textsOf } from './format-pieces.ts';
import { formatPlain } from './format-plain.ts';
import { emitRegistration, type RegistrationParts } from './registration.ts';

const SEED = 26;

const byPrettier = async (text: string, options: Options): Promise<string> =>
  (await format(text, { ...options, filepath: 'client.ts' })).trim();

/** Names from one letter to more than a line. */
const name = fc
  .tuple(fc.constantFrom('a', 'get', 'read_it', 'of$'), fc.integer({ min: 0, max: 12 }))
  .map(([start, length]) => start + 'Long'.repeat(length > 9 ? length : length / 4));
const key = fc.oneof({ weight: 12, arbitrary: name }, fc.constantFrom('a-b', '1', 'new', '__proto__'));
const text = fc.oneof(
  { weight: 8, arbitrary: fc.lorem({ maxCount: 20 }) },
  fc.constantFrom(
    '  two\n\n\nthree\t',
    'say "x" */',
    'prettier-ignore',
    '@deprecated\r\n x',
    '* * *',
    'é\u2028x ',
  ),
);
const value = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('open', 'paid off', 'a,b:c/d-e', 'x'.repeat(30)) },
  fc.constantFrom("it's", 'a\\b', 'say "x"', 'ü', 7, 0, -1, 1.5, 1e21, true, null),
);

const schema = fc.letrec<{ schema: JsonSchemaObject; object: JsonSchemaObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<JsonSchemaObject>(
      { type: 'string' },
      { type: 'integer' },
      { type: ['string', 'null'] },
      {},
    ),
    fc.uniqueArray(value, { minLength: 1, maxLength: 6 }).map((values) => ({ enum: values })),
    tie('object'),
    tie('schema').map((items) => ({ type: 'array', items })),
  ),
  object: fc
    .tuple(
      fc.dictionary(key, fc.tuple(tie('schema'), fc.option(text)), { maxKeys: 4 }),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([members, openness]) => ({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(members).map(([of, [sub, description]]) => [
          of,
          { ...sub, ...(description !== null && { description }) },
        ]),
      ),
      ...(openness > 0 && { additionalProperties: false }),
    })),
})).object;

const EMPTY: Manifest = { btcp: '1.0', name: 'any', version: '1.0.0', tools: [], capabilities: [] };
const manifest = fc
  .array(fc.record({ name, description: text, inputSchema: schema, outputSchema: schema }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((tools): Manifest => ({ ...EMPTY, tools: tools.map((tool) => ({ ...tool, capabilities: [] })) }));

const options = fc.record(
  {
    printWidth: fc.integer({ min: 40, max: 140 }),
    tabWidth: fc.constantFrom(2, 4),
    singleQuote: fc.boolean(),
  },
  { requiredKeys: [] },
);

test('what is laid out plainly is what prettier makes of it, and most of what is emitted is', async () => {
  const counts = { plain: 0, all: 0 };
  const property = fc.asyncProperty(manifest, options, async (each, given) => {
    const texts = emitClient(each).flatMap((piece) =>
      isBlock(piece)
        ? piece.members.flatMap(textsOf).map((member) => `interface Some {\n${member}\n}`)
        : textsOf(piece),
    );
    for (const piece of texts) {
      const plain = formatPlain(piece, given);
      counts.all++;
      if (plain === undefined) continue;
      counts.plain++;
      expect(plain).toBe(await byPrettier(piece, given));
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: runs(1000) });
  expect(counts.plain / counts.all).toBeGreaterThan(0.3);
});

const LINES = [
  '/** Some text. */',
  '/**',
  ' * Some text.',
  ' */',
  '',
  'interface Some {',
  'export interface Some {',
  'export interface Some {}',
  'export type Some = Other[];',
  'a: string;',
  'b?: "x" | 7 | null;',
  'c: 007;',
  'd: {',
  '}',
  '};',
  ' * Some */ text.',
  '}[];',
  '}[][];',
  'readonly a?: string;',
  'say(what: "x", listener: () => void): void;',
  'onProgress?: ((update: Some) => void) | undefined;',
  '// Some text, which may be "quoted".',
  "import type { Some } from './some.ts';",
  'import * as some from "./some.ts";',
  'export declare const some: Some;',
  'export type Some = typeof globalThis extends {',
  'Some: { prototype: infer Some };',
  '} ? Some : Other;',
  'export const some: Some<Other> = {',
  'some,',
  'implementations: {',
  'some: loadOnCall(async () => (await import("../some.ts")).some),',
  '},',
  'export function createTools(caller: ToolCaller): Tools {',
  'return {',
  'some: call("some"),',
  'do_it(input: DoItInput, options?: CallOptions): Promise<DoItOutput>;',
];

test('and nothing else is taken for plain, however its lines are arranged', async () => {
  const counts = { plain: 0 };
  const lines = fc.array(fc.constantFrom(...LINES), { maxLength: 7 });
  const property = fc.asyncProperty(lines, options, async (each, given) => {
    const plain = formatPlain(each.join('\n'), given);
    if (plain === undefined) return;
    counts.plain++;
    expect(plain).toBe(await byPrettier(each.join('\n'), given));
  });
  await fc.assert(property, { seed: SEED, numRuns: runs(20_000) });
  expect(counts.plain).toBeGreaterThan(10);
});

/** Keeps no answer. */
const UNCACHED: RegistrationParts['cache'] = { remember: (_, compute) => compute() };

test('what a build registers is laid out plainly, whatever fits on a line', async () => {
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(names, fc.boolean(), options, async (each, areOnCall, given) => {
    const texts: string[] = [];
    const tools = each.map((tool) => ({ name: tool, exportName: tool, file: `/p/src/${tool}.ts` }));
    const parts = {
      outDir: '/p/generated',
      ownCapabilities: [],
      compilerOptions: {},
      groups: [],
      cache: UNCACHED,
    };
    await emitRegistration(
      { ...parts, tools, areOnCall, build: undefined, manifest: EMPTY },
      async (text) => (texts.push(text), text),
    );
    texts.push(
      declareTools(each.map((tool) => ({ name: tool, ...(tool.length % 2 === 0 && { outputSchema: {} }) }))),
    );
    for (const text of texts) {
      const plain = formatPlain(text, given);
      const fits = (given.printWidth ?? 80) >= 80 && each.every((tool) => /^\w{1,12}$/.test(tool));
      expect(fits && plain === undefined).toBe(false);
      expect(plain).toBe(plain === undefined ? undefined : await byPrettier(text, given));
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: runs(500) });
});

test('other options are left to prettier', () => {
  expect(formatPlain('export type A = B;', { printWidth: 100 })).toBe('export type A = B;');
  expect(formatPlain('export type A = B;', { semi: false })).toBeUndefined();
  expect(formatPlain('export type A = B;', { parser: 'typescript' })).toBeUndefined();
});
