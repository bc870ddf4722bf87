import { getAtPointer } from '@btcp/schema/internal';
import { describe, expect, it } from 'vitest';
import { IMPORT_FORMATS, type ImportFormat } from '../targets/targets.ts';
import { importTools } from './import-tools.ts';

const schema = { type: 'object', properties: { a: { type: 'string' } } };
const good = { name: 'good', description: 'Does something good.', inputSchema: schema };

const refusals = (format: ImportFormat, document: unknown) =>
  importTools(document, { format }).refused.map(({ path, message, help }) => `${path}: ${message} ${help}`);
const warnings = (format: ImportFormat, document: unknown) =>
  importTools(document, { format }).warnings.map(({ code, path, detail }) => `${code} ${path}: ${detail}`);

function nested(depth: number): unknown {
  let value: object = { type: 'string' };
  for (let level = 0; level < depth; level++) value = { type: 'array', items: value };
  return value;
}

describe('importTools', () => {
  it('cuts a name that is longer than anybody reads', () => {
    expect(warnings('mcp-2025-11-25', { ...good, name: '-'.repeat(100_000) })).toContain(
      `name-rewritten /name: "${'-'.repeat(128)}…" is no name that BTCP allows; the tool is called "tool"`,
    );
  });

  it.each(IMPORT_FORMATS)('reads %s as one tool, an array, a request and an answer', (format) => {
    const tool =
      format === 'json-schema'
        ? { title: 'good', description: 'Does something good.', ...schema }
        : { ...good, input_schema: schema, parameters: schema, parametersJsonSchema: schema };
    const documents =
      format === 'json-schema'
        ? [tool, [tool]]
        : [
            tool,
            [tool],
            { model: 'any', tools: [tool] },
            { jsonrpc: '2.0', id: 1, result: { tools: [tool] } },
            { tools: [{ functionDeclarations: [tool] }] },
          ];
    for (const document of documents) {
      const { tools, refused } = importTools(document, { format });
      expect(refused).toEqual([]);
      expect(tools.map(({ name, description }) => [name, description])).toEqual([
        ['good', 'Does something good.'],
      ]);
      expect(tools[0]?.inputSchema).toEqual(schema);
    }
  });

  it('says where each bad tool is, and keeps the others', () => {
    const document = {
      tools: [
        null,
        { name: 'none' },
        { ...good, name: '' },
        { ...good, name: 'text', inputSchema: { type: 'string' } },
        { ...good, name: 'fetches', inputSchema: { $ref: 'https://example.com/schema' } },
        { ...good, name: 'deep', inputSchema: { type: 'object', properties: { a: nested(600) } } },
        {
          ...good,
          name: 'endless',
          inputSchema: { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
        },
        { ...good, name: 'wrong', inputSchema: { type: 'object', required: 'a' } },
        good,
        { ...good },
      ],
    };
    const { tools, refused } = importTools(document, { format: 'mcp-2025-11-25' });
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(refused.map(({ path, message }) => `${path.slice(0, 40)}: ${message.slice(0, 60)}`))
      .toMatchInlineSnapshot(`
      [
        "/tools/0: This is not a tool.",
        "/tools/1: The tool has no \`inputSchema\`.",
        "/tools/2/name: The tool has no \`name\`.",
        "/tools/3/inputSchema/type: The input is described as "string".",
        "/tools/4/inputSchema/$ref: The reference "https://example.com/schema" points outside th",
        "/tools/5/inputSchema/properties/a/items/: This nests more than 512 levels deep.",
        "/tools/6/inputSchema/properties/a/$ref: The reference leads back to itself, so checking a value woul",
        "/tools/7/inputSchema/required: \`required\` must be an array of strings, each only once; got ",
        "/tools/9/name: There is another tool named "good".",
      ]
    `);
  });

  it('keeps the others of a tool that nests deeper than the stack of some versions of Node', () => {
    const deep = { ...good, name: 'deep', inputSchema: nested(20_000) };
    const { tools, refused } = importTools({ tools: [deep, good] }, { format: 'mcp-2025-11-25' });
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(refused.map(({ message }) => message)).toEqual([
      expect.stringMatching(/it nests too deep\.$|^This nests more than 512 levels deep\./),
    ]);
  });

  it('keeps the others of what a getter or a proxy throws at', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const throws = (field: string): object =>
      Object.defineProperty({ ...good }, field, {
        enumerable: true,
        get() {
          throw new Error('boom');
        },
      });
    const document = [throws('name'), throws('tools'), proxy, { ...good, inputSchema: throws('type') }, good];
    const { tools, refused } = importTools(document, { format: 'gemini-openapi' });
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(refused.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      '/0: The tool cannot be read: it is not JSON.',
      '/1: The tool cannot be read: it is not JSON.',
      '/2: The tool cannot be read: it is not JSON.',
      '/3: The tool cannot be read: it is not JSON.',
    ]);
  });

  it('names the format that a tool of another one is written in', () => {
    expect(refusals('mcp-2025-11-25', { name: 'a', input_schema: schema })).toEqual([
      ': The tool has no `inputSchema`. It has `input_schema`: import it from anthropic.',
    ]);
    expect(refusals('mcp-2025-11-25', { name: 'a', parameters: schema })).toEqual([
      ': The tool has no `inputSchema`. It has `parameters`: import it from one of openai-chat, openai-responses, gemini, gemini-openapi, ikigai, forge.',
    ]);
    // No format has a tool with a field of this name.
    expect(refusals('mcp-2025-11-25', { name: 'a', schema })).toEqual([
      ': The tool has no `inputSchema`. Add the JSON Schema of its input.',
    ]);
    expect(refusals('json-schema', good)).toEqual([
      '/inputSchema: This is not a schema: it has `inputSchema`. Import it from the format it is written in, for example mcp-2025-11-25.',
    ]);
    expect(refusals('anthropic', { type: 'bash_20250124', name: 'bash' })).toEqual([
      '/type: The tool is "bash_20250124", which has no schema. Take it out of the list: its provider runs it, and only knows how to call it.',
    ]);
    expect(refusals('openai-chat', {})).toEqual([
      '/name: The tool has no `name`. Give it a name, for example "getCellValue".',
    ]);
    expect(refusals('openai-chat', [])).toEqual([': There are no tools in it. Check the file.']);
  });

  it('does not read from or write to prototypes', () => {
    const document: unknown = JSON.parse(
      '{"name":"a","description":"Does something.","inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["__proto__"]},"_meta":{"__proto__":{"x":1}}}',
    );
    const { tools } = importTools(document, { format: 'mcp-2025-11-25' });
    expect(Object.keys(tools[0]?.inputSchema['properties'] as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    const inherited: unknown = Object.create(good);
    expect(refusals('mcp-2025-11-25', inherited)).toEqual([
      '/name: The tool has no `name`. Give it a name, for example "getCellValue".',
    ]);
  });

  it('rewrites references, even of properties named like keywords', () => {
    const a = { $ref: '#/properties/a' };
    const inputSchema = {
      type: 'object',
      anyOf: [{ required: ['a'] }, { required: ['default'] }],
      properties: { a: { type: 'string' }, default: a, enum: a, examples: { const: a } },
    };
    const { tools } = importTools({ ...good, inputSchema }, { format: 'mcp-2025-11-25' });
    const moved = { $ref: '#/$defs/Input/properties/a' };
    expect(getAtPointer(tools[0]?.inputSchema, '/$defs/Input/properties')).toEqual({
      a: { type: 'string' },
      default: moved,
      enum: moved,
      examples: { const: a },
    });
  });

  it('assigns valid, unique names', () => {
    const names = [
      'get-sum',
      'get.sum',
      'get sum',
      '9lives',
      '__proto__',
      'größe',
      '検索',
      'x'.repeat(70),
      'class',
    ];
    const document = names.map((name) => ({ ...good, name }));
    expect({ ...importTools(document, { format: 'mcp-2025-11-25' }).names }).toEqual({
      'get-sum': 'get_sum',
      'get.sum': 'get_sum_2',
      'get sum': 'get_sum_3',
      '9lives': 'tool_9lives',
      ['__proto__']: 'proto',
      größe: 'gro_e',
      検索: 'tool',
      ['x'.repeat(70)]: 'x'.repeat(64),
      class: 'class',
    });
  });

  it('fits descriptions into the limits, and keeps the originals for MCP', () => {
    const long = 'x'.repeat(1200);
    const [tooLong, tooShort] = importTools(
      [
        { ...good, name: 'a', description: long },
        { ...good, name: 'b', description: 'Echo' },
      ],
      { format: 'mcp-2025-11-25' },
    ).tools;
    expect(tooLong?.description).toHaveLength(1000);
    expect(tooLong?.mcp?.description).toBe(long);
    expect(tooShort?.description).toBe('The tool "b": Echo');
    expect(tooShort?.mcp?.description).toBe('Echo');
    expect(
      importTools({ name: 'c', input_schema: schema }, { format: 'anthropic' }).tools[0]?.description,
    ).toBe('The tool "c"; its source does not describe it.');
  });

  it('reads the deprecation before a description', () => {
    const tool = { name: 'a', input_schema: schema, description: '[DEPRECATED: Use b.] Does something.' };
    expect(importTools(tool, { format: 'anthropic' }).tools[0]).toMatchObject({
      description: 'Does something.',
      deprecated: true,
      deprecationMessage: 'Use b.',
    });
    const told = { ...good, description: '[DEPRECATED] Not really.', _meta: { 'dev.btcp/capabilities': [] } };
    expect(importTools(told, { format: 'mcp-2025-11-25' }).tools[0]).toMatchObject({
      description: '[DEPRECATED] Not really.',
    });
  });

  it('accepts from _meta only valid fields', () => {
    const meta = {
      'dev.btcp/capabilities': ['dom:read', 'Dom'],
      'dev.btcp/timeout': 5,
      'dev.btcp/tags': 'a',
      'dev.btcp/examples': [{ input: 1 }],
    };
    expect(warnings('mcp-2025-11-25', { ...good, _meta: meta })).toEqual([
      'field-dropped /_meta/dev.btcp~1capabilities: no value that `capabilities` of a BTCP tool can have',
      'field-dropped /_meta/dev.btcp~1timeout: no value that `timeout` of a BTCP tool can have',
      'field-dropped /_meta/dev.btcp~1tags: no value that `tags` of a BTCP tool can have',
      'field-dropped /_meta/dev.btcp~1examples: no value that `examples` of a BTCP tool can have',
      'capabilities-missing /capabilities: the source cannot say what the tool may use, so it gets `capabilities: []`; once `execute` is written, `btcp check --write-capabilities` adds what it uses',
    ]);
  });

  it('reads inputs that are described in other notations as objects', () => {
    const read = (inputSchema: unknown) =>
      importTools({ ...good, inputSchema }, { format: 'mcp-2025-11-25' }).tools[0]?.inputSchema;
    expect(read({})).toEqual({ type: 'object' });
    expect(read({ type: ['object', 'null'], properties: {} })).toEqual({ type: 'object', properties: {} });
    expect(read({ oneOf: [{ required: ['a'] }, { required: ['b'] }], title: 'In' })).toEqual({
      type: 'object',
      title: 'In',
      $ref: '#/$defs/Input',
      $defs: { Input: { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] } },
    });
    expect(
      importTools({ type: 'function', name: 'now', parameters: null }, { format: 'openai-responses' })
        .tools[0]?.inputSchema,
    ).toEqual({
      type: 'object',
      additionalProperties: false,
    });
  });

  it('unwraps outputs that older revisions of MCP wrap, with their references', () => {
    const read = (format: ImportFormat, outputSchema: unknown) =>
      importTools({ ...good, outputSchema }, { format }).tools[0]?.outputSchema;
    const wrapped = {
      type: 'object',
      properties: {
        result: {
          type: 'array',
          items: { $ref: '#/properties/result/$defs/row' },
          $defs: { row: { type: 'object', properties: { rows: { $ref: '#/properties/result' } } } },
        },
      },
      required: ['result'],
    };
    expect(read('mcp-2025-11-25', wrapped)).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/row' },
      $defs: { row: { type: 'object', properties: { rows: { $ref: '#' } } } },
    });
    expect(read('mcp-2026-07-28', wrapped)).toHaveProperty('properties.result');
    const own = { type: 'object', properties: { result: { type: 'object' } }, required: ['result'] };
    expect(read('mcp-2025-11-25', own)).toEqual(own);
  });

  it("reads Google's selection of OpenAPI", () => {
    const parameters = {
      type: 'OBJECT',
      propertyOrdering: ['b', 'a'],
      properties: {
        a: { type: 'INTEGER', format: 'enum', enum: ['1', '2'] },
        b: { type: 'STRING', nullable: true, minLength: '2', example: 'ab' },
        type: {
          type: 'ARRAY',
          items: { anyOf: [{ type: 'NUMBER' }, { type: 'TYPE_UNSPECIFIED' }] },
          maxItems: '3',
        },
      },
      required: ['b'],
    };
    const { tools } = importTools(
      { functionDeclarations: [{ name: 'a', parameters }] },
      { format: 'gemini-openapi' },
    );
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'integer', enum: [1, 2] },
        b: { examples: ['ab'], anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] },
        type: { type: 'array', items: { anyOf: [{ type: 'number' }, {}] }, maxItems: 3 },
      },
      required: ['b'],
    });
  });
});
