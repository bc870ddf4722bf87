import { Kind, Type, type TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { normalizeSchema } from './normalize-schema.ts';

/** The normal form as text, so that the order of keys counts. */
function normal(schema: unknown, definitions: readonly unknown[] = []): string {
  const result = normalizeSchema(schema, { definitions });
  expect(result.issues).toEqual([]);
  return JSON.stringify(result.schema);
}

const json = (value: unknown): string => JSON.stringify(value);
const issues = (schema: unknown, definitions: readonly unknown[] = []) =>
  normalizeSchema(schema, { definitions }).issues;
const shortIssues = (schema: unknown, definitions: readonly unknown[] = []) =>
  issues(schema, definitions).map(({ path, message }) => `${path}: ${message}`);

describe('rewriting', () => {
  it('leaves symbols and undefined out', () => {
    const schema = Type.Object({ a: Type.Optional(Type.String({ default: undefined })) });
    expect(Reflect.ownKeys(Object(normalizeSchema(schema).schema) as object)).toEqual(['type', 'properties']);
    expect(normal(schema)).toBe('{"type":"object","properties":{"a":{"type":"string"}}}');
  });

  it('writes tuples as prefixItems', () => {
    expect(normal(Type.Tuple([Type.String(), Type.Number()]))).toBe(
      '{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false,"minItems":2,"maxItems":2}',
    );
    expect(normal({ items: [], additionalItems: { type: 'string' } })).toBe('{"items":{"type":"string"}}');
    expect(normal({ items: { type: 'string' }, additionalItems: false })).toBe('{"items":{"type":"string"}}');
  });

  it('writes records as additionalProperties', () => {
    const expected = '{"type":"object","additionalProperties":{"type":"number"}}';
    expect(normal(Type.Record(Type.String(), Type.Number()))).toBe(expected);
    expect(normal(Type.Record(Type.String(), Type.Number(), { additionalProperties: false }))).toBe(expected);
    expect(normal({ type: 'object', patternProperties: { '^.*$': { type: 'number' } } })).toBe(expected);
  });

  it('keeps other patterns, and patterns beside properties', () => {
    const byNumber = { type: 'object', patternProperties: { '^(0|[1-9][0-9]*)$': { type: 'number' } } };
    expect(normal(Type.Record(Type.Number(), Type.Number()))).toBe(json(byNumber));
    const beside = { properties: { a: { type: 'string' } }, patternProperties: { '^.*$': { minLength: 1 } } };
    expect(normal(beside)).toBe(json(beside));
  });

  it('writes unions of literals as enum, and keeps annotations', () => {
    const schema = Type.Union([Type.Literal('a'), Type.Literal('b')], {
      description: 'Which.',
      default: 'a',
    });
    expect(normal(schema)).toBe('{"description":"Which.","default":"a","type":"string","enum":["a","b"]}');
    expect(normal(Type.Enum({ a: 'a', b: 1 }))).toBe('{"enum":["a",1]}');
    expect(
      normal({
        anyOf: [
          { const: 1, type: 'integer' },
          { const: 2, type: 'integer' },
        ],
      }),
    ).toBe('{"type":"integer","enum":[1,2]}');
  });

  it('writes one literal as const', () => {
    expect(normal(Type.Literal('a'))).toBe('{"const":"a","type":"string"}');
    expect(normal({ anyOf: [{ const: 'a' }, { const: 'a' }] })).toBe('{"type":"string","const":"a"}');
    expect(normal({ anyOf: [{ const: { a: 1, b: [] } }, { const: 1 }, { const: { b: [], a: 1 } }] })).toBe(
      '{"enum":[{"a":1,"b":[]},1]}',
    );
  });

  it.each([
    ['a branch with a description', { anyOf: [{ const: 'a', description: 'First.' }, { const: 'b' }] }],
    ['a branch that contradicts itself', { anyOf: [{ const: 'a', type: 'number' }, { const: 'b' }] }],
    ['another enum', { enum: ['a'], anyOf: [{ const: 'a' }, { const: 'b' }] }],
    ['null, which stays a branch', { anyOf: [{ const: 'a' }, { type: 'null' }] }],
  ])('keeps a union with %s', (_, schema) => {
    expect(normal(schema)).toBe(json(schema));
  });

  it('splits dependencies', () => {
    expect(
      normal({
        dependencies: { a: ['b'], c: { minProperties: 2 } },
        dependentRequired: { a: ['c'], d: ['e'] },
      }),
    ).toBe('{"dependentRequired":{"a":["c","b"],"d":["e"]},"dependentSchemas":{"c":{"minProperties":2}}}');
  });

  it('writes nullable as a union with null', () => {
    expect(normal({ type: 'string', minLength: 1, nullable: true, description: 'Text.' })).toBe(
      '{"description":"Text.","anyOf":[{"type":"string","minLength":1},{"type":"null"}]}',
    );
    expect(normal({ type: 'string', nullable: false })).toBe('{"type":"string"}');
  });

  it('lets nullable change nothing but the type', () => {
    expect(normal({ type: 'string', nullable: true, enum: ['a'] })).toBe('{"type":"string","enum":["a"]}');
    expect(normal({ type: 'string', nullable: true, enum: ['a', null] })).toBe(
      '{"type":["string","null"],"enum":["a",null]}',
    );
  });

  it("writes OpenAPI's flags for exclusive limits as limits", () => {
    expect(normal({ minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false })).toBe(
      '{"exclusiveMinimum":0,"maximum":9}',
    );
  });

  it('keeps nullable types that are written as an array', () => {
    expect(normal({ type: ['string', 'null'] })).toBe('{"type":["string","null"]}');
  });

  it('never touches data', () => {
    const data = { $ref: '#/nowhere', definitions: 1, items: [], nullable: true, type: 'Date', $id: 'x' };
    const schema = { const: data, enum: [data], default: data, examples: [data], 'x-unknown': data };
    expect(normal(schema)).toBe(json(schema));
  });

  it('does not mistake property names for keywords', () => {
    const text =
      '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},' +
      '"$ref":{"type":"string"},"definitions":{"type":"string"},"items":{"type":"string"},"nullable":{"type":"string"}},' +
      '"$defs":{"__proto__":{"type":"number"}}}';
    expect(normal(JSON.parse(text))).toBe(text);
  });
});

describe('intersections', () => {
  const a = Type.Object({ a: Type.String() });
  const b = Type.Object({ b: Type.Optional(Type.Number()), c: Type.Null() });

  it('merges object schemas', () => {
    expect(normal(Type.Intersect([a, b], { description: 'Both.' }))).toBe(
      '{"description":"Both.","type":"object","required":["a","c"],"properties":{"a":{"type":"string"},"b":{"type":"number"},"c":{"type":"null"}}}',
    );
  });

  it('closes a merged schema that was closed as a whole', () => {
    expect(normal(Type.Intersect([a, Type.Object({})], { unevaluatedProperties: false }))).toBe(
      '{"additionalProperties":false,"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}',
    );
  });

  it('keeps the only description of a part', () => {
    const described = Type.Object({}, { description: 'A base.' });
    expect(normal(Type.Intersect([a, described]))).toContain('"description":"A base."');
    expect(normal(Type.Intersect([described, { ...a, description: 'Another.' }]))).not.toContain(
      'description',
    );
  });

  it.each([
    [
      'a closed part',
      { allOf: [{ properties: { a: {} }, additionalProperties: false }, { required: ['b'] }] },
    ],
    ['a closed whole', { allOf: [{ properties: { a: {} } }], additionalProperties: false }],
    [
      'two views of one property',
      { allOf: [{ properties: { a: { minLength: 1 } } }, { properties: { a: {} } }] },
    ],
    ['a union', { allOf: [{ properties: { a: {} } }, { anyOf: [{ type: 'object' }, { type: 'null' }] }] }],
    ['a part of another type', { allOf: [{ type: 'string' }, { type: 'object' }] }],
  ])('keeps allOf with %s', (_, schema) => {
    expect(normal(schema)).toBe(json(schema));
  });
});

describe('definitions and references', () => {
  it('moves definitions to $defs, at the root', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { $ref: '#/definitions/A' },
        b: { definitions: { A: true }, $ref: '#/properties/b/definitions/A' },
      },
      definitions: { A: { items: [{ $ref: '#/definitions/A/items/1' }, { type: 'null' }] } },
    };
    expect(normal(schema)).toBe(
      '{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/A_2"}},' +
        '"$defs":{"A":{"prefixItems":[{"$ref":"#/$defs/A/prefixItems/1"},{"type":"null"}]},"A_2":{}}}',
    );
  });

  it('writes recursion of the root as #', () => {
    const tree = Type.Recursive((self) => Type.Object({ children: Type.Array(self) }), { $id: 'Tree' });
    expect(normal(tree)).toBe(
      '{"type":"object","required":["children"],"properties":{"children":{"type":"array","items":{"$ref":"#"}}}}',
    );
  });

  it('moves a recursive type to $defs once, and leaves annotations in place', () => {
    const tree = Type.Recursive((self) => Type.Object({ next: Type.Optional(self) }), { $id: 'Tree' });
    const described = { ...tree, description: 'The left one.' };
    expect(normal(Type.Object({ left: described, right: tree }))).toBe(
      '{"type":"object","required":["left","right"],"properties":{"left":{"$ref":"#/$defs/Tree","description":"The left one."},' +
        '"right":{"$ref":"#/$defs/Tree"}},"$defs":{"Tree":{"type":"object","properties":{"next":{"$ref":"#/$defs/Tree"}}}}}',
    );
  });

  it('numbers anonymous recursive types per schema, not per program', () => {
    const anonymous = () => Type.Object({ a: Type.Recursive((self) => Type.Array(self)) });
    const expected =
      '{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/T0"}},"$defs":{"T0":{"type":"array","items":{"$ref":"#/$defs/T0"}}}}';
    expect(normal(anonymous())).toBe(expected);
    expect(normal(anonymous())).toBe(expected);
  });

  it('puts the imported type of a module at the root', () => {
    const module = Type.Module({
      User: Type.Object({ friends: Type.Array(Type.Ref('User')), pet: Type.Ref('Pet') }),
      Pet: Type.Object({ owner: Type.Optional(Type.Ref('User')) }),
    });
    expect(normal(module.Import('User'))).toBe(
      '{"type":"object","required":["friends","pet"],"properties":{"friends":{"type":"array","items":{"$ref":"#"}},"pet":{"$ref":"#/$defs/Pet"}},' +
        '"$defs":{"Pet":{"type":"object","properties":{"owner":{"$ref":"#"}}}}}',
    );
  });

  it('adds referenced given schemas, and only those', () => {
    const name = Type.String({ $id: 'Name' });
    const person = Type.Object({ name: Type.Ref(name) }, { $id: 'Person' });
    const unused = Type.Object({}, { $id: 'Unused' });
    expect(normal(Type.Object({ owner: Type.Ref(person) }), [unused, name, person])).toBe(
      '{"type":"object","required":["owner"],"properties":{"owner":{"$ref":"#/$defs/Person"}},' +
        '"$defs":{"Person":{"type":"object","required":["name"],"properties":{"name":{"$ref":"#/$defs/Name"}}},"Name":{"type":"string"}}}',
    );
  });

  it('treats a given schema that is also embedded as the same one', () => {
    const name = Type.String({ $id: 'Name' });
    expect(normal(Type.Object({ a: name, b: Type.Ref(name) }), [name])).toBe(
      '{"type":"object","required":["a","b"],"properties":{"a":{"$ref":"#/$defs/Name"},"b":{"$ref":"#/$defs/Name"}},"$defs":{"Name":{"type":"string"}}}',
    );
  });

  it('resolves URIs and anchors', () => {
    const schema = {
      $id: 'https://example.com/root.json',
      properties: {
        a: { $ref: 'defs.json#/$defs/text' },
        b: { $ref: 'https://example.com/defs.json#mark' },
        c: { $ref: 'root.json#/properties/a' },
        d: { $dynamicRef: '#here', minLength: 2 },
      },
      $defs: {
        D: { $id: 'defs.json', $defs: { text: { type: 'string' }, n: { $anchor: 'mark', type: 'number' } } },
      },
    };
    const { d, ...staticOnly } = schema.properties;
    expect(normal({ ...schema, properties: staticOnly })).toBe(
      '{"properties":{"a":{"$ref":"#/$defs/text"},"b":{"$ref":"#/$defs/n"},"c":{"$ref":"#/properties/a"}},' +
        '"$defs":{"D":{},"text":{"type":"string"},"n":{"type":"number"}}}',
    );
    expect(normal({ properties: { d, e: { $dynamicAnchor: 'here', type: 'string' } } })).toBe(
      '{"properties":{"d":{"minLength":2,"$ref":"#/properties/e"},"e":{"type":"string"}}}',
    );
  });

  it('copies a schema for every dynamic scope in which a reference means another one', () => {
    const list = {
      $id: 'list',
      items: { $dynamicRef: '#item' },
      $defs: { item: { $dynamicAnchor: 'item' } },
    };
    const listOf = (type: string): object => ({
      $id: `list-of-${type}`,
      $ref: 'list',
      $defs: { item: { $dynamicAnchor: 'item', type } },
    });
    expect(
      normal({
        properties: { any: { $ref: 'list' }, texts: listOf('string'), numbers: listOf('number') },
        $defs: { list },
      }),
    ).toBe(
      '{"properties":{"any":{"$ref":"#/$defs/list"},"texts":{"$ref":"#/$defs/list_2"},"numbers":{"$ref":"#/$defs/list_3"}},' +
        '"$defs":{"list":{"items":{"$ref":"#/$defs/item"}},"list_2":{"items":{"$ref":"#/$defs/item_2"}},' +
        '"list_3":{"items":{"$ref":"#/$defs/item_3"}},"item":{},"item_2":{"type":"string"},"item_3":{"type":"number"}}}',
    );
  });

  it('keeps a target that the normal form has no place for, as a definition', () => {
    const schema = {
      properties: { x: { $ref: '#/allOf/0' }, y: { $ref: '#/components/schemas/Pet' } },
      allOf: [{ properties: { a: { type: 'string' } } }],
      components: { schemas: { Pet: { type: 'string', nullable: true } } },
    };
    expect(normal(schema)).toBe(
      '{"properties":{"x":{"$ref":"#/$defs/Definition"},"y":{"$ref":"#/$defs/Pet"},"a":{"type":"string"}},' +
        '"components":{"schemas":{"Pet":{"type":"string","nullable":true}}},' +
        '"$defs":{"Definition":{"properties":{"a":{"type":"string"}}},"Pet":{"anyOf":[{"type":"string"},{"type":"null"}]}}}',
    );
  });

  it('ignores siblings of $ref, and later keywords, where draft-07 is declared', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { a: { $ref: '#/definitions/A', minLength: 2, description: 'Short.' } },
      dependentRequired: { a: ['b'] },
      definitions: { A: { type: 'string' } },
    };
    expect(normal(schema)).toBe(
      '{"properties":{"a":{"$ref":"#/$defs/A","description":"Short."}},"$defs":{"A":{"type":"string"}}}',
    );
  });
});

describe('issues', () => {
  it.each<[TSchema, string, string]>([
    [Type.Date(), 'Type.Date() is not JSON.', "Use Type.String({ format: 'date-time' })."],
    [Type.Uint8Array(), 'Type.Uint8Array() is not JSON.', "Use Type.String({ contentEncoding: 'base64' })."],
    [Type.RegExp(/a/), 'Type.RegExp() is not JSON.', "Use Type.String({ pattern: '…' })."],
    [
      Type.BigInt(),
      'Type.BigInt() is not JSON.',
      "Use Type.Integer(), or Type.String({ pattern: '^-?[0-9]+$' }) beyond 2^53.",
    ],
    [Type.Undefined(), 'Type.Undefined() is not JSON.', 'Leave the property out instead: Type.Optional(…).'],
    [Type.Void(), 'Type.Void() is not JSON.', 'Use Type.Null() for a tool that returns nothing.'],
    [Type.Symbol(), 'Type.Symbol() is not JSON.', 'Use Type.String().'],
    [
      Type.Function([], Type.Null()),
      'Type.Function() is not JSON.',
      'Leave it out: a function cannot travel in a call.',
    ],
    [
      Type.Promise(Type.Null()),
      'Type.Promise() is not JSON.',
      'Use the schema of what the promise resolves to.',
    ],
  ])('says what to use instead of a JavaScript type %#', (type, message, help) => {
    expect(issues(Type.Object({ 'a/b': Type.Array(type) }))).toEqual([
      { path: '/properties/a~1b/items/type', keyword: 'type', message, help },
    ]);
  });

  it('refuses what is not a schema', () => {
    expect(shortIssues(42)).toEqual([': A schema must be an object, true or false; got 42.']);
    expect(shortIssues(undefined)).toEqual([': `undefined` cannot be represented in JSON.']);
    expect(normalizeSchema(true)).toEqual({ schema: true, issues: [] });
  });

  it('reports values that JSON cannot represent, with their places', () => {
    class Money {
      readonly amount = 1;
    }
    const schema = {
      type: 'object',
      default: { since: new Date(0), at: [undefined] },
      examples: [() => 1, 1n, Number.NaN, new Map(), new Money()],
      get title() {
        throw new Error('not to be called');
      },
    };
    expect(shortIssues(schema)).toEqual([
      '/default/since: A Date cannot be represented in JSON.',
      '/default/at/0: `undefined` cannot be represented in JSON.',
      '/examples/0: A function cannot be represented in JSON.',
      '/examples/1: A bigint cannot be represented in JSON.',
      '/examples/2: NaN cannot be represented in JSON.',
      '/examples/3: A Map cannot be represented in JSON.',
      '/examples/4: A Money cannot be represented in JSON.',
      '/title: A getter cannot be represented in JSON.',
    ]);
    expect(issues(schema).map(({ keyword }) => keyword)).toEqual([
      'default',
      'default',
      'examples',
      'examples',
      'examples',
      'examples',
      'examples',
      'title',
    ]);
  });

  it('ends for circular, very deep and very large objects', () => {
    const circular: Record<string, unknown> = { type: 'object' };
    circular['properties'] = { self: circular };
    expect(shortIssues(circular)).toEqual([
      '/properties/self: The object contains itself, which JSON cannot hold.',
    ]);
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = { not: deep };
    expect(issues(deep).map(({ message }) => message)).toEqual(['This nests more than 512 levels deep.']);
    let wide: unknown = { type: 'string' };
    for (let level = 0; level < 40; level++) wide = { anyOf: [wide, wide] };
    expect(issues(wide).map(({ message }) => message)).toEqual([
      'Everything together holds more than 200000 values.',
    ]);
  });

  it('reports references without a target, and never fetches', () => {
    const refs = {
      a: { $ref: '#/$defs/Nobody' },
      b: { $ref: 'Ghost' },
      c: { $ref: 'https://example.com/x' },
    };
    expect(shortIssues({ properties: refs })).toEqual([
      '/properties/a/$ref: The reference "#/$defs/Nobody" names no schema.',
      '/properties/b/$ref: The reference "Ghost" names no schema.',
      '/properties/c/$ref: The reference "https://example.com/x" points outside the schema.',
    ]);
  });

  it('reports circular references', () => {
    const schema = { $defs: { A: { anyOf: [{ $ref: '#/$defs/B' }] }, B: { $ref: '#/$defs/A' } } };
    expect(shortIssues(schema)).toEqual([
      '/$defs/B/$ref: The reference leads back to itself, so checking a value would never end.',
    ]);
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => [`d${n}`, { $ref: `#/$defs/d${n + 1}` }]),
    );
    expect(issues({ $ref: '#/$defs/d0', $defs: { ...chain, d20000: true } })).toEqual([]);
  });

  it('reports two different schemas with one $id', () => {
    const both = Type.Object({ a: Type.String({ $id: 'Name' }), b: Type.Number({ $id: 'Name' }) });
    expect(shortIssues(both)).toEqual(['/properties/b/$id: Two different schemas have the `$id` "Name".']);
    const given = [Type.String({ $id: 'Name' }), Type.Number({ $id: 'Name' })];
    expect(shortIssues(Type.Object({ a: Type.Ref('Name') }), given)).toEqual([
      '/properties/a/$ref: Two different schemas have the `$id` "Name".',
    ]);
    expect(shortIssues(Type.Object({}), given)).toEqual([]);
  });

  it('reports the issues of a given schema where it is referred to', () => {
    const given = Type.Object({ at: Type.Date(), by: Type.Ref('Ghost') }, { $id: 'Event' });
    expect(shortIssues(Type.Object({ a: Type.Ref(given) }), [given])).toEqual([
      '/properties/a/$ref: In the schema "Event" at /properties/at/type: Type.Date() is not JSON.',
      '/properties/a/$ref: The reference "Ghost" names no schema.',
    ]);
  });

  it('reports an unknown dialect', () => {
    expect(shortIssues({ $schema: 'https://example.com/mine' })).toEqual([
      '/$schema: `$schema` declares a dialect that is not known: "https://example.com/mine".',
    ]);
  });

  it('reports TypeBox schemas whose meaning JSON cannot carry', () => {
    expect(
      shortIssues(
        Type.Object({ a: Type.Partial(Type.Ref('X')), b: { [Kind]: 'Even', title: 'Even' } as TSchema }),
      ),
    ).toEqual([
      '/properties/a: TypeBox left this Computed unresolved, so it is not JSON Schema.',
      '/properties/b: The custom TypeBox kind "Even" says nothing in JSON Schema keywords: any value would pass.',
    ]);
  });
});
