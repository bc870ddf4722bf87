import type { JsonSchema, JsonSchemaObject, Validator } from '@btcp/core';
import { normalizeSchema } from '@btcp/schema';
import { findLimits, isObject, Random, resolveRef, ValueSampler } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { inputSchemas, type AnySchema } from '../../../../test/adapters/schema-arbitrary.ts';
import { exportTools } from '../export/export-tools.ts';
import { decodeCall } from './decode-call.ts';

/** A tool in OpenAI's strict form, and as its author wrote it. */
interface StrictTool {
  readonly own: JsonSchemaObject;
  readonly sent: JsonSchemaObject;
  readonly isSame: boolean;
  decode(input: unknown): unknown;
}

/** `undefined` where the tool does not fit the strict form. */
function exportStrict(inputSchema: AnySchema): StrictTool | undefined {
  const tool = { name: 'tryThis', description: 'Does something with it.', inputSchema, capabilities: [] };
  const { tools, names, warnings } = exportTools([tool], { target: 'openai-chat', strict: true });
  const [exported] = tools;
  const { schema } = normalizeSchema(inputSchema);
  if (!exported?.function.strict || !isObject(schema)) return undefined;
  return {
    own: schema,
    sent: exported.function.parameters,
    isSame: warnings.every(({ code, keyword }) => EXACT.has(code) || keyword === 'default'),
    decode: (input) =>
      decodeCall(
        { id: 'c1', type: 'function', function: { name: 'tryThis', arguments: JSON.stringify(input) } },
        { target: 'openai-chat', names },
      ).input,
  };
}

const EXACT = new Set(['optional-to-nullable', 'keyword-rewritten', 'annotation-dropped']);

/** The schema without unreferenced definitions. */
function withoutUnused({ $defs, ...schema }: AnySchema): AnySchema {
  const text = JSON.stringify(schema);
  const used = Object.entries($defs as object).filter(([name]) => text.includes(`"#/$defs/${name}"`));
  return { ...schema, $defs: Object.fromEntries(used) };
}

/** Values that a schema accepts, without undeclared properties. */
function valuesOf(schema: JsonSchemaObject): readonly unknown[] {
  const sampler = new ValueSampler(schema, findLimits(schema), new Random(7), false);
  const accepts = compileSchema(schema);
  // As JSON has no -0.
  const values = Array.from({ length: 60 }, () => JSON.parse(JSON.stringify(sampler.sample())) as unknown);
  return values.filter((value) => accepts(value).ok);
}

/** Writes values as a strict call: with null for every absent property. */
class NullFiller {
  readonly #root: JsonSchemaObject;
  readonly #validators = new Map<unknown, Validator>();

  constructor(root: JsonSchemaObject) {
    this.#root = root;
  }

  fill(value: unknown, schema: JsonSchema | undefined = this.#root): unknown {
    if (!isObject(schema)) return value;
    const { $ref, anyOf, items, properties } = schema;
    if (typeof $ref === 'string') return this.fill(value, resolveRef(this.#root, $ref));
    if (Array.isArray(anyOf)) {
      const filled = (anyOf as JsonSchema[]).map((branch) => ({ branch, value: this.fill(value, branch) }));
      return filled.find((each) => this.#accepts(each.branch, each.value))?.value ?? value;
    }
    if (Array.isArray(value)) return value.map((item) => this.fill(item, items as JsonSchema | undefined));
    if (!isObject(value) || !isObject(properties)) return value;
    const entries = Object.entries(properties as Record<string, JsonSchema>);
    return Object.fromEntries(
      entries.map(([name, below]) => [
        name,
        Object.hasOwn(value, name) ? this.fill(value[name], below) : null,
      ]),
    );
  }

  #accepts(branch: JsonSchema, value: unknown): boolean {
    const root = { ...this.#root, $defs: undefined };
    const found =
      this.#validators.get(branch) ??
      compileSchema(
        // References to the root lead to a definition now.
        JSON.parse(
          JSON.stringify({
            ...(branch as object),
            $defs: { ...(this.#root['$defs'] as object), root },
          }).replaceAll('"$ref":"#"', '"$ref":"#/$defs/root"'),
        ) as JsonSchemaObject,
      );
    this.#validators.set(branch, found);
    return found(value).ok;
  }
}

/** A value without its nulls: null in a nullable property can't be distinguished from an absent one. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutNulls(member)]));
}

it('a strict call can express all that the tool accepts, and decodes to it', () => {
  let tried = 0;
  fc.assert(
    fc.property(inputSchemas, (schema) => {
      const tool = exportStrict(schema);
      if (tool === undefined) return;
      const accepts = { own: compileSchema(tool.own), sent: compileSchema(tool.sent) };
      const filler = new NullFiller(tool.sent);
      for (const value of valuesOf(tool.own)) {
        const sent = filler.fill(value);
        expect({ value, sent, ...accepts.sent(sent) }).toMatchObject({ ok: true });
        const decoded = tool.decode(sent);
        expect({ value, sent, decoded, ...accepts.own(decoded) }).toMatchObject({ ok: true });
        expect(withoutNulls(decoded)).toEqual(withoutNulls(value));
        tried += 1;
      }
    }),
    { seed: 3, numRuns: runs(400) },
  );
  expect(tried).toBeGreaterThan(runs(3000));
});

it('a strict call is accepted by the tool, where the strict form is equivalent', () => {
  let tried = 0;
  fc.assert(
    fc.property(inputSchemas, (schema) => {
      const tool = exportStrict(withoutUnused(schema));
      if (tool?.isSame !== true) return;
      const accepts = compileSchema(tool.own);
      for (const sent of valuesOf(tool.sent)) {
        const decoded = tool.decode(sent);
        expect({ sent, decoded, ...accepts(decoded) }).toMatchObject({ ok: true });
        tried += 1;
      }
    }),
    { seed: 5, numRuns: runs(600) },
  );
  expect(tried).toBeGreaterThan(runs(1000));
});

// A member called `then` would make the object one that `await` waits for.
const condition = (test: object, consequence: object | false): object =>
  Object.fromEntries(['if', 'then'].map((keyword, index) => [keyword, [test, consequence][index]]));

const exportedStrictly = (properties: object, more: object = {}): boolean =>
  exportStrict({ type: 'object', properties, ...more }) !== undefined;

it('the strict form is given up where null could not stand for an absent property', () => {
  const nullable = { type: ['string', 'null'] };
  const pair = { a: nullable, b: { type: 'string' } };
  expect(exportedStrictly(pair)).toBe(true);
  for (const more of [
    { dependentRequired: { a: ['b'] } },
    { dependentSchemas: { a: { required: ['b'] } } },
    { maxProperties: 1 },
    { propertyNames: { pattern: '^b' } },
    condition({ required: ['a'] }, { required: ['b'] }),
  ]) {
    expect(exportedStrictly(pair, more)).toBe(false);
    expect(exportedStrictly(pair, { ...more, required: ['a'] })).toBe(true);
    expect(exportedStrictly({ ...pair, a: { type: 'string' } }, more)).toBe(true);
  }
});

it('null is removed where the keywords next to its type refuse it', () => {
  const refusing = [
    { type: ['integer', 'null'], not: { type: 'null' } },
    { type: ['string', 'null'], ...condition({ type: 'null' }, false) },
    { oneOf: [{ type: ['string', 'null'] }, { type: ['number', 'null'] }] },
  ];
  for (const a of refusing) {
    const tool = exportStrict({ type: 'object', properties: { a } });
    expect(tool?.decode({ a: null })).toEqual({});
  }
});

it('branches are distinguished by the values that the tool accepts', () => {
  const alternative = (pattern: string, x: object, required: readonly string[]): object => ({
    type: 'object',
    properties: { id: { type: 'string', pattern }, x },
    required,
  });
  const tool = exportStrict({
    type: 'object',
    properties: {
      item: {
        anyOf: [
          alternative('^a', { type: 'string' }, ['id']),
          alternative('^b', { type: ['string', 'null'] }, ['id', 'x']),
        ],
      },
    },
  });
  expect(tool?.decode({ item: { id: 'a1', x: null } })).toEqual({ item: { id: 'a1' } });
  expect(tool?.decode({ item: { id: 'b1', x: null } })).toEqual({ item: { id: 'b1', x: null } });
});
