import { describe, expect, it } from 'vitest';
import { Documents } from './documents.ts';
import { SchemaReader } from './schema-reader.ts';

const DOCUMENT = {
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'kind', 'seed'],
        properties: {
          id: { type: 'integer', readOnly: true },
          kind: { type: 'string' },
          password: { type: 'string' },
          pin: { type: 'string', format: 'password' },
          seed: { type: 'string', writeOnly: true },
          parent: { $ref: '#/components/schemas/Pet' },
        },
      },
      Cat: { type: 'object', properties: { kind: { type: 'string', enum: ['cat'] } } },
      Dog: { type: 'object' },
      Pack: { type: 'array', items: { type: 'string' }, required: ['kind'] },
    },
  },
};

function read(
  schema: unknown,
  {
    version = '3.0.3',
    direction = 'request',
  }: { version?: string; direction?: 'request' | 'patch' | 'response' } = {},
): { readonly schema: unknown; readonly definitions: unknown } {
  const documents = new Documents();
  documents.add('api.json', DOCUMENT);
  const reader = new SchemaReader(documents, version, direction);
  const result = reader.read({ value: schema, file: 'api.json' });
  return { schema: result, definitions: reader.definitions };
}

describe('SchemaReader', () => {
  it.each([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { nullable: true, allOf: [{ type: 'string' }] },
      { anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
    ],
    [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    [{ maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    [
      { type: 'string', maxLength: 9, uniqueItems: true },
      { type: 'string', maxLength: 9 },
    ],
    [
      { type: 'integer', minimum: 1, minLength: 1 },
      { type: 'integer', minimum: 1 },
    ],
    [
      { type: 'integer', example: 3 },
      { type: 'integer', examples: [3] },
    ],
    [
      { type: 'object', properties: { example: { type: 'string' } } },
      { type: 'object', properties: { example: { type: 'string' } } },
    ],
    [{ type: 'string', xml: { name: 'x' }, 'x-internal': true, externalDocs: {} }, { type: 'string' }],
  ])('translates %j of OpenAPI 3.0', (schema, expected) => {
    expect(read(schema).schema).toEqual(expected);
  });

  it('requires no property that a schema beside it hides', () => {
    const pet = { $ref: '#/components/schemas/Pet' };
    const both = { allOf: [pet, { type: 'object', required: ['id', 'seed', 'name'] }] };
    expect(read(both).schema).toEqual({
      allOf: [{ $ref: '#/$defs/Pet' }, { type: 'object', required: ['seed', 'name'] }],
    });
    expect(read(both, { direction: 'response' }).schema).toEqual({
      allOf: [{ $ref: '#/$defs/Pet' }, { type: 'object', required: ['id', 'name'] }],
    });
    expect(read({ ...pet, required: ['id', 'kind'] }, { version: '3.1.0' }).schema).toEqual({
      $ref: '#/$defs/Pet',
      required: ['kind'],
    });
  });

  it('keeps defaults where filling them in changes nothing', () => {
    const schema = { type: 'object', properties: { default: { type: 'integer', default: 3 } } };
    const bare = { type: 'object', properties: { default: { type: 'integer' } } };
    expect(read(schema, { direction: 'request' }).schema).toEqual(schema);
    expect(read(schema, { direction: 'patch' }).schema).toEqual(bare);
    expect(read(schema, { direction: 'response' }).schema).toEqual(bare);
  });

  it.each([
    [{ type: ['string', 'null'], nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'number', exclusiveMinimum: 1 },
      { type: 'number', exclusiveMinimum: 1 },
    ],
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { $ref: '#/components/schemas/Cat', nullable: true },
      { anyOf: [{ $ref: '#/$defs/Cat' }, { type: 'null' }] },
    ],
  ])('reads %j of 3.1, also what is left there of 3.0', (schema, expected) => {
    expect(read(schema, { version: '3.1.0' }).schema).toEqual(expected);
  });

  it('makes definitions of what is referred to, without what the direction hides', () => {
    const pet = { $ref: '#/components/schemas/Pet' };
    const parent = { $ref: '#/$defs/Pet' };
    const kind = { type: 'string' };
    expect(read(pet)).toEqual({
      schema: { $ref: '#/$defs/Pet' },
      definitions: {
        Pet: {
          type: 'object',
          required: ['kind', 'seed'],
          properties: { kind, seed: { type: 'string', writeOnly: true }, parent },
        },
      },
    });
    const hidden = { password: kind, pin: { type: 'string', format: 'password' } };
    expect(read(pet, { direction: 'response' }).definitions).toEqual({
      Pet: {
        type: 'object',
        required: ['id', 'kind'],
        properties: { id: { type: 'integer', readOnly: true }, kind, ...hidden, parent },
      },
    });
  });

  it('ties alternatives to the values of their discriminator', () => {
    const schema = {
      oneOf: ['Cat', 'Dog', 'Pack'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      discriminator: { propertyName: 'kind', mapping: { dog: '#/components/schemas/Dog', hound: 'Dog' } },
    };
    expect(read(schema).schema).toEqual({
      oneOf: [
        { $ref: '#/$defs/Cat' },
        {
          allOf: [
            { $ref: '#/$defs/Dog' },
            { type: 'object', properties: { kind: { enum: ['dog', 'hound'] } }, required: ['kind'] },
          ],
        },
        { $ref: '#/$defs/Pack' },
      ],
    });
    expect(read(schema).definitions).toHaveProperty('Pack', { type: 'array', items: { type: 'string' } });
  });

  it.each([
    [
      'https://example.com/pet.json',
      '`$ref: https://example.com/pet.json` is an address, and nothing is fetched.',
    ],
    ['pet.json', '`$ref: pet.json` leads out of the document.'],
    ['#/components/schemas/Bird', '`$ref: #/components/schemas/Bird` leads nowhere.'],
  ])('refuses the reference %s', ($ref, message) => {
    expect(() => read({ $ref })).toThrow(message);
  });
});
