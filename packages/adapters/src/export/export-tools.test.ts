import { describe, expect, it } from 'vitest';
import type { ManifestTool } from '@btcp/core';
import { exportTools } from './export-tools.ts';

const tool = (name: string, inputSchema: object = { type: 'object', properties: {} }): ManifestTool => ({
  name,
  description: 'Does something useful.',
  inputSchema: { ...inputSchema },
  capabilities: [],
});

const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });

const text = { type: 'string' };

it('names the targets for one that there is not', () => {
  expect(() => exportTools([tool('getCell')], { target: 'openai' as never })).toThrow(
    /^There is no target "openai"; there are mcp-2025-06-18, .*openai-chat, openai-responses, /,
  );
});

it.each<[string, unknown, unknown, string]>([
  ['no options', [], undefined, 'The options must be an object; there are target, strict, '],
  ['a misspelt option', [], { target: 'mcp', stict: true }, 'There is no option "stict": there are target, '],
  ['one name', [], { target: 'anthropic', tools: 'getCell' }, '`tools` is the list of the names to export.'],
  ['no tools', { manifest: { tools: [] } }, { target: 'anthropic' }, 'What was passed has no tools.'],
])('refuses %s', (_, source, options, message) => {
  expect(() => exportTools(source as [], options as { target: 'anthropic' })).toThrow(message);
});

describe('names', () => {
  it('stay unique where a target would merge two', () => {
    const { names, warnings } = exportTools([tool('getID'), tool('get_id')], { target: 'ikigai' });
    expect(names).toEqual({ get_id: 'getID', get_id_548b8505: 'get_id' });
    expect(warnings.map(({ tool: of, detail }) => [of, detail])).toEqual([
      ['getID', 'getID -> get_id; binary get-id-tool'],
      ['get_id', 'get_id -> get_id_548b8505; binary get-id-548b8505-tool'],
    ]);
  });

  it('are made safe and short, and end in a hash where something was replaced', () => {
    const long = `${'n'.repeat(64)}:${'t'.repeat(64)}`;
    const { names } = exportTools([tool('sheets:getCell'), tool('größe'), tool(long)], {
      target: 'openai-chat',
    });
    expect(Object.keys(names)).toEqual(['sheets__getCell', 'gr__e_cd38f49a', `${'n'.repeat(55)}_8a9de16d`]);
  });

  it('may be those of members of Object.prototype', () => {
    const { names, tools } = exportTools([tool('constructor'), tool('__proto__')], { target: 'forge' });
    expect(JSON.stringify(names)).toBe('{"constructor":"constructor","__proto__":"__proto__"}');
    expect(tools).toHaveLength(2);
  });
});

describe('bad tools', () => {
  it('are left out with a reason, and the others stay', () => {
    const bad: unknown[] = [
      null,
      { name: 'noDescription', inputSchema: { type: 'object' } },
      tool('noObject', { type: 'string' }),
      tool('outside', object({ a: { $ref: 'https://example.com/schema.json' } })),
      { ...tool('badOutput'), outputSchema: { type: 'text' } },
      Object.defineProperty(tool('throws'), 'description', {
        get() {
          throw new Error('boom');
        },
      }),
      tool('good'),
      tool('good'),
    ];
    // A manifest is not trusted.
    const { tools, refused } = exportTools(bad as ManifestTool[], { target: 'openai-chat' });
    expect(tools.map(({ function: { name } }) => name)).toEqual(['good']);
    expect(refused.map(({ tool: name, path }) => [name, path])).toEqual([
      ['#1', '/name'],
      ['noDescription', '/description'],
      ['noObject', ''],
      ['outside', '/properties/a/$ref'],
      ['badOutput', '/outputSchema/type'],
      ['#6', ''],
      ['good', '/name'],
    ]);
  });

  it('include those that a target cannot express', () => {
    const list = object({ next: { $ref: '#' } });
    const union = { type: 'object', oneOf: [object({ a: text }), object({ b: text })] };
    const tools = [tool('recursive', list), tool('union', union), tool('key', object({ 'the key': text }))];
    const refusedBy = (target: 'anthropic' | 'gemini-openapi' | 'mcp-2025-11-25'): readonly string[] =>
      exportTools(tools, { target }).refused.map(({ tool: name, reason }) => `${name}: ${reason}`);
    expect(refusedBy('anthropic')).toEqual(['key: the name of a property must match ^[a-zA-Z0-9_.-]{1,64}$']);
    expect(refusedBy('gemini-openapi')).toEqual([
      'recursive: "#" leads back into itself, and this form has no recursion',
    ]);
    expect(refusedBy('mcp-2025-11-25')).toEqual([]);
  });

  it('do not include one with an unreferenced definition, whatever that references', () => {
    const definition = object({ next: { $ref: '#/$defs/Node', allOf: [{ minProperties: 1 }] } });
    const unused = object({ a: text }, { $defs: { Node: definition } });
    expect(exportTools([tool('unused', unused)], { target: 'anthropic', strict: true }).tools).toHaveLength(
      1,
    );
    expect(exportTools([tool('unused', unused)], { target: 'openai-chat', strict: true }).tools).toHaveLength(
      1,
    );
    expect(exportTools([tool('unused', unused)], { target: 'gemini-openapi' }).refused).toEqual([]);
  });

  it('include those whose inlined references grow without bound', () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `D${index}`,
        object({ a: { $ref: `#/$defs/D${index + 1}` }, b: { $ref: `#/$defs/D${index + 1}` } }),
      ]),
    );
    const bomb = object({ a: { $ref: '#/$defs/D0' } }, { $defs: { ...definitions, D40: text } });
    const { refused } = exportTools([tool('bomb', bomb)], { target: 'gemini-openapi' });
    expect(refused.map(({ tool: name }) => name)).toEqual(['bomb']);
  });
});

describe('the strict form', () => {
  it('is given up for a map, with its place', () => {
    const map = object({ headers: { type: 'object', additionalProperties: text } });
    const { tools, warnings } = exportTools([tool('send', map)], {
      target: 'openai-responses',
      strict: true,
    });
    expect(tools[0]?.strict).toBe(false);
    expect(warnings).toEqual([
      {
        tool: 'send',
        code: 'strict-fallback',
        path: '/properties/headers',
        keyword: 'additionalProperties',
        detail: 'the strict subset has no maps and no free-form objects',
      },
    ]);
  });

  it('lets an optional literal be null', () => {
    const schema = object({
      kind: { const: 'a' },
      next: { $ref: '#' },
      level: { type: 'integer', enum: [1, 2] },
    });
    const { tools } = exportTools([tool('set', schema)], { target: 'openai-chat', strict: true });
    expect(tools[0]?.function.parameters['properties']).toEqual({
      kind: { anyOf: [{ const: 'a', type: 'string' }, { type: 'null' }] },
      next: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
      level: { type: ['integer', 'null'], enum: [1, 2, null] },
    });
  });

  it('is used within the limits of a request', () => {
    const many = Array.from({ length: 22 }, (_, index) => tool(`tool${index}`));
    const { tools, warnings } = exportTools(many, { target: 'anthropic', strict: true });
    expect(tools.filter(({ strict }) => strict === true)).toHaveLength(20);
    expect(warnings.map(({ tool: name, code }) => [name, code])).toEqual([
      ['tool20', 'strict-fallback'],
      ['tool21', 'strict-fallback'],
      [undefined, 'size-exceeded'],
    ]);
  });
});

describe('sizes', () => {
  it('are measured over all tools of a request', () => {
    const many = Array.from({ length: 200 }, (_, index) => tool(`tool${index}`));
    const { tools, warnings } = exportTools(many, { target: 'openai-chat' });
    expect(tools).toHaveLength(200);
    expect(warnings).toEqual([
      { code: 'size-exceeded', path: '', detail: 'a request may hold 128 tools; these are 200' },
    ]);
  });

  it('limit a description with its deprecation prefix', () => {
    const old = {
      ...tool('old'),
      description: 'x'.repeat(1000),
      deprecated: true,
      deprecationMessage: 'Use getCellValues instead.',
    };
    const { tools, warnings } = exportTools([old], { target: 'openai-chat' });
    const { description } = tools[0]?.function ?? { description: '' };
    expect(description).toHaveLength(1024);
    expect(description.slice(0, 44)).toBe('[DEPRECATED: Use getCellValues instead.] xxx');
    expect(warnings.map(({ code }) => code)).toEqual(['description-truncated']);
  });
});

it('keeps hostile property names, and does not change its input', () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"string","minLength":1},"constructor":{"type":"number"}}',
  ) as object;
  const given = Object.freeze(tool('hostile', object(properties)));
  const before = JSON.stringify(given);
  const { tools } = exportTools([given], { target: 'openai-chat', strict: true });
  expect(JSON.stringify(tools[0]?.function.parameters['properties'])).toBe(
    '{"__proto__":{"type":["string","null"],"description":"{minLength: 1}"},"constructor":{"type":["number","null"]}}',
  );
  expect(JSON.stringify(given)).toBe(before);
});

it('reads a tool again after a change', () => {
  const changing = { ...tool('changing') };
  exportTools([changing], { target: 'forge' });
  changing.inputSchema = { type: 'object', properties: { a: text } };
  expect(exportTools([changing], { target: 'forge' }).tools[0]?.parameters).toEqual(object({ a: text }));
});
