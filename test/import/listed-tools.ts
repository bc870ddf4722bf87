/** Tools as servers list them, by what is special about them. */
export const LISTED_TOOLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'nothing beside a schema': { name: 'ping', inputSchema: { type: 'object' } },
  'an empty description and empty hints': {
    name: 'pong',
    description: '',
    inputSchema: { type: 'object', properties: {}, required: [] },
    annotations: {},
    _meta: {},
  },
  'what BTCP has no field for': {
    name: 'get-weather.today',
    title: 'Weather',
    description: '  Tells the weather.\r\n\r\n- of a town\n',
    inputSchema: { type: 'object', properties: { town: { type: 'string', 'x-order': 1 } } },
    annotations: { category: 'weather', readOnlyHint: true, openWorldHint: false, conditions: ['online'] },
    icons: [{ src: 'https://example.com/a.png', sizes: ['48x48'] }],
    execution: { taskSupport: 'optional' },
    _meta: { 'example.com/scopes': ['weather:read'] },
    toolset: 'weather',
  },
  'a description that looks like a deprecation': {
    name: 'old_one',
    description: '[DEPRECATED: Use new_one.] Does what it did.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
  },
  'draft-07, as Zod 3 is written': {
    name: 'find_rows',
    description: 'Finds rows of a table.',
    inputSchema: {
      type: 'object',
      properties: {
        unit: {
          anyOf: [
            { type: 'string', const: 'metric' },
            { type: 'string', const: 'imperial' },
          ],
          description: 'The unit.',
        },
        where: { type: 'object', additionalProperties: { type: 'string' } },
        limit: { type: 'integer', exclusiveMinimum: 0, maximum: 100, default: 10 },
      },
      required: ['where', 'unit'],
      additionalProperties: false,
      $schema: 'http://json-schema.org/draft-07/schema#',
    },
    outputSchema: {
      type: 'object',
      properties: { rows: { type: 'array', items: { type: 'object', properties: {} } } },
      required: ['rows'],
      additionalProperties: false,
      $schema: 'http://json-schema.org/draft-07/schema#',
    },
  },
  '2020-12, as Zod 4 is written': {
    name: 'list_rows',
    description: 'Lists the rows of a table.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        page: { default: 1, type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        order: { anyOf: [{ type: 'string', enum: ['asc', 'desc'] }, { type: 'null' }] },
        tags: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} },
        filter: {
          oneOf: [
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'text' }, text: { type: 'string' } },
              required: ['text', 'kind'],
            },
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'range' }, to: { type: 'number', default: 9 } },
              required: ['kind', 'to'],
            },
          ],
        },
      },
      required: ['page', 'order'],
    },
  },
  'titles and nulls, as pydantic writes them': {
    name: 'search_docs',
    description: 'Searches the documents.',
    inputSchema: {
      $defs: {
        Filter: {
          properties: { tag: { title: 'Tag', type: 'string' }, next: { $ref: '#/$defs/Filter' } },
          required: ['tag'],
          title: 'Filter',
          type: 'object',
        },
      },
      properties: {
        query: { title: 'Query', type: 'string' },
        filter: { anyOf: [{ $ref: '#/$defs/Filter' }, { type: 'null' }], default: null },
        limit: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, title: 'Limit' },
      },
      required: ['query'],
      title: 'search_docsArguments',
      type: 'object',
    },
    outputSchema: {
      type: 'object',
      properties: { result: { type: 'array', items: { type: 'string' } } },
      required: ['result'],
      title: 'search_docsOutput',
      'x-wrap-result': true,
    },
  },
  'a wrapped output': {
    name: 'count_docs',
    description: 'Counts the documents.',
    inputSchema: { type: 'object', properties: {} },
    outputSchema: { type: 'object', properties: { result: { type: 'integer' } }, required: ['result'] },
  },
  'required before what it requires, with a default, and unknown': {
    name: 'roll_out',
    description: 'Rolls a release out.',
    inputSchema: {
      type: 'object',
      properties: {
        release: { type: 'string' },
        step: { type: 'string', enum: ['start', 'stop'], default: 'start' },
        space: { type: 'string', default: 'default' },
        dry: { type: 'boolean' },
      },
      required: ['step', 'space', 'release'],
    },
  },
  definitions: {
    name: 'draw',
    description: 'Draws a shape on the page.',
    inputSchema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/draw.json',
      definitions: { point: { type: 'array', items: [{ type: 'number' }, { type: 'number' }], minItems: 2 } },
      type: 'object',
      properties: { from: { $ref: '#/definitions/point' }, to: { $ref: '#/definitions/point' } },
      required: ['to', 'from'],
    },
  },
  OpenAPI: {
    name: 'create_page',
    description: 'Creates a page in the book.',
    inputSchema: {
      type: 'object',
      properties: {
        parent: { type: 'string', nullable: true, example: 'a1' },
        size: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        body: { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a'] }] },
      },
      required: ['parent'],
    },
  },
  'a root with a reference': {
    name: 'root_ref',
    description: 'Takes what a definition says.',
    inputSchema: {
      type: 'object',
      $ref: '#/definitions/args',
      definitions: { args: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
    },
  },
  'a root with anyOf': {
    name: 'root_any_of',
    description: 'Takes an id or a name.',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
      anyOf: [{ required: ['id'] }, { required: ['name'] }],
    },
  },
  'a root with oneOf of objects': {
    name: 'root_one_of',
    description: 'Takes one of two forms.',
    inputSchema: {
      type: 'object',
      oneOf: [
        {
          type: 'object',
          properties: { a: { type: 'string' } },
          required: ['a'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { b: { type: 'number' } },
          required: ['b'],
          additionalProperties: false,
        },
      ],
    },
  },
  'a root with allOf': {
    name: 'root_all_of',
    description: 'Takes what two parts say.',
    inputSchema: {
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: {} } }],
    },
  },
  'a root with not': {
    name: 'root_not',
    description: 'Takes anything but an id.',
    inputSchema: { type: 'object', not: { required: ['id'] } },
  },
  'an open root': {
    name: 'root_open',
    description: 'Takes whatever there is.',
    inputSchema: { type: 'object', additionalProperties: true },
  },
  'a closed root': {
    name: 'root_closed',
    description: 'Takes nothing at all, ever.',
    inputSchema: { type: 'object', additionalProperties: false },
  },
  'a root of numbers': {
    name: 'root_numbers',
    description: 'Takes numbers by name.',
    inputSchema: { type: 'object', additionalProperties: { type: 'number' }, minProperties: 1 },
  },
  'a root with patterns': {
    name: 'root_patterns',
    description: 'Takes headers by name.',
    inputSchema: { type: 'object', patternProperties: { '^x-': { type: 'string' }, '^.*$': {} } },
  },
  'a root with conditions': {
    name: 'root_if',
    description: 'Takes a reason where there is no id.',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, reason: { type: 'string' } },
      if: { required: ['id'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { reason: { maxLength: 9 } } },
      else: { required: ['reason'] },
      dependentRequired: { id: ['reason'] },
    },
  },
};
