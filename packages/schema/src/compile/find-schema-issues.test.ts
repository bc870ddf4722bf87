import type { JsonSchema } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { compileSchema, findSchemaIssues } from './index.ts';

const found = (schema: unknown): string[] =>
  findSchemaIssues(schema as JsonSchema).map(
    ({ path, keyword, message }) => `${path} (${keyword}): ${message}`,
  );

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

describe('findSchemaIssues', () => {
  it('accepts valid schemas of both dialects', () => {
    expect(found(true)).toEqual([]);
    expect(
      found({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        prefixItems: [true],
        'x-own': { type: 'Date' },
      }),
    ).toEqual([]);
    expect(
      found({ $schema: DRAFT_07, items: [true], additionalItems: false, definitions: { a: { $id: '#a' } } }),
    ).toEqual([]);
  });

  it('accepts keywords of older drafts, though none is declared', () => {
    expect(found({ items: [true], additionalItems: false })).toEqual([]);
    expect(compileSchema({ items: [true], additionalItems: false })([1, 2])).toMatchObject({ ok: false });
    expect(found({ $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } })).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    [
      'a wrong shape',
      { minLength: -1 },
      ['/minLength (minLength): `minLength` must be a whole number from 0; got -1.'],
    ],
    [
      'no schema',
      { properties: { a: null } },
      ['/properties/a (properties): `properties` must hold a schema: an object, true or false; got null.'],
    ],
    [
      'a list of schemas',
      { allOf: [] },
      ['/allOf (allOf): `allOf` must be an array of at least one schema; got an array.'],
    ],
    [
      'repeated names',
      { required: ['a', 'a'] },
      ['/required (required): `required` must be an array of strings, each only once; got an array.'],
    ],
    [
      'types of TypeBox',
      { properties: { at: { type: 'Date' } } },
      ['/properties/at/type (type): Type.Date() is not JSON.'],
    ],
    [
      'a bad pattern',
      { pattern: '(' },
      ['/pattern (pattern): `pattern` must be a regular expression that compiles with the u flag; got "(".'],
    ],
    [
      'a bad property pattern',
      { patternProperties: { '[': true } },
      [
        '/patternProperties/[ (patternProperties): "[" is not a regular expression that compiles with the u flag.',
      ],
    ],
    [
      'another dialect',
      { $schema: 'http://json-schema.org/draft-03/schema#' },
      [
        '/$schema ($schema): `$schema` declares a dialect that is not known: "http://json-schema.org/draft-03/schema#".',
      ],
    ],
    [
      'a reference outside',
      { $ref: 'https://example.com/a.json' },
      ['/$ref ($ref): The reference "https://example.com/a.json" points outside the schema.'],
    ],
    [
      'a reference to nothing',
      { $defs: { a: true }, items: { $ref: '#/$defs/b' } },
      ['/items/$ref ($ref): The reference "#/$defs/b" names no schema.'],
    ],
    [
      'a reference to an inherited name',
      { $defs: {}, items: { $ref: '#/$defs/constructor' } },
      ['/items/$ref ($ref): The reference "#/$defs/constructor" names no schema.'],
    ],
    [
      'a reference to no schema',
      { $defs: { a: 5 }, $ref: '#/$defs/a' },
      [
        '/$defs/a ($defs): `$defs` must hold a schema: an object, true or false; got 5.',
        '/$ref ($ref): The reference "#/$defs/a" names no schema.',
      ],
    ],
    [
      'two schemas with one $id',
      { $defs: { a: { $id: 'x', type: 'string' }, b: { $id: 'x' } } },
      ['/$defs/b/$id ($id): Two different schemas have the `$id` "x".'],
    ],
    [
      'two anchors with one name',
      { $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x', type: 'null' } } },
      ['/$defs/b/$anchor ($anchor): Two different schemas have the anchor "x".'],
    ],
    [
      'a schema that is itself',
      { $ref: '#' },
      ['/$ref ($ref): The reference leads back to itself, so checking a value would never end.'],
    ],
    [
      'a circle of references',
      { $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      ['/$defs/b/$ref ($ref): The reference leads back to itself, so checking a value would never end.'],
    ],
    [
      'a default without end',
      {
        $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n', default: {} } } } },
        $ref: '#/$defs/n',
      },
      [' (default): A default leaves a gap that a default fills, and so on without end.'],
    ],
    [
      'a default that is no JSON',
      { default: new Date(0) },
      ['/default (default): A Date cannot be represented in JSON.'],
    ],
    [
      'several at once',
      { type: 'text', properties: { 'a/b': { maximum: 'x' } } },
      [
        '/type (type): `type` must be one of array, boolean, integer, null, number, object, string; got "text".',
        '/properties/a~1b/maximum (maximum): `maximum` must be a number; got "x".',
      ],
    ],
  ])('finds %s', (_, schema, expected) => {
    expect(found(schema)).toEqual(expected);
    expect(() => compileSchema(schema as JsonSchema)).toThrow(/^The schema "schema" cannot be compiled:\n/);
  });

  it('says what to do', () => {
    expect(findSchemaIssues({ type: 'bigint' })[0]?.help).toBe(
      "Use Type.Integer(), or Type.String({ pattern: '^-?[0-9]+$' }) beyond 2^53.",
    );
  });

  it('treats an unknown format as an annotation', () => {
    expect(found({ type: 'string', format: 'json' })).toEqual([]);
    const validate = compileSchema({ type: 'string', format: 'json' });
    expect(validate('{')).toEqual({ ok: true, value: '{' });
    expect(validate(1)).toMatchObject({ ok: false });
    expect(found({ format: 7 })).toEqual(['/format (format): `format` must be a string; got 7.']);
  });

  it('accepts one schema in two places, as TypeBox writes it', () => {
    const node = { $id: 'T0', type: 'object', properties: { child: { $ref: 'T0' } } };
    const schema = { properties: { a: node, b: node } };
    expect(found(schema)).toEqual([]);
    expect(found(JSON.parse(JSON.stringify(schema)))).toEqual([]);
    expect(compileSchema(schema)({ b: { child: { child: 5 } } })).toMatchObject({ ok: false });
  });

  it('refuses a circular object', () => {
    const schema: Record<string, unknown> = {};
    schema['items'] = schema;
    expect(found(schema)).toEqual(['/items (items): The object contains itself, which JSON cannot hold.']);
  });

  it('allows defaults that are not endless', () => {
    const schema = {
      $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n', default: { n: { n: null } } } } } },
      $ref: '#/$defs/n',
    };
    expect(found(schema)).toEqual([]);
    expect(compileSchema(schema)({})).toMatchObject({ ok: true });
  });

  it('survives a schema too deep to read', () => {
    let schema: JsonSchema = true;
    for (let i = 0; i < 100_000; i++) schema = { items: schema };
    const path = '/items'.repeat(512);
    expect(found(schema)).toEqual([`${path} (items): This nests more than 512 levels deep.`]);
  });
});
