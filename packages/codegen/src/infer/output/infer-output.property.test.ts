import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonSchema } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/runs.ts';
import { Types } from '../../source/types/types.ts';
import { is, SignatureKind } from '../../source/types/typescript.ts';
import { inferOutput } from './infer-output.ts';

const SEED = 20;
const TYPES = runs(500);

/** A type as TypeScript writes it, with a generator of values of that type. */
interface Shape {
  readonly text: string;
  readonly values: fc.Arbitrary<unknown>;
}

const tree = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.record({
    name: fc.string(),
    children: fc.array(tie('tree'), { maxLength: 2, depthIdentifier: 'tree' }),
  }),
})).tree;

const leaf: fc.Arbitrary<Shape> = fc.constantFrom<Shape>(
  { text: 'string', values: fc.string({ unit: 'binary' }) },
  { text: 'number', values: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { text: 'boolean', values: fc.boolean() },
  { text: 'null', values: fc.constant(null) },
  { text: `'b' | 'a' | "it's"`, values: fc.constantFrom('b', 'a', "it's") },
  { text: '1 | -2 | 3.5', values: fc.constantFrom(1, -2, 3.5) },
  { text: `'auto' | 7 | true`, values: fc.constantFrom('auto', 7, true) },
  { text: 'Date', values: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }) },
  { text: 'URL', values: fc.webUrl().map((url) => new URL(url)) },
  {
    text: '`${string}/${number}`',
    values: fc.tuple(fc.string({ unit: 'binary' }), fc.integer()).map(([s, n]) => `${s}/${n}`),
  },
  {
    text: '`v${number}.x`',
    values: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => `v${n}.x`),
  },
  { text: 'Tree', values: tree },
  { text: 'Level', values: fc.constantFrom(1, 5) },
  { text: 'string & { __brand: "id" }', values: fc.string() },
);

const key = fc.constantFrom('a', 'b', 'c-d', '__proto__', 'constructor', 'toString', 'x y');

const shape = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('shape').map(({ text, values }) => ({
      text: `(${text})[]`,
      values: fc.array(values, { maxLength: 3 }),
    })),
    tie('shape').map(({ text, values }) => ({
      text: `Record<string, ${text}>`,
      values: fc.dictionary(fc.string(), values, { maxKeys: 3 }),
    })),
    fc.tuple(tie('shape'), tie('shape')).map(([a, b]) => ({
      text: `(${a.text}) | (${b.text})`,
      values: fc.oneof(a.values, b.values),
    })),
    tupleShape(tie('shape')),
    objectShape(tie('shape')),
  ),
})).shape;

function tupleShape(element: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  return fc.tuple(element, element, element).map(([a, b, c]) => ({
    text: `[${a.text}, (${b.text})?, ...(${c.text})[]]`,
    values: fc.oneof(
      fc.tuple(a.values),
      fc.tuple(a.values, b.values, fc.array(c.values, { maxLength: 2 })).map(([x, y, z]) => [x, y, ...z]),
    ),
  }));
}

function objectShape(property: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  const entry = fc.record({ key, optional: fc.boolean(), shape: property });
  return fc
    .uniqueArray(entry, { minLength: 1, maxLength: 4, selector: (each) => each.key })
    .map((entries) => ({
      text: `{ ${entries.map((each) => `${JSON.stringify(each.key)}${each.optional ? '?' : ''}: ${each.shape.text}`).join('; ')} }`,
      values: fc
        .tuple(
          ...entries.map((each) =>
            each.optional ? fc.option(each.shape.values, { nil: undefined }) : each.shape.values,
          ),
        )
        .map((values) => Object.fromEntries(values.map((value, i) => [entries[i]?.key, value]))),
    }));
}

const PRELUDE = `
interface Tree { name: string; children: Tree[] }
enum Level { Low = 1, High = 5 }
declare class URL { toJSON(): string }
`;

const folder = mkdtempSync(join(tmpdir(), 'btcp-types-'));
afterAll(() => rmSync(folder, { recursive: true }));
const tsconfig = join(folder, 'tsconfig.json');
writeFileSync(tsconfig, JSON.stringify({ compilerOptions: { strict: true, lib: ['ES2022'], types: [] } }));

function inferAll(texts: readonly string[]): (JsonSchema | undefined)[] {
  const path = join(folder, 'types.ts');
  const functions = texts.map((text, i) => `function f${i}(): ${text} { throw 0; }`);
  writeFileSync(path, PRELUDE + functions.join('\n'));
  const types = new Types({ root: folder, tsconfig, files: [path] });
  const declared = types.file(path)?.statements.filter((each) => is.isFunctionDeclaration(each)) ?? [];
  const schemas = declared.map((location) => {
    const execute = types.checker.getTypeAtLocation(location);
    if (!execute) throw new Error('No type');
    const { schema, diagnostics } = inferOutput({
      types,
      signatures: types.checker.getSignaturesOfType(execute, SignatureKind.Call),
      location,
    });
    expect(diagnostics.map(({ message }) => `${location.type?.getText()}: ${message}`)).toEqual([]);
    return schema;
  });
  types.close();
  return schemas;
}

test('values of a type, as JSON, satisfy the schema derived from it', () => {
  const shapes = fc.sample(shape, { seed: SEED, numRuns: TYPES });
  const schemas = inferAll(shapes.map(({ text }) => text));
  expect(schemas.length).toBe(TYPES);
  for (const [i, { text, values }] of shapes.entries()) {
    // ajv refuses a declared `__proto__` where other properties are refused.
    const validate = compileSchema(schemas[i] ?? true);
    fc.assert(
      fc.property(values, (value) => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        const result = validate(json);
        if (!result.ok) throw new Error(`${text}\n${JSON.stringify([schemas[i], result.issues])}`);
      }),
      { seed: SEED, numRuns: 10 },
    );
  }
});

test('a schema does not depend on which types the checker met before', () => {
  const texts = fc.sample(shape, { seed: SEED, numRuns: TYPES }).map(({ text }) => text);
  const backwards = inferAll(texts.toReversed()).toReversed();
  expect(backwards.map((schema) => JSON.stringify(schema))).toEqual(
    inferAll(texts).map((schema) => JSON.stringify(schema)),
  );
});
