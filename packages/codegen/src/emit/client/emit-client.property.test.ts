import type { JsonSchemaObject, Manifest } from '@btcp/core';
import fc from 'fast-check';
import { format } from 'prettier';
import { Project } from 'ts-morph';
import { expect, test } from 'vitest';
import { runs } from '../../../../../test/support/runs.ts';
import { Pool } from '../../pool/pool.ts';
import { formatPieces, type Formatting, joinPieces } from '../format-pieces.ts';
import { emitClient } from './emit-client.ts';

const SEED = 20;

/** Keeps no answer. */
const UNCACHED: Formatting = {
  cache: { get: async (_, findOut) => findOut() },
  pool: new Pool(),
};

const word = fc.constantFrom(
  'id',
  'name',
  'aRatherLongPropertyNameThatFillsALine',
  'a-b',
  "it's",
  '__proto__',
  'constructor',
  'new',
  'get',
  'x y',
  '1',
);
const literal = fc.oneof(
  fc.constantFrom('open', 'paid', "it's", 'say "x"', 'a long alternative that fills half a line'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const prose = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.string(),
  fc.constantFrom('*/ export {}; /*', '@deprecated not', 'a\n\n@deprecated\r\n b', '`@x` {@link y}'),
);

const schema = fc.letrec<{ schema: JsonSchemaObject | boolean }>((tie) => {
  const sub = tie('schema');
  const list = fc.array(sub, { minLength: 1, maxLength: 3 });
  const described = (arbitrary: fc.Arbitrary<JsonSchemaObject>) =>
    fc
      .tuple(arbitrary, fc.option(prose))
      .map(([keywords, description]) => ({ ...keywords, ...(description !== null && { description }) }));
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom<JsonSchemaObject | boolean>(
        true,
        false,
        {},
        { not: {} },
        { type: 'null' },
        { type: 'object' },
        { $ref: '#' },
        { $ref: '#/$defs/a' },
        { $ref: '#/$defs/b' },
        { $ref: '#/nowhere' },
      ),
      described(
        fc.constantFrom<JsonSchemaObject>(
          { type: 'string', format: 'email', default: 'a@b.c' },
          { type: 'integer', minimum: 0 },
          { type: ['string', 'null'] },
          { type: 'string', pattern: '*/' },
        ),
      ),
      described(fc.uniqueArray(literal, { minLength: 1, maxLength: 5 }).map((values) => ({ enum: values }))),
      literal.map((value) => ({ const: value })),
      sub.map((items) => ({ type: 'array', items })),
      fc.record({ type: fc.constant('array'), prefixItems: list, items: sub, minItems: fc.nat(2) }),
      described(
        fc.record(
          {
            type: fc.constant('object'),
            properties: fc.dictionary(word, sub, { maxKeys: 4 }),
            required: fc.uniqueArray(word, { maxLength: 3 }),
          },
          { requiredKeys: ['type'] },
        ),
      ),
      fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(word, sub, { maxKeys: 2 }),
          additionalProperties: sub,
          patternProperties: fc.dictionary(word, sub, { maxKeys: 2 }),
        },
        { requiredKeys: ['type'] },
      ),
      list.map((anyOf) => ({ anyOf })),
      list.map((allOf) => ({ type: 'object', allOf })),
    ),
  };
}).schema;

const root = fc
  .tuple(schema, schema, schema)
  .map(([body, a, b]) => ({ ...(typeof body === 'object' && body), $defs: { a, b } }));

const manifest: fc.Arbitrary<Manifest> = fc
  .tuple(root, root, prose)
  .map(([inputSchema, outputSchema, description]) => {
    const tool = { name: 'do_it', description, inputSchema, outputSchema, capabilities: [] };
    return { btcp: '1.0', name: 'any', version: '1.0.0', tools: [tool], capabilities: [] };
  });

const prettierOptions = fc.record({
  printWidth: fc.integer({ min: 80, max: 140 }),
  tabWidth: fc.constantFrom(2, 4),
  useTabs: fc.boolean(),
  singleQuote: fc.boolean(),
});

test('pieces that are formatted apart are what prettier makes of the whole', async () => {
  const property = fc.asyncProperty(manifest, prettierOptions, async (each, options) => {
    const pieces = emitClient(each);
    const all = { ...options, filepath: 'client.ts' };
    expect(await formatPieces(pieces, all, UNCACHED)).toBe(await format(joinPieces(pieces), all));
  });
  await fc.assert(property, { seed: SEED, numRuns: runs(100) });
});

test('any schema gives code that compiles', () => {
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: {
      lib: ['lib.es2022.d.ts'],
      types: [],
      strict: true,
      declaration: true,
      isolatedDeclarations: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      skipLibCheck: true,
    },
  });
  const manifests = fc.sample(manifest, { seed: SEED, numRuns: runs(100) });
  for (const [i, each] of manifests.entries()) {
    project.createSourceFile(`client${i}.ts`, joinPieces(emitClient(each)));
  }
  const found = project.getPreEmitDiagnostics().map((diagnostic) => {
    const file = diagnostic.getSourceFile()?.getFullText() ?? '';
    const line = file.split('\n')[(diagnostic.getLineNumber() ?? 1) - 1];
    return `${JSON.stringify(diagnostic.compilerObject.messageText)}: ${line}`;
  });
  expect(found).toEqual([]);
});
