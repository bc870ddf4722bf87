/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import type { JsonSchemaObject } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplifySchema } from './simplify-schema.ts';

const $defs = {
  Email: { type: 'string', format: 'email' },
  Name: { type: 'string', minLength: 2 },
  Node: { type: 'object', properties: { a: { $ref: '#/$defs/Node' }, b: { $ref: '#/$defs/Name' } } },
};
const NAME = { type: 'string', minLength: 2 };
const name = { $ref: '#/$defs/Name' };
const email = { $ref: '#/$defs/Email' };

/** What a schema is without references and formats. */
const SIMPLIFIED: readonly [what: string, schema: JsonSchemaObject, simple: JsonSchemaObject][] = [
  ['a format', { type: 'string', format: 'uri' }, { type: 'string' }],
  ['a reference', { properties: { a: name } }, { properties: { a: NAME } }],
  ['what is beside a reference', { ...name, maxLength: 5 }, { maxLength: 5, allOf: [NAME] }],
  ['a reference beside others', { ...name, allOf: [{ maxLength: 5 }] }, { allOf: [NAME, { maxLength: 5 }] }],
  [
    'a reference to what is around it',
    { $ref: '#/$defs/Node' },
    { type: 'object', properties: { a: {}, b: NAME } },
  ],
  [
    'a reference to nothing, or elsewhere',
    { anyOf: [{ $ref: '#/$defs/No' }, { $ref: 'x.json' }] },
    { anyOf: [{}, {}] },
  ],
  ['what must not be', { not: email, type: 'string' }, { type: 'string' }],
  ['what must not be, said exactly', { not: name }, { not: NAME }],
  [
    'one of several',
    { oneOf: [email, { type: 'string' }] },
    { allOf: [{ anyOf: [{ type: 'string' }, { type: 'string' }] }] },
  ],
  ['a condition', { if: email, then: { minLength: 9 }, else: false }, {}],
  [
    'how many may fit',
    { contains: email, minContains: 1, maxContains: 2 },
    { contains: { type: 'string' }, minContains: 1 },
  ],
  [
    'what nothing evaluated',
    { $ref: '#/$defs/Node', unevaluatedProperties: false },
    { type: 'object', properties: { a: {}, b: NAME } },
  ],
  [
    'data',
    { properties: { format: { const: { $ref: '#', format: 'x' } }, a: name } },
    { properties: { format: { const: { $ref: '#', format: 'x' } }, a: NAME } },
  ],
];

describe('simplifySchema', () => {
  it.each(SIMPLIFIED)('writes %s', (_what, schema, simple) => {
    const original = { ...schema, $defs };
    const before = structuredClone(original);
    expect(simplifySchema(original)).toEqual(simple);
    expect(original).toEqual(before);
  });

  it('returns undefined where there is nothing to leave out', () => {
    expect(simplifySchema({ type: 'object', properties: { a: { enum: ['$ref'] } } })).toBeUndefined();
  });

  it('stays small where references multiply', () => {
    const defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `D${n}`,
        { properties: { a: { $ref: `#/$defs/D${n + 1}` }, b: { $ref: `#/$defs/D${n + 1}` } } },
      ]),
    );
    const simple = simplifySchema({ type: 'object', properties: { a: { $ref: '#/$defs/D0' } }, $defs: defs });
    expect(JSON.stringify(simple).length).toBeLessThan(1_000_000);
  });

  it('accepts all that the original accepts', () => {
    const pairs = SIMPLIFIED.filter(([what]) => !what.includes('elsewhere')).map(([, schema, simple]) => ({
      original: compileSchema({ ...schema, $defs }),
      simple: compileSchema(simple),
      text: JSON.stringify(schema),
    }));
    const text = fc.constantFrom('', 'a', 'abc', 'abcdef', 'a@b.example', 'https://a.example');
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'format'), tie('any'), { maxKeys: 3 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (instance) => {
        const narrower = pairs.filter(
          ({ original, simple }) => original(instance).ok && !simple(instance).ok,
        );
        expect(narrower.map(({ text }) => text)).toEqual([]);
      }),
      { seed: 11, numRuns: 1000 },
    );
  });
});
