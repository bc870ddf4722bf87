import { Type, type TSchema } from '@sinclair/typebox';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { compileSchema } from '../compile/index.ts';
import { addOwnFormats, ajvVerdict, createAjv, defaultOf } from './judge-schema.ts';

type Plain = Readonly<Record<string, unknown>>;

/** A schema, and a value generated for it. */
interface Made {
  readonly schema: Plain;
  readonly good: unknown;
}

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
// One name of Object.prototype that does not confuse ajv's comparison of objects.
const NAMES = ['a', 'b', 'kind', 'isPrototypeOf', 'x/y', 'long name'];

const json = fc.oneof(
  { maxDepth: 2 },
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, 7, '', 'a', 'b', 'circle', '🌍', '2024-05-17'),
  fc.array(fc.constantFrom<unknown>(0, 1, 'a', null, {}), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom<unknown>(0, 'a', null, true), { maxKeys: 3 }),
);

const leaf: fc.Arbitrary<Made> = fc.oneof(
  fc.constantFrom<Made>(
    { schema: { type: 'string', minLength: 1, maxLength: 3 }, good: 'ab' },
    { schema: { type: 'string', pattern: '^[a-z]+$' }, good: 'a' },
    { schema: { format: 'date' }, good: '2024-05-17' },
    { schema: { type: 'string', format: 'email' }, good: 'a@b.example' },
    { schema: { type: 'integer', format: 'uint8' }, good: 7 },
    { schema: { format: 'cuid2' }, good: 'circle' },
    { schema: { type: 'string', format: 'part-number' }, good: 'a' },
    { schema: { type: 'integer', minimum: 0, exclusiveMaximum: 8 }, good: 7 },
    { schema: { type: 'number', multipleOf: 0.5 }, good: 1.5 },
    { schema: { type: ['string', 'null'] }, good: null },
    { schema: { type: ['integer', 'number', 'array'] }, good: 1.5 },
    { schema: { type: 'boolean' }, good: true },
    { schema: { minLength: 2, minimum: 1, minItems: 1, minProperties: 1 }, good: '🌍🌍' },
    { schema: { not: { type: 'string' } }, good: 1 },
    { schema: {}, good: 'a' },
  ),
  json.map((value) => ({ schema: { const: value }, good: value })),
  fc
    .array(json, { minLength: 1, maxLength: 4 })
    .map((values) => ({ schema: { enum: values }, good: values[0] })),
);

const TAGS = fc.uniqueArray(fc.constantFrom<unknown>('circle', 'square', 1, null, true), {
  minLength: 2,
  maxLength: 4,
});

const { made } = fc.letrec<{ made: Made }>((tie) => ({
  made: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    object(tie('made')),
    list(tie('made')),
    union(tie('made')),
    tagged(tie('made')),
    combined(tie('made')),
  ),
}));

function object(inner: fc.Arbitrary<Made>): fc.Arbitrary<Made> {
  return fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...NAMES), inner, { maxKeys: 3 }),
      required: fc.subarray(NAMES, { maxLength: 2 }),
      additional: fc.constantFrom<unknown>(undefined, false, true, { type: 'string' }),
      names: fc.constantFrom<unknown>(undefined, { maxLength: 8 }),
      typed: fc.boolean(),
    })
    .map(({ properties, required, additional, names, typed }) => ({
      schema: {
        ...(typed && { type: 'object' }),
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, { schema }]) => [name, schema]),
        ),
        required,
        ...(additional !== undefined && { additionalProperties: additional }),
        ...(names !== undefined && { propertyNames: names }),
      },
      good: {
        ...Object.fromEntries(required.map((name) => [name, 'a'])),
        ...Object.fromEntries(Object.entries(properties).map(([name, { good }]) => [name, good])),
      },
    }));
}

function list(inner: fc.Arbitrary<Made>): fc.Arbitrary<Made> {
  return fc
    .record({
      items: inner,
      unique: fc.boolean(),
      contains: fc.option(inner, { nil: undefined }),
      length: fc.nat(3),
    })
    .map(({ items, unique, contains, length }) => ({
      schema: {
        type: 'array',
        items: items.schema,
        uniqueItems: unique,
        ...(contains && { contains: contains.schema }),
        maxItems: 3,
      },
      good: Array.from({ length }, (_, i) => (i === 0 && contains ? contains.good : items.good)),
    }));
}

function union(inner: fc.Arbitrary<Made>): fc.Arbitrary<Made> {
  return fc
    .tuple(
      fc.constantFrom('anyOf', 'oneOf'),
      fc.array(inner, { minLength: 1, maxLength: 3 }),
      fc.constantFrom({}, { type: 'object' }),
    )
    .map(([keyword, branches, base]) => ({
      schema: { ...base, [keyword]: branches.map(({ schema }) => schema) },
      good: branches.at(-1)?.good,
    }));
}

function tagged(inner: fc.Arbitrary<Made>): fc.Arbitrary<Made> {
  return fc
    .record({
      tags: TAGS,
      inner,
      keyword: fc.constantFrom('anyOf', 'oneOf'),
      flaw: fc.nat(9),
      nullable: fc.boolean(),
    })
    .map(({ tags, inner: { schema, good }, keyword, flaw, nullable }) => {
      const branches = tags.map((tag, i) => ({
        // A few unions have a flaw, so that they are not tagged.
        ...(flaw !== 0 && { type: 'object' }),
        properties: { kind: i === 0 && flaw === 1 ? { type: 'string' } : { const: tag }, a: schema },
        required: i === 1 && flaw === 2 ? [] : ['kind'],
        ...(i === 0 && { additionalProperties: false }),
      }));
      return {
        schema: { [keyword]: [...branches, ...(nullable ? [{ type: 'null' }] : [])] },
        good: { kind: tags.at(-1), a: good },
      };
    });
}

function combined(inner: fc.Arbitrary<Made>): fc.Arbitrary<Made> {
  return fc.tuple(inner, inner, fc.nat(3)).map(([one, two, which]): Made => {
    if (which === 0)
      return { schema: { allOf: [one.schema, { ...two.schema, default: 1 }] }, good: one.good };
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    const conditional = { if: one.schema, then: two.schema, else: { type: 'string' } };
    if (which === 1) return { schema: conditional, good: two.good };
    if (which === 2) return { schema: { not: one.schema }, good: two.good };
    return {
      schema: { properties: { a: one.schema }, dependentSchemas: { a: two.schema } },
      good: { a: one.good },
    };
  });
}

/** The value with something replaced, removed or added somewhere. */
function mutate(value: unknown, path: readonly number[], replacement: unknown): unknown {
  const [step = 0, ...rest] = path;
  if (path.length === 0) return replacement;
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item, i) =>
      i === step % value.length ? mutate(item, rest, replacement) : (item as unknown),
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return replacement;
  const keys = Object.keys(value);
  if (step % 4 === 3) return { ...value, [NAMES[step % NAMES.length] ?? 'z']: replacement };
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  const { [key]: old, ...others } = value as Plain;
  return step % 4 === 2 ? others : { ...others, [key]: mutate(old, rest, replacement) };
}

const mutations = fc.array(fc.tuple(fc.array(fc.nat(11), { maxLength: 3 }), json), {
  minLength: 3,
  maxLength: 8,
});

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** draft-07 has no `maxContains` to work around ajv's mistake. */
const withoutContains = (schema: Plain): Plain =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'contains' ? undefined : value)),
  ) as Plain;

/** The values on which ajv and the compiled validator differ, or whose failure has no issue. */
function disagreements(made: Plain, values: readonly unknown[]): unknown[] {
  // As published: fast-check makes some objects without a prototype, which ajv compares differently.
  const schema = asJson(made) as Plain;
  const ajv = createAjv(schema['$schema'] === DRAFT_07 ? defaultOf(Ajv) : undefined);
  defaultOf(addFormats)(ajv);
  const published = ajvVerdict(addOwnFormats(ajv), schema);
  const validate = compileSchema(schema);
  return values.map(asJson).filter((value) => {
    const result = validate(value);
    const explained =
      result.ok || (result.issues.length > 0 && result.issues.every(({ keyword }) => keyword !== 'changed'));
    return result.ok !== (published(value) === '') || !explained;
  });
}

describe('the verdict', () => {
  it('is that of ajv on the published schema, draft 2020-12', () => {
    fc.assert(
      fc.property(made, mutations, ({ schema, good }, changes) => {
        expect(
          disagreements(schema, [good, ...changes.map(([path, value]) => mutate(good, path, value))]),
        ).toEqual([]);
      }),
      { seed: 7, numRuns: runs(250) },
    );
  });

  it('is that of ajv on the published schema, draft-07', () => {
    fc.assert(
      fc.property(made, made, mutations, (one, two, changes) => {
        const schema = {
          $schema: DRAFT_07,
          definitions: { two: two.schema },
          items: [one.schema, { $ref: '#/definitions/two' }],
          additionalItems: one.schema,
          dependencies: { a: ['b'], b: { required: ['kind'] } },
        };
        const good = [one.good, two.good, one.good];
        expect(
          disagreements(withoutContains(schema), [
            good,
            { a: 1 },
            { a: 1, b: 2 },
            ...changes.map(([path, value]) => mutate(good, path, value)),
          ]),
        ).toEqual([]);
      }),
      { seed: 8, numRuns: runs(100) },
    );
  });

  it.each<[string, TSchema, unknown]>([
    ['a record', Type.Record(Type.String(), Type.Integer()), { a: 1, b: 2 }],
    [
      'a composite',
      Type.Composite([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Optional(Type.Number()) })]),
      { a: 'x', b: 1 },
    ],
    [
      'an intersection',
      Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Null() })]),
      { a: 'x', b: null },
    ],
    ['an enum', Type.Enum({ Low: 1, High: 'high' }), 'high'],
    ['a template', Type.TemplateLiteral('cell-${0|1|2}'), 'cell-1'],
    [
      'recursion',
      Type.Recursive((Self) => Type.Object({ id: Type.String(), nodes: Type.Array(Self) }), { $id: 'Node' }),
      { id: 'a', nodes: [{ id: 'b', nodes: [] }] },
    ],
    ['literals', Type.Union([Type.Literal('a'), Type.Literal(1), Type.Literal(true)]), 'a'],
    [
      'shapes',
      Type.Union([
        Type.Object({ kind: Type.Literal('a'), n: Type.Number() }),
        Type.Object({ kind: Type.Literal('b') }),
        Type.Null(),
      ]),
      { kind: 'a', n: 1 },
    ],
    ['never and unknown', Type.Object({ a: Type.Optional(Type.Never()), b: Type.Unknown() }), { b: {} }],
  ])('is that of ajv on what TypeBox writes: %s', (_, schema, good) => {
    const published = JSON.parse(JSON.stringify(schema)) as Plain;
    fc.assert(
      fc.property(mutations, (changes) => {
        expect(
          disagreements(published, [good, ...changes.map(([path, value]) => mutate(good, path, value))]),
        ).toEqual([]);
      }),
      { seed: 9, numRuns: runs(30) },
    );
  });
});
