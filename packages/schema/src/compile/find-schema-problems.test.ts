import type { JsonSchema } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { compileSchema, findSchemaProblems } from './index.ts';

const found = (schema: unknown): string[] =>
  findSchemaProblems(schema as JsonSchema).map(
    ({ path, keyword, message }) => `${path} (${keyword}): ${message}`,
  );

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

describe('findSchemaProblems', () => {
  it('finds nothing in good schemas of both dialects', () => {
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

  it.each<[string, unknown, string[]]>([
    [
      'a wrong shape',
      { minLength: -1 },
      ['/minLength (minLength): `minLength` must be a whole number, 0 or more'],
    ],
    [
      'no schema',
      { properties: { a: null } },
      ['/properties/a (): a schema must be an object, `true` or `false`'],
    ],
    ['a list of schemas', { allOf: [] }, ['/allOf (allOf): `allOf` must be a list of at least one schema']],
    [
      'repeated names',
      { required: ['a', 'a'] },
      ['/required (required): `required` must be a list of different strings'],
    ],
    [
      'types of TypeBox',
      { properties: { at: { type: 'Date' } } },
      ['/properties/at/type (type): `type` must be a type of JSON, but is "Date"'],
    ],
    [
      'a bad pattern',
      { pattern: '(' },
      ['/pattern (pattern): `pattern` is not a valid regular expression: Unterminated group'],
    ],
    [
      'a bad property pattern',
      { patternProperties: { '[': true } },
      [
        '/patternProperties (patternProperties): `patternProperties` is not a valid regular expression: Unterminated character class',
      ],
    ],
    [
      'a tuple of draft-07',
      { items: [true] },
      ['/items (items): `items` must be one schema: a list of schemas is draft-07'],
    ],
    [
      'another dialect',
      { $schema: 'http://json-schema.org/draft-03/schema#' },
      ['/$schema ($schema): the dialect "http://json-schema.org/draft-03/schema#" is not supported'],
    ],
    [
      'a reference outside',
      { $ref: 'https://example.com/a.json' },
      [
        '/$ref ($ref): `$ref` "https://example.com/a.json" is outside this schema, and nothing is ever fetched',
      ],
    ],
    [
      'a reference to nothing',
      { $defs: { a: true }, items: { $ref: '#/$defs/b' } },
      ['/items/$ref ($ref): `$ref` "#/$defs/b" points to nothing'],
    ],
    [
      'a reference to an inherited name',
      { $defs: {}, items: { $ref: '#/$defs/constructor' } },
      ['/items/$ref ($ref): `$ref` "#/$defs/constructor" points to nothing'],
    ],
    [
      'a reference to no schema',
      { $defs: { a: 5 }, $ref: '#/$defs/a' },
      [
        '/$defs/a (): a schema must be an object, `true` or `false`',
        '/$ref ($ref): `$ref` "#/$defs/a" points to nothing',
      ],
    ],
    [
      'two schemas with one $id',
      { $defs: { a: { $id: 'x', type: 'string' }, b: { $id: 'x' } } },
      ['/$defs/b/$id ($id): the `$id` "x" is used by another schema here'],
    ],
    [
      'two anchors with one name',
      { $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } },
      ['/$defs/b/$anchor ($anchor): the name "x" is used by another schema here'],
    ],
    [
      'a schema that is itself',
      { $ref: '#' },
      [
        ' ($ref): the schema refers back to itself without going deeper into the value, so checking would never end',
      ],
    ],
    [
      'a circle of references',
      { $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      [
        '/$defs/a ($ref): the schema refers back to itself without going deeper into the value, so checking would never end',
      ],
    ],
    [
      'a default without end',
      {
        $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n', default: {} } } } },
        $ref: '#/$defs/n',
      },
      [' (default): a default leaves a gap that a default fills, and so on without end'],
    ],
    ['a default that is no JSON', { default: new Date(0) }, ['/default (default): `default` must be JSON']],
    [
      'several at once',
      { type: 'text', properties: { 'a/b': { maximum: 'x' } } },
      [
        '/type (type): `type` must be a type of JSON, but is "text"',
        '/properties/a~1b/maximum (maximum): `maximum` must be a number',
      ],
    ],
  ])('finds %s', (_, schema, expected) => {
    expect(found(schema)).toEqual(expected);
    expect(() => compileSchema(schema as JsonSchema)).toThrow(/^The schema "schema" cannot be compiled:\n/);
  });

  it('says what to do', () => {
    expect(findSchemaProblems({ type: 'bigint' })[0]?.help).toBe(
      'Use an integer, or a string of digits when it may be large.',
    );
  });

  it('takes a format that is not known for an annotation', () => {
    expect(found({ type: 'string', format: 'json' })).toEqual([]);
    const validate = compileSchema({ type: 'string', format: 'json' });
    expect(validate('{')).toEqual({ ok: true, value: '{' });
    expect(validate(1)).toMatchObject({ ok: false });
    expect(found({ format: 7 })).toEqual(['/format (format): `format` must be a string']);
  });

  it('takes one schema in two places, as TypeBox writes it', () => {
    const node = { $id: 'T0', type: 'object', properties: { child: { $ref: 'T0' } } };
    const schema = { properties: { a: node, b: node } };
    expect(found(schema)).toEqual([]);
    expect(found(JSON.parse(JSON.stringify(schema)))).toEqual([]);
    expect(compileSchema(schema)({ b: { child: { child: 5 } } })).toMatchObject({ ok: false });
  });

  it('refuses an object that contains itself', () => {
    const schema: Record<string, unknown> = {};
    schema['items'] = schema;
    expect(found(schema)).toEqual(['/items (): the schema object contains itself']);
  });

  it('allows defaults that end', () => {
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
    expect(found(schema)).toEqual([' (): the schema is nested too deeply']);
  });
});
