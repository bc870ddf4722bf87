import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findKeywordIssues } from './find-keyword-issues.ts';

const shortIssues = (schema: unknown, olderDrafts = false) =>
  findKeywordIssues(schema, { olderDrafts }).map(({ path, message }) => `${path}: ${message}`);

/** Keywords of the meta-schema, without those whose format (a URI, a regular expression) is checked as well. */
const KEYWORDS =
  'type enum const required minLength maxItems minimum multipleOf uniqueItems properties $defs items prefixItems allOf not dependentRequired dependentSchemas dependencies additionalProperties propertyNames title default deprecated examples $anchor $comment contains minContains format if unevaluatedItems x-unknown definitions'.split(
    ' ',
  );

describe('findKeywordIssues', () => {
  it('describes what a keyword must be', () => {
    expect(findKeywordIssues({ properties: { a: { minLength: -1 } } })).toEqual([
      {
        path: '/properties/a/minLength',
        keyword: 'minLength',
        message: '`minLength` must be a whole number from 0; got -1.',
        help: 'For example: "minLength": 1',
      },
    ]);
  });

  it('finds every mistake', () => {
    expect(
      shortIssues({
        type: ['string', 'int', 'string'],
        allOf: [],
        anyOf: [{}, 'text'],
        properties: { a: 1, b: { type: 'int', $ref: 1 } },
        patternProperties: { '(': {} },
        pattern: '[',
        dependentRequired: { a: 'b' },
        items: [{}],
        $id: '#a',
      }),
    ).toEqual([
      '/type: `type` must name at least one type, each only once.',
      '/allOf: `allOf` must be an array of at least one schema; got an array.',
      '/anyOf/1: `anyOf` must hold a schema: an object, true or false; got "text".',
      '/properties/a: `properties` must hold a schema: an object, true or false; got 1.',
      '/patternProperties/(: "(" is not a regular expression that compiles with the u flag.',
      '/pattern: `pattern` must be a regular expression that compiles with the u flag; got "[".',
      '/dependentRequired: `dependentRequired` must be an object of arrays of strings; got an object.',
      '/items: `items` must be a schema: an object, true or false; got an array.',
      '/$id: `$id` must be a string without a fragment; got "#a".',
      '/properties/b/type: `type` must be one of array, boolean, integer, null, number, object, string; got "int".',
      '/properties/b/$ref: `$ref` must be a string; got 1.',
    ]);
  });

  it('knows the names that other languages give to types', () => {
    expect(findKeywordIssues({ type: 'int' })[0]?.help).toBe('For this type, write "integer".');
    expect(findKeywordIssues({ type: 'String' })[0]?.help).toContain('Write one of array');
    expect(findKeywordIssues({ type: 'toString' })[0]?.help).toContain('Write one of array');
  });

  it('accepts what older drafts allow only where asked to', () => {
    const older = { items: [{}], exclusiveMinimum: true, $id: '#here', dependencies: { a: ['b'] } };
    expect(shortIssues(older, true)).toEqual([]);
    expect(shortIssues(older)).toEqual([
      '/items: `items` must be a schema: an object, true or false; got an array.',
      '/exclusiveMinimum: `exclusiveMinimum` must be a number; got true.',
      '/$id: `$id` must be a string without a fragment; got "#here".',
    ]);
  });

  it('agrees with the meta-schema of 2020-12', () => {
    const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
    const seen = { valid: 0, invalid: 0 };
    const { value } = fc.letrec<{ value: unknown; schema: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(
          true,
          null,
          0,
          1,
          2.5,
          -1,
          'string',
          'object',
          [],
          ['string'],
          ['a', 'a'],
          {},
        ),
        tie('schema'),
        fc.array(tie('schema'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'type'), fc.oneof(tie('schema'), fc.constant(['a'])), {
          maxKeys: 2,
        }),
      ),
      schema: fc.dictionary(fc.constantFrom(...KEYWORDS), tie('value'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    }));
    fc.assert(
      fc.property(value, (schema) => {
        const expected = ajv.validate('https://json-schema.org/draft/2020-12/schema', schema);
        seen[expected ? 'valid' : 'invalid']++;
        expect(findKeywordIssues(schema).length === 0).toBe(expected);
      }),
      { seed: 3, numRuns: 3000 },
    );
    expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(300);
  });
});
