import { Type, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Ajv, type AnySchema } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { normalizeSchema } from './normalize-schema.ts';

const RUNS = { seed: 20_240_601, numRuns: runs(200) };
const AJV = { strict: false, logger: false, validateFormats: false, validateSchema: false } as const;

// Inherited names such as `toString` are left to other tests: TypeBox and ajv themselves are wrong about them.
const name = fc.constantFrom('a', 'b', 'c', 'items', 'definitions');
const scalar = fc.constantFrom<unknown>('', 'a', 'ab', 'b', 0, 1, 2, 1.5, -1, true, false, null);

// Few names and few values, so that a random value often passes and often just fails.
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('any'), { maxLength: 4 }),
  ),
})).any;
const values = fc.array(value, { minLength: 20, maxLength: 20 });

const literal = fc.constantFrom<TSchema>(
  Type.Literal('a'),
  Type.Literal('b'),
  Type.Literal(1),
  Type.Literal(true),
);
const closed = fc.constantFrom({}, { additionalProperties: false });

const typeBox = fc.letrec<{ any: TSchema; object: TSchema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    literal,
    fc.constantFrom<TSchema>(
      Type.String(),
      Type.String({ minLength: 1, maxLength: 1 }),
      Type.Number({ minimum: 1 }),
      Type.Integer(),
      Type.Boolean({ default: true }),
      Type.Null(),
      Type.Unknown(),
      Type.Never(),
      Type.TemplateLiteral('a${string}'),
      Type.Enum({ first: 'a', second: 1 }),
    ),
    tie('object'),
    tie('object'),
    fc.array(tie('object'), { minLength: 1, maxLength: 3 }).map((parts) => Type.Intersect(parts)),
    fc.array(fc.dictionary(name, tie('any'), { maxKeys: 2 }), { minLength: 2, maxLength: 3 }).map((parts) =>
      Type.Intersect(
        parts.map((p) => Type.Object(p)),
        { unevaluatedProperties: false },
      ),
    ),
    fc.array(literal, { minLength: 1, maxLength: 4 }).map((parts) => Type.Union(parts, { title: 'Choice' })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((parts) => Type.Union(parts)),
    fc.array(tie('any'), { maxLength: 3 }).map((items) => Type.Tuple(items)),
    fc.tuple(tie('any'), closed).map(([item, options]) => Type.Record(Type.String(), item, options)),
    tie('any').map((item) => Type.Array(item, { maxItems: 2 })),
    tie('any').map((item) => Type.Not(item)),
    tie('any').map((item) => Type.Recursive((self) => Type.Object({ a: item, b: Type.Optional(self) }))),
    tie('any').map((item) => Type.Recursive((self) => Type.Union([item, Type.Array(self)]))),
    // Two modules must not share names, so number them.
    fc.tuple(tie('any'), fc.nat()).map(([item, n]) => {
      const [list, leaf] = [`List${n}`, `Leaf${n}`];
      return Type.Module({
        [list]: Type.Object({ a: Type.Array(Type.Ref(leaf)) }),
        [leaf]: Type.Tuple([item]),
      }).Import(list);
    }),
  ),
  object: fc
    .tuple(fc.dictionary(name, fc.tuple(tie('any'), fc.boolean()), { maxKeys: 3 }), closed)
    .map(([properties, options]) => {
      const entries = Object.entries(properties);
      const members = entries.map(([key, [schema, open]]) => [key, open ? Type.Optional(schema) : schema]);
      return Type.Object(Object.fromEntries(members) as Record<string, TSchema>, options);
    }),
}));

const definitionNames = ['X', 'Y z', 'definitions'];
const fragment = (key: string) => `#/definitions/${encodeURIComponent(key)}`;

const draft07 = fc.letrec<{ any: unknown; object: unknown; map: Record<string, unknown> }>((tie) => {
  const list = fc.array(tie('any'), { minLength: 1, maxLength: 3 });
  const names = fc.uniqueArray(name, { maxLength: 2 });
  const annotation = { description: fc.string({ maxLength: 3 }), default: scalar };
  const optional = { requiredKeys: [] as [] };
  return {
    map: fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }),
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.boolean(),
      fc.record(
        { const: scalar, type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null') },
        optional,
      ),
      fc.record(
        {
          type: fc.constantFrom('string', 'number', 'object'),
          nullable: fc.boolean(),
          minLength: fc.nat(2),
          enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constantFrom('string', 'integer'),
          nullable: fc.constant(true),
          maxLength: fc.nat(2),
          maximum: fc.nat(1),
          ...annotation,
        },
        { requiredKeys: ['type', 'nullable'] },
      ),
      fc.record(
        {
          type: fc.constant('array'),
          items: list,
          additionalItems: tie('any'),
          minItems: fc.nat(2),
          uniqueItems: fc.boolean(),
        },
        optional,
      ),
      fc.record(
        { items: tie('any'), additionalItems: tie('any'), contains: tie('any'), maxItems: fc.nat(3) },
        optional,
      ),
      fc.record(
        { anyOf: fc.array(fc.record({ const: scalar }), { minLength: 1, maxLength: 4 }), ...annotation },
        { requiredKeys: ['anyOf'] },
      ),
      fc.record({ anyOf: list, oneOf: list, not: tie('any') }, optional),
      fc
        .tuple(tie('any'), tie('any'), tie('any'))
        .map((parts) => Object.fromEntries(['if', 'then', 'else'].map((key, index) => [key, parts[index]]))),
      fc.record(
        { $ref: fc.constantFrom(...definitionNames.map(fragment)), ...annotation },
        { requiredKeys: ['$ref'] },
      ),
      fc.record(
        {
          type: fc.constantFrom('object', 'string'),
          allOf: fc.array(
            fc.record(
              {
                type: fc.constant('object'),
                properties: tie('map'),
                required: names,
                additionalProperties: fc.boolean(),
              },
              optional,
            ),
            { minLength: 1, maxLength: 3 },
          ),
          properties: tie('map'),
          additionalProperties: tie('any'),
        },
        { requiredKeys: ['allOf'] },
      ),
      tie('object'),
    ),
    object: fc.record(
      {
        type: fc.constant('object'),
        properties: tie('map'),
        required: names,
        additionalProperties: tie('any'),
        patternProperties: fc.dictionary(fc.constantFrom('^(.*)$', '^.*$', '^a'), tie('any'), {
          minKeys: 1,
          maxKeys: 2,
        }),
        dependencies: fc.dictionary(name, fc.oneof(names, tie('any')), { maxKeys: 2, noNullPrototype: true }),
        propertyNames: fc.constantFrom({ maxLength: 1 }, true),
        maxProperties: fc.nat(3),
        examples: fc.constant([{ $ref: '#/nowhere', definitions: 1, items: [] }]),
      },
      optional,
    ),
  };
});

/** A draft-07 schema with definitions that reference each other, below properties so that no reference is circular. */
const draft07Document = fc
  .tuple(draft07.any, fc.tuple(draft07.any, draft07.any, draft07.any), fc.boolean())
  .map(([root, bodies, declared]) => ({
    ...(declared && { $schema: 'http://json-schema.org/draft-07/schema#' }),
    type: 'object',
    properties: { a: root, b: root },
    definitions: Object.fromEntries(definitionNames.map((key, index) => [key, bodies[index]])),
  }));

const simple = fc.constantFrom<unknown>({ type: 'string' }, { type: 'number' }, { const: 1 }, true, false);
const properties = fc.dictionary(name, simple, { maxKeys: 2, noNullPrototype: true });
const part = fc.record(
  {
    type: fc.constantFrom('object', 'object', 'string'),
    properties,
    required: fc.uniqueArray(name, { maxLength: 1 }),
    additionalProperties: fc.constantFrom<unknown>(true, false, { type: 'number' }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const plainPart = part.map(({ additionalProperties: _, ...rest }) => ({ ...rest, type: 'object' }));

/** Intersections of objects, where merging the parts could change which values pass. */
const madeOfParts = fc
  .tuple(
    fc.oneof(plainPart, part),
    fc.oneof(
      fc.array(plainPart, { minLength: 1, maxLength: 3 }),
      fc.array(part, { minLength: 1, maxLength: 2 }),
    ),
    fc.record(
      {
        anyOf: fc.array(part, { minLength: 1, maxLength: 2 }),
        if: part,
        patternProperties: fc.dictionary(fc.constantFrom('^(.*)$', '^.*$', '^a'), simple, {
          minKeys: 1,
          maxKeys: 2,
        }),
        unevaluatedProperties: fc.constantFrom<unknown>(false, { type: 'number' }),
      },
      { requiredKeys: [] },
    ),
    fc.boolean(),
  )
  .map(([own, allOf, more, isSplit]) => ({ ...own, ...(isSplit && { allOf }), ...more }));

const objects = fc.array(
  fc.dictionary(name, fc.constantFrom<unknown>('a', 1, 2, null), { maxKeys: 3, noNullPrototype: true }),
  { minLength: 20, maxLength: 20 },
);

function check2020(schema: unknown): (instance: unknown) => boolean {
  const check = new Ajv2020(AJV).compile(schema as AnySchema);
  return (instance) => check(instance) === true;
}

// Both references throw on some schemas, and then have no verdict: TypeBox 0.34 where an intersection with
// `unevaluatedProperties` meets `null`, ajv 8.20 where `patternProperties` stands beside an `anyOf` of closed objects.
function verdictOrBug(check: () => boolean, bug: string): boolean | undefined {
  try {
    return check();
  } catch (error) {
    if (!String(error).includes(bug)) throw error;
    return undefined;
  }
}

function deepFreeze<T>(item: T): T {
  if (typeof item === 'object' && item !== null && !Object.isFrozen(item)) {
    Object.freeze(item);
    Reflect.ownKeys(item).forEach((key) => deepFreeze((item as Record<PropertyKey, unknown>)[key]));
  }
  return item;
}

describe('normalizeSchema', () => {
  it('accepts the same values as TypeBox', () => {
    const seen = { pass: 0, fail: 0 };
    fc.assert(
      fc.property(typeBox.any, values, (schema, instances) => {
        const { schema: normal, issues } = normalizeSchema(schema);
        expect(issues).toEqual([]);
        const check = check2020(normal);
        for (const instance of instances) {
          const verdict = verdictOrBug(
            () => Value.Check(schema, instance),
            'Cannot convert undefined or null',
          );
          if (verdict === undefined) continue;
          seen[verdict ? 'pass' : 'fail']++;
          expect({ instance, normal, passes: check(instance) }).toEqual({
            instance,
            normal,
            passes: verdict,
          });
        }
      }),
      { ...RUNS, numRuns: runs(300) },
    );
    expect(seen.pass).toBeGreaterThan(runs(500));
    expect(seen.fail).toBeGreaterThan(runs(500));
  });

  it('accepts the same values as ajv with draft-07', () => {
    const seen = { pass: 0, fail: 0, skipped: 0 };
    fc.assert(
      fc.property(draft07Document, values, (schema, instances) => {
        const { schema: normal, issues } = normalizeSchema(schema);
        // Circular references are refused; everything else here is a schema.
        const isEndless = issues.some(({ message }) => message.includes('leads back to itself'));
        if (isEndless) seen.skipped++;
        fc.pre(!isEndless);
        expect(issues).toEqual([]);
        const declared = '$schema' in schema;
        const original = new Ajv({ ...AJV, ignoreKeywordsWithRef: declared }).compile(schema);
        const check = check2020(normal);
        for (const instance of instances.map((a, index) => (index % 4 === 0 ? a : { a }))) {
          const verdict = original(instance);
          seen[verdict ? 'pass' : 'fail']++;
          expect({ instance, normal, passes: check(instance) }).toEqual({
            instance,
            normal,
            passes: verdict,
          });
        }
      }),
      RUNS,
    );
    expect(seen.pass).toBeGreaterThan(runs(250));
    expect(seen.fail).toBeGreaterThan(runs(500));
    expect(seen.skipped).toBeLessThan(RUNS.numRuns / 4);
  });

  it('accepts the same values as ajv where an object is an intersection', () => {
    const seen = { pass: 0, fail: 0, merged: 0, kept: 0 };
    fc.assert(
      fc.property(madeOfParts, objects, (schema, instances) => {
        const { schema: normal, issues } = normalizeSchema(schema);
        expect(issues).toEqual([]);
        if ('allOf' in schema) seen[JSON.stringify(normal).includes('"allOf"') ? 'kept' : 'merged']++;
        const [original, check] = [check2020(schema), check2020(normal)];
        for (const instance of instances) {
          const verdict = verdictOrBug(() => original(instance), 'Cannot set properties of undefined');
          if (verdict === undefined) continue;
          seen[verdict ? 'pass' : 'fail']++;
          expect({ instance, normal, passes: check(instance) }).toEqual({
            instance,
            normal,
            passes: verdict,
          });
        }
      }),
      { ...RUNS, numRuns: runs(800) },
    );
    expect(Math.min(seen.pass, seen.fail)).toBeGreaterThan(runs(1000));
    expect(Math.min(seen.merged, seen.kept)).toBeGreaterThan(runs(50));
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(typeBox.any, draft07Document, madeOfParts), (schema) => {
        const first = normalizeSchema(schema);
        fc.pre(first.issues.length === 0);
        const second = normalizeSchema(first.schema);
        expect(second.issues).toEqual([]);
        expect(JSON.stringify(second.schema)).toBe(JSON.stringify(first.schema));
      }),
      RUNS,
    );
  });

  it('never writes to its input', () => {
    fc.assert(
      fc.property(fc.oneof(typeBox.any, draft07Document, madeOfParts), (schema) => {
        const before = JSON.stringify(schema);
        normalizeSchema(deepFreeze(schema));
        expect(JSON.stringify(schema)).toBe(before);
      }),
      RUNS,
    );
  });

  it('returns plain JSON or issues, for any value', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSparseArray: true,
          withNullPrototype: true,
        }),
        (anything) => {
          const { schema } = normalizeSchema({
            type: 'object',
            properties: { a: anything },
            default: anything,
          });
          expect(JSON.parse(JSON.stringify(schema))).toStrictEqual(schema);
        },
      ),
      RUNS,
    );
  });
});
