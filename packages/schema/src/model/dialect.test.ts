import type { JsonSchema } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../compile/index.ts';
import { findSchemaIssues } from '../compile/find-schema-issues.ts';
import { normalizeSchema } from './normalize-schema.ts';

const DRAFT_04 = 'http://json-schema.org/draft-04/schema#';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';

interface Case {
  readonly schema: JsonSchema;
  /** As 2020-12. */
  readonly normal: JsonSchema;
  readonly fits: readonly unknown[];
  readonly not: readonly unknown[];
  /** JSON pointers of keywords that the draft ignores. */
  readonly ignored?: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  'limits of draft-04 that are not reached': {
    schema: { $schema: DRAFT_04, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    normal: { exclusiveMinimum: 0, maximum: 9 },
    fits: [0.1, 9],
    not: [0, 9.1],
  },
  'addresses of draft-04': {
    schema: {
      $schema: DRAFT_04,
      id: 'http://example.com/root.json',
      properties: { id: { type: 'string' }, next: { $ref: 'item.json' } },
      definitions: { Item: { id: 'item.json', type: 'integer' } },
    },
    normal: {
      properties: { id: { type: 'string' }, next: { $ref: '#/$defs/Item' } },
      $defs: { Item: { type: 'integer' } },
    },
    fits: [{ id: 'a', next: 1 }],
    not: [{ id: 1 }, { next: 'a' }],
  },
  'a name within a schema of draft-04': {
    schema: {
      $schema: DRAFT_04,
      properties: { a: { $ref: '#item' } },
      definitions: { Item: { id: '#item', type: 'integer' } },
    },
    normal: { properties: { a: { $ref: '#/$defs/Item' } }, $defs: { Item: { type: 'integer' } } },
    fits: [{ a: 1 }],
    not: [{ a: 'a' }],
  },
  'tuples and dependencies of draft-04': {
    schema: {
      $schema: DRAFT_04,
      dependencies: { card: ['address'] },
      properties: { range: { items: [{ type: 'integer' }], additionalItems: false } },
    },
    normal: {
      dependentRequired: { card: ['address'] },
      properties: { range: { prefixItems: [{ type: 'integer' }], items: false } },
    },
    fits: [{ range: [1] }, { card: 1, address: 1 }],
    not: [{ range: [1, 2] }, { range: ['a'] }, { card: 1 }],
  },
  'keywords that draft-04 does not have': {
    schema: { $schema: DRAFT_04, type: 'string', const: 'a', propertyNames: false },
    normal: { type: 'string' },
    fits: ['a', 'b'],
    not: [1],
    ignored: ['/const', '/propertyNames'],
  },
  'what stands beside a reference in draft-07': {
    schema: {
      $schema: DRAFT_07,
      properties: { a: { $ref: '#/definitions/A', minLength: 2, description: 'Short.' } },
      definitions: { A: { type: 'string' } },
    },
    normal: {
      properties: { a: { $ref: '#/$defs/A', description: 'Short.' } },
      $defs: { A: { type: 'string' } },
    },
    fits: [{ a: 'x' }],
    not: [{ a: 1 }],
    ignored: ['/properties/a/minLength'],
  },
  'a root with an address beside a reference in draft-07': {
    schema: {
      $schema: DRAFT_07,
      $id: 'http://example.com/root.json',
      $ref: 'root.json#/definitions/A',
      definitions: { A: { type: 'object', required: ['a'] } },
    },
    normal: { type: 'object', required: ['a'] },
    fits: [{ a: 1 }],
    not: [{}, 1],
  },
  'keywords that draft-06 does not have': {
    schema: { $schema: 'http://json-schema.org/draft-06/schema#', const: 1, if: {}, else: false },
    normal: { const: 1 },
    fits: [1],
    not: [2],
    ignored: ['/if', '/else'],
  },
  'a recursive reference of 2019-09': {
    schema: {
      $schema: DRAFT_2019,
      $id: 'https://example.com/tree',
      $recursiveAnchor: true,
      type: 'object',
      properties: { children: { type: 'array', items: { $recursiveRef: '#' } } },
      unevaluatedProperties: false,
    },
    normal: {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
      unevaluatedProperties: false,
    },
    fits: [{ children: [{ children: [] }] }],
    not: [{ children: [1] }, { children: [{ more: 1 }] }],
  },
  'tuples of 2019-09': {
    schema: { $schema: DRAFT_2019, items: [{ type: 'string' }], additionalItems: { type: 'integer' } },
    normal: { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
    fits: [['a', 1]],
    not: [['a', 'b']],
  },
  'keywords that 2019-09 does not have, and those that it reads beside a reference': {
    schema: {
      $schema: DRAFT_2019,
      $ref: '#/$defs/A',
      minLength: 2,
      prefixItems: [false],
      $defs: { A: { type: ['string', 'array'] } },
    },
    normal: { $ref: '#/$defs/A', minLength: 2, $defs: { A: { type: ['string', 'array'] } } },
    fits: ['ab', [1]],
    not: ['a', 1],
    ignored: ['/prefixItems'],
  },
};

describe('an older draft that is declared', () => {
  it.each(Object.entries(CASES))('%s', (_, { schema, normal, fits, not, ignored = [] }) => {
    const read = normalizeSchema(schema);
    expect(read.issues).toEqual([]);
    expect(read.schema).toEqual(normal);
    expect((read.ignored ?? []).map(({ path }) => path)).toEqual(ignored);
    for (const validate of [compileSchema(schema), compileSchema(normal)]) {
      expect(fits.filter((value) => !validate(value).ok)).toEqual([]);
      expect(not.filter((value) => validate(value).ok)).toEqual([]);
    }
  });

  it('is named where a keyword is ignored', () => {
    expect(normalizeSchema({ $schema: DRAFT_04, const: 1 }).ignored).toEqual([
      {
        path: '/const',
        keyword: 'const',
        message: '`const` is ignored: the schema declares draft-04, which has no such keyword.',
        help: 'Leave it out, or declare 2020-12, which reads it.',
      },
    ]);
    const beside = { $schema: DRAFT_07, $ref: '#/definitions/A', maxLength: 1, definitions: { A: {} } };
    expect(normalizeSchema(beside).ignored?.[0]?.message).toBe(
      '`maxLength` is ignored: the schema declares draft-07, which reads nothing beside `$ref`.',
    );
  });

  it('is refused where a recursive reference can mean several schemas', () => {
    const schema = {
      $schema: DRAFT_2019,
      $id: 'https://example.com/tree',
      $recursiveAnchor: true,
      properties: { a: { $recursiveRef: '#' }, b: { $id: 'leaf', $recursiveAnchor: true } },
    };
    const message = '`$recursiveRef` can mean several schemas here, because more than one has an `$id`.';
    expect(normalizeSchema(schema).issues).toMatchObject([{ path: '/properties/a/$recursiveRef', message }]);
    expect(findSchemaIssues(schema)).toMatchObject([{ path: '/properties/a/$recursiveRef', message }]);
  });

  it('is refused where 2020-12 cannot express it', () => {
    const schema = { $schema: DRAFT_2019, contains: { const: 1 }, unevaluatedItems: false };
    const message =
      '`unevaluatedItems` in a schema with `contains` means something else in 2019-09 than in 2020-12.';
    expect(normalizeSchema(schema).issues).toMatchObject([{ path: '/unevaluatedItems', message }]);
    expect(normalizeSchema({ ...schema, $schema: undefined }).issues).toEqual([]);
  });

  it('is refused where it is unknown', () => {
    const schema = { $schema: 'http://json-schema.org/draft-03/schema#' };
    expect(normalizeSchema(schema).issues).toMatchObject([
      {
        message: '`$schema` declares a dialect that is not known: "http://json-schema.org/draft-03/schema#".',
      },
    ]);
    expect(() => compileSchema(schema)).toThrow(
      '`$schema` declares a dialect that is not known: "http://json-schema.org/draft-03/schema#".',
    );
  });
});
