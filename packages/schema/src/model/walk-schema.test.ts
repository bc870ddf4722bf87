import { expect, it } from 'vitest';
import { resolveRef } from './references/local-refs.ts';
import { walkSchema } from './walk-schema.ts';

function pointersOf(schema: Parameters<typeof walkSchema>[0]): string[] {
  const pointers: string[] = [];
  walkSchema(schema, (_, pointer) => void pointers.push(pointer));
  return pointers;
}

it('visits every subschema of both drafts, definitions first', () => {
  const schema = {
    properties: { a: { items: [true, { not: {} }] }, const: { type: 'string' } },
    dependencies: { a: ['b'], b: {} },
    prefixItems: [{ contains: false }],
    unevaluatedProperties: { if: {} },
    $defs: { 'x/y': {} },
  };
  expect(pointersOf(schema)).toEqual([
    '',
    '/$defs/x~1y',
    '/properties/a',
    '/properties/a/items/0',
    '/properties/a/items/1',
    '/properties/a/items/1/not',
    '/properties/const',
    '/dependencies/b',
    '/prefixItems/0',
    '/prefixItems/0/contains',
    '/unevaluatedProperties',
    '/unevaluatedProperties/if',
  ]);
});

it('enters neither data nor what is not a schema', () => {
  expect(
    pointersOf({ const: { not: {} }, enum: [{}], default: {}, examples: [{}], unknown: { items: {} } }),
  ).toEqual(['']);
  expect(pointersOf({ properties: [{}], items: 1, allOf: { a: {} }, not: null })).toEqual(['']);
});

it('skips below a schema where the visitor says so', () => {
  const pointers: string[] = [];
  walkSchema({ not: { not: {} } }, (_, pointer) => {
    pointers.push(pointer);
    return pointer === '/not' ? false : undefined;
  });
  expect(pointers).toEqual(['', '/not']);
});

it('ends on a circular schema', () => {
  const schema: Record<string, unknown> = {};
  schema['not'] = schema;
  expect(pointersOf(schema)).toEqual(['']);
});

it('resolves references of a normalised schema', () => {
  const schema = { $defs: { 'a b/c': { type: 'string' }, yes: true }, 'x-data': 1 };
  expect(resolveRef(schema, '#')).toBe(schema);
  expect(resolveRef(schema, '#/$defs/a%20b~1c')).toEqual({ type: 'string' });
  expect(resolveRef(schema, '#/$defs/yes')).toBe(true);
  expect(resolveRef(schema, '#/$defs/no')).toBeUndefined();
  expect(resolveRef(schema, '#/$defs/constructor')).toBeUndefined();
  expect(resolveRef(schema, '#/x-data')).toBeUndefined();
  expect(resolveRef(schema, 'https://example.com/')).toBeUndefined();
});
