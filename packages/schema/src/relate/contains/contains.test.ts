import fc from 'fast-check';
import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/runs.ts';
import { compileSchema } from '../../compile/compile-schema.ts';
import { findLimits, mutateValue } from '../sample/vary-value.ts';
import { Random, ValueSampler } from '../sample/value-sampler.ts';
import { normalizeSchema } from '../../model/normalize-schema.ts';
import { omitKeys, type MutableObject } from '../../model/own-property.ts';
import { type Containment, contains } from './contains.ts';
import { areAllDisjoint } from './is-empty.ts';

/** A pair of schemas, and whether the second accepts all that the first does. */
export interface LabelledPair {
  readonly given: unknown;
  readonly wanted: unknown;
  readonly answer: 'yes' | 'no';
}

/** More values than are tried. */
const MANY = Array.from({ length: 5000 }, (_, index) => `value ${index}`);

/** Changes of a tool's schemas: what callers sent must still be accepted, what they are promised must still hold. */
export const LABELLED_PAIRS: Readonly<Record<string, LabelledPair>> = {
  'input: optional added open': {
    given: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    wanted: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] },
    answer: 'no',
  },
  'input: property removed closed': {
    given: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    },
    wanted: {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    },
    answer: 'no',
  },
  'input: optional to required': {
    given: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    },
    wanted: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    answer: 'no',
  },
  'input: type union added': {
    given: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    wanted: { type: 'object', properties: { a: { type: ['string', 'null'] } }, additionalProperties: false },
    answer: 'yes',
  },
  'input: enum removed': {
    given: { type: 'object', properties: { a: { enum: ['x', 'y'] } }, additionalProperties: false },
    wanted: { type: 'object', properties: { a: { enum: ['x'] } }, additionalProperties: false },
    answer: 'no',
  },
  'input: one of many values removed': {
    given: { type: 'object', properties: { a: { enum: [...MANY, 'x'] } }, required: ['a'] },
    wanted: { type: 'object', properties: { a: { enum: MANY } }, required: ['a'] },
    answer: 'no',
  },
  'input: one of many values of a definition removed': {
    given: {
      type: 'array',
      items: { $ref: '#/$defs/code' },
      minItems: 1,
      $defs: { code: { enum: [...MANY, 'x'] } },
    },
    wanted: { type: 'array', items: { $ref: '#/$defs/code' }, minItems: 1, $defs: { code: { enum: MANY } } },
    answer: 'no',
  },
  'input: one of many values added': {
    given: { type: 'array', items: { enum: MANY } },
    wanted: { type: 'array', items: { enum: ['x', ...MANY] } },
    answer: 'yes',
  },
  'input: const to enum': {
    given: { type: 'object', properties: { a: { const: 'x' } }, additionalProperties: false },
    wanted: { type: 'object', properties: { a: { enum: ['x', 'y'] } }, additionalProperties: false },
    answer: 'yes',
  },
  'input: min loosened': {
    given: { type: 'object', properties: { a: { type: 'number', minimum: 5 } }, additionalProperties: false },
    wanted: {
      type: 'object',
      properties: { a: { type: 'number', minimum: 1 } },
      additionalProperties: false,
    },
    answer: 'yes',
  },
  'input: integer min exclusive equivalent': {
    given: {
      type: 'object',
      properties: { a: { type: 'integer', minimum: 1 } },
      additionalProperties: false,
    },
    wanted: {
      type: 'object',
      properties: { a: { type: 'integer', exclusiveMinimum: 0 } },
      additionalProperties: false,
    },
    answer: 'yes',
  },
  'input: multipleof finer': {
    given: {
      type: 'object',
      properties: { a: { type: 'integer', multipleOf: 3 } },
      additionalProperties: false,
    },
    wanted: {
      type: 'object',
      properties: { a: { type: 'integer', multipleOf: 6 } },
      additionalProperties: false,
    },
    answer: 'no',
  },
  'input: pattern widened': {
    given: {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^[A-Z][0-9]$' } },
      additionalProperties: false,
    },
    wanted: {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^[A-Z]+[0-9]+$' } },
      additionalProperties: false,
    },
    answer: 'yes',
  },
  'input: open to closed': {
    given: { type: 'object', properties: { a: { type: 'string' } } },
    wanted: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    answer: 'no',
  },
  'input: items narrowed': {
    given: {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'number' } } },
      additionalProperties: false,
    },
    wanted: {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'integer' } } },
      additionalProperties: false,
    },
    answer: 'no',
  },
  'input: unique added maxitems1': {
    given: {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'number' }, maxItems: 1 } },
      additionalProperties: false,
    },
    wanted: {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'number' }, uniqueItems: true } },
      additionalProperties: false,
    },
    answer: 'yes',
  },
  'input: union branch added': {
    given: {
      type: 'object',
      properties: {
        v: {
          anyOf: [
            {
              type: 'object',
              properties: { k: { const: 'a' }, n: { type: 'number' } },
              required: ['k'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { k: { const: 'b' } },
              required: ['k'],
              additionalProperties: false,
            },
          ],
        },
      },
      additionalProperties: false,
    },
    wanted: {
      type: 'object',
      properties: {
        v: {
          anyOf: [
            {
              type: 'object',
              properties: { k: { const: 'a' }, n: { type: 'number' } },
              required: ['k'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { k: { const: 'b' } },
              required: ['k'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { k: { const: 'c' } },
              required: ['k'],
              additionalProperties: false,
            },
          ],
        },
      },
      additionalProperties: false,
    },
    answer: 'yes',
  },
  'input: boolean to enum': {
    given: { type: 'object', properties: { v: { type: 'boolean' } }, additionalProperties: false },
    wanted: { type: 'object', properties: { v: { enum: [true, false] } }, additionalProperties: false },
    answer: 'yes',
  },
  'input: allof flattened': {
    given: {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'number' } } },
      ],
    },
    wanted: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
    answer: 'yes',
  },
  'input: ref recursive narrowed': {
    given: {
      $defs: {
        T: {
          type: 'object',
          properties: { v: { type: 'number' }, kids: { type: 'array', items: { $ref: '#/$defs/T' } } },
          required: ['v'],
          additionalProperties: false,
        },
      },
      $ref: '#/$defs/T',
    },
    wanted: {
      $defs: {
        T: {
          type: 'object',
          properties: { v: { type: 'integer' }, kids: { type: 'array', items: { $ref: '#/$defs/T' } } },
          required: ['v'],
          additionalProperties: false,
        },
      },
      $ref: '#/$defs/T',
    },
    answer: 'no',
  },
  'input: dead optional property': {
    given: { type: 'object', properties: { a: { type: 'string' }, b: false }, additionalProperties: false },
    wanted: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    answer: 'yes',
  },
  'input: not const': {
    given: {
      type: 'object',
      properties: { a: { type: 'string', minLength: 1 } },
      additionalProperties: false,
    },
    wanted: {
      type: 'object',
      properties: { a: { type: 'string', not: { const: '' } } },
      additionalProperties: false,
    },
    answer: 'yes',
  },
  'output: required removed': {
    given: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    wanted: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a', 'b'],
    },
    answer: 'no',
  },
  'output: required to optional': {
    given: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    wanted: {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    },
    answer: 'no',
  },
  'output: type narrowed': {
    given: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
    wanted: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
    answer: 'yes',
  },
  'output: max raised': {
    given: { type: 'object', properties: { a: { type: 'number', maximum: 20 } } },
    wanted: { type: 'object', properties: { a: { type: 'number', maximum: 10 } } },
    answer: 'no',
  },
};

const answer = (given: unknown, wanted: unknown): string => contains(given, wanted).answer;

/** Verifies the witness of a "no". */
function expectRightNo(given: unknown, wanted: unknown, found: Containment = contains(given, wanted)): void {
  if (found.answer !== 'no') return;
  expect(compileSchema(given as boolean)(found.witness).ok).toBe(true);
  expect(compileSchema(wanted as boolean)(found.witness).ok).toBe(false);
}

describe('contains, of labelled pairs', () => {
  it.each(Object.entries(LABELLED_PAIRS))('%s', (_, pair) => {
    expect(answer(pair.given, pair.wanted)).toBe(pair.answer);
    expectRightNo(pair.given, pair.wanted);
  });
});

const A1 = { type: 'string', pattern: '^[A-Z]+[0-9]+$' };
const list = (items: unknown): unknown => ({ type: 'array', items });
const node = (value: unknown): unknown => ({
  $ref: '#/$defs/Node',
  $defs: {
    Node: {
      type: 'object',
      properties: { value, next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] } },
      required: ['value', 'next'],
      additionalProperties: false,
    },
  },
});
const event = (kind: string, of: unknown): unknown => ({
  type: 'object',
  properties: { kind: { const: kind }, of },
  required: ['kind', 'of'],
});

describe('contains', () => {
  it.each<[string, unknown, unknown]>([
    ['anything', A1, {}],
    ['nothing is in everything', false, A1],
    ['contradictions hold nothing', { type: 'string', minLength: 3, maxLength: 2 }, false],
    [
      'the limits of a format',
      { type: 'integer', format: 'uint8' },
      { type: 'integer', minimum: 0, maximum: 255 },
    ],
    ['a limit that a pattern implies', A1, { type: 'string', minLength: 2 }],
    [
      'a pattern that a length implies',
      { type: 'string', minLength: 2 },
      { type: 'string', pattern: '^[^]{2}' },
    ],
    ['a pattern in a wider one', A1, { type: 'string', pattern: '^[A-Z0-9]+$' }],
    [
      'a pattern of a few strings in their list',
      { type: 'string', pattern: '^(?:on|off)$' },
      { enum: ['off', 'on', null] },
    ],
    [
      'two patterns together',
      { allOf: [{ pattern: '^a' }, { pattern: 'b$' }], type: 'string' },
      { pattern: '^a[^]*b$' },
    ],
    [
      'a tuple in a list',
      { type: 'array', prefixItems: [{ const: 1 }, { const: 2 }], items: false },
      list({ type: 'integer' }),
    ],
    ['a list of what may be null', list({ type: 'string' }), list({ type: ['string', 'null'] })],
    ['a union in its type', { anyOf: [{ const: 1 }, { type: 'integer', minimum: 5 }] }, { type: 'number' }],
    [
      'types in a union',
      { type: ['string', 'integer'] },
      { anyOf: [{ type: 'number' }, { type: 'string' }] },
    ],
    [
      'a choice in disjoint branches',
      { enum: [1, 'a'] },
      { oneOf: [{ type: 'number' }, { type: 'string' }] },
    ],
    ['a recursive schema in a wider one', node({ type: 'integer' }), node({ type: 'number' })],
    [
      'a record in a wider one',
      Type.Record(Type.String(), Type.Integer()),
      Type.Record(Type.String(), Type.Number()),
    ],
    [
      'a closed object in a record',
      Type.Object({ a: Type.Integer() }, { additionalProperties: false }),
      Type.Record(Type.String(), Type.Number()),
    ],
  ])('says yes: %s', (_, given, wanted) => {
    expect(contains(given, wanted)).toEqual({ answer: 'yes' });
  });

  it.each<[string, unknown, unknown]>([
    ['everything in something', {}, A1],
    ['a number that is not whole', { type: 'number', minimum: 1, maximum: 2 }, { type: 'integer' }],
    [
      'lengths in limits that contradict each other',
      { type: 'string', minLength: 5, maxLength: 5 },
      { minLength: 5, maxLength: 3 },
    ],
    ['the empty string in such limits', { type: 'string', maxLength: 0 }, { minLength: 1, maxLength: 0 }],
    ['a pattern in such limits', { type: 'string', pattern: '^a{5}$' }, { minLength: 5, maxLength: 3 }],
    ['a limit by one', { type: 'integer', maximum: 11 }, { type: 'integer', maximum: 10 }],
    ['a pattern in a narrower one', { type: 'string', pattern: '^[A-Z0-9]+$' }, A1],
    [
      'what a pattern has nothing to do with',
      { type: 'string', pattern: '^\\d{4}$' },
      { type: 'string', pattern: '^\\d{3}$|^x' },
    ],
    ['an item deep inside', list(list({ type: ['string', 'null'] })), list(list({ type: 'string' }))],
    ['a branch that is missing', { enum: ['a', 'b', 'c'] }, { anyOf: [{ const: 'a' }, { const: 'b' }] }],
    ['a recursive schema in a narrower one', node({ type: 'number' }), node({ type: 'integer' })],
    [
      'a value of a tag',
      { type: 'object', properties: { kind: { enum: ['a', 'c'] }, of: {} }, required: ['kind', 'of'] },
      { anyOf: [event('a', {}), event('b', {})] },
    ],
    ['lists with repeated items', list({ type: 'integer' }), { type: 'array', uniqueItems: true }],
    ['a name that is refused', { type: 'object' }, { propertyNames: { maxLength: 3 } }],
    ['too many members', { type: 'object' }, { maxProperties: 2 }],
    ['fewer than are asked for', { contains: { const: 1 }, minContains: 0 }, { contains: { const: 1 } }],
    ['both branches at once', { type: 'integer' }, { oneOf: [{ minimum: 1 }, { maximum: 3 }] }],
    ['what another property asks for', { type: 'object' }, { dependentRequired: { card: ['address'] } }],
  ])('says no, and shows it: %s', (_, given, wanted) => {
    expect(answer(given, wanted)).toBe('no');
    expectRightNo(given, wanted);
  });

  it.each<[string, unknown, unknown]>([
    ['formats that a function decides', { type: 'string', format: 'ipv4' }, { type: 'string', minLength: 7 }],
    ['a back-reference', { type: 'string', pattern: '^(a)\\1$' }, { type: 'string', pattern: '^aa$' }],
    [
      'a pattern that may take forever',
      { type: 'string', pattern: '^(a+)+$' },
      { type: 'string', maxLength: 5 },
    ],
    [
      'a tag in a union of its values',
      {
        type: 'object',
        properties: { kind: { enum: ['a', 'b'] }, of: { type: 'integer' } },
        required: ['kind', 'of'],
      },
      { anyOf: [event('a', { type: 'integer' }), event('b', { type: 'number' })] },
    ],
    [
      'names in a pattern',
      { type: 'object', patternProperties: { '^x-': { type: 'integer' } }, additionalProperties: false },
      { additionalProperties: { type: 'number' } },
    ],
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    ['a condition that never holds', { type: 'string' }, { if: { type: 'number' }, then: false }],
    [
      'what is always more than enough',
      { type: 'array', minItems: 2, items: { type: 'integer' } },
      { contains: { type: 'number' } },
    ],
    ['what cannot be read', { $ref: '#/$defs/missing' }, {}],
  ])('says unknown: %s', (_, given, wanted) => {
    expect(contains(given, wanted)).toEqual({ answer: 'unknown' });
  });
});

const NAMES = ['a', 'b', 'xa'] as const;
const name = fc.constantFrom(...NAMES);
const literal = fc.constantFrom<unknown>(null, true, 0, 1, 2.5, '', 'a', 'ab', 'A1');
const count = fc.nat({ max: 3 });

const schemas = fc.letrec<{ schema: MutableObject | boolean }>((tie) => {
  const below = tie('schema');
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.constantFrom<unknown>(
      'string',
      'number',
      'integer',
      'null',
      'array',
      'object',
      ['object', 'null'],
      ['string', 'integer'],
    ),
    const: literal,
    enum: fc.uniqueArray(literal, { minLength: 1, maxLength: 4 }),
    minimum: count,
    exclusiveMinimum: count,
    maximum: count,
    exclusiveMaximum: count,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^[a-z]+$', '^.$', 'a', '^[A-Z][0-9]?$', '^a|b$', '^(?:ab)*$'),
    format: fc.constantFrom('date', 'int32', 'mac', 'binary'),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    items: below,
    prefixItems: fc.array(below, { minLength: 1, maxLength: 2 }),
    contains: below,
    minContains: count,
    maxContains: count,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    properties: fc.dictionary(name, below, { maxKeys: 3 }),
    patternProperties: fc.dictionary(fc.constantFrom('^x', 'a$'), below, { minKeys: 1, maxKeys: 2 }),
    additionalProperties: below,
    propertyNames: below,
    minProperties: count,
    maxProperties: count,
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1 }),
    dependentSchemas: fc.dictionary(name, below, { maxKeys: 1 }),
    anyOf: fc.array(below, { minLength: 1, maxLength: 3 }),
    oneOf: fc.array(below, { minLength: 1, maxLength: 2 }),
    allOf: fc.array(below, { minLength: 1, maxLength: 2 }),
    not: below,
    if: below,
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    then: below,
    else: below,
    unevaluatedProperties: below,
    $ref: fc.constantFrom('#/$defs/Tree', '#/$defs/Leaf'),
    title: fc.constant('A title.'),
  };
  const pairs = Object.entries(keywords).map(([keyword, given]) => given.map((each) => [keyword, each]));
  const few = fc.array(fc.oneof(...pairs), { maxLength: 4 });
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.boolean(),
      few.map((chosen) => Object.fromEntries(chosen) as MutableObject),
    ),
  };
}).schema;

const Tree = { type: 'object', properties: { a: { $ref: '#/$defs/Leaf' }, b: { $ref: '#/$defs/Tree' } } };
const rooted = fc.tuple(schemas, schemas).map(([schema, Leaf]): MutableObject => ({
  ...(typeof schema === 'object' ? schema : { allOf: [schema] }),
  $defs: { Tree, Leaf },
}));

/** A schema and a similar one: without one keyword, or with one of another schema. */
const near = fc
  .tuple(rooted, rooted, fc.nat(), fc.boolean())
  .map(([schema, other, chosen, isAdded]): [MutableObject, MutableObject] => {
    const keys = Object.keys(isAdded ? other : schema).filter((key) => key !== '$defs');
    const key = keys[chosen % Math.max(keys.length, 1)];
    if (key === undefined) return [schema, other];
    return [schema, isAdded ? { ...schema, [key]: other[key] } : omitKeys(schema, [key])];
  });

/** A value that fits one schema and not the other, if random search finds one. */
function searchWitness(given: MutableObject, wanted: MutableObject): unknown {
  const [fits, isWanted] = [compileSchema(given), compileSchema(wanted)];
  const random = new Random(5);
  const { schema } = normalizeSchema(given);
  const sampler = new ValueSampler(schema, [...findLimits(schema), ...findLimits(wanted)], random);
  for (let tries = 0; tries < 60; tries++) {
    const value = sampler.sample();
    for (const each of [value, mutateValue(value, sampler, random)])
      if (fits(each).ok && !isWanted(each).ok) return each;
  }
  return undefined;
}

it('shows a small value, also of objects with very many properties', () => {
  const objectOf = (type: string): object => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`p${index}`, { type }])),
  });
  const found = contains(objectOf('string'), objectOf('integer'));
  expect(found.answer === 'no' && Object.values(found.witness as object)).toEqual(['']);
});

it('compares hundreds of schemas with each other, and gives up on thousands', () => {
  const kinds = (count: number): { const: string }[] =>
    Array.from({ length: count }, (_, index) => ({ const: `kind ${index}` }));
  expect([300, 5000].map((count) => areAllDisjoint(kinds(count), {}))).toEqual([true, false]);
});

describe('contains, of schemas at random', () => {
  it.each([
    [
      'and others near them',
      near.chain(([a, b]) => fc.constantFrom<[MutableObject, MutableObject]>([a, b], [b, a])),
    ],
    ['and any others', fc.tuple(rooted, rooted)],
  ])('never answers wrongly: %s', (_, pairs) => {
    const seen: Record<string, number> = { yes: 0, no: 0, unknown: 0 };
    const law = fc.property(pairs, ([given, wanted]) => {
      fc.pre([given, wanted].every((schema) => normalizeSchema(schema).issues.length === 0));
      const found = contains(given, wanted);
      seen[found.answer] = (seen[found.answer] ?? 0) + 1;
      expect(found.answer === 'yes' ? searchWitness(given, wanted) : undefined).toBeUndefined();
      expectRightNo(given, wanted, found);
    });
    fc.assert(law, { seed: 11, numRuns: runs(800) });
    expect(seen['unknown']).toBeLessThan(runs(100));
    expect(Math.min(seen['yes'] ?? 0, seen['no'] ?? 0)).toBeGreaterThan(runs(100));
  });
});
