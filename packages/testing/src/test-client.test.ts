import { Type } from '@sinclair/typebox';
import { BTCPClient } from '@btcp/client';
import { BTCPError, defineTool } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { describe, expect, it } from 'vitest';
import { describeTools } from './describe-tools.ts';
import { createMockDOM } from './mock-dom.ts';
import { BTCPTestClient } from './test-client.ts';

/** Extracts the text of the main content. */
const getPageContent = defineTool({
  inputSchema: Type.Object(
    {
      selector: Type.String({ default: 'main' }),
      format: Type.Union([Type.Literal('text'), Type.Literal('html')], { default: 'text' }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ content: Type.String(), wordCount: Type.Optional(Type.Integer()) }),
  capabilities: ['dom:read'],
  execute({ selector, format }, { dom }) {
    const element = dom.querySelector(selector);
    if (!element) throw new BTCPError('ELEMENT_NOT_FOUND', `Nothing matches ${selector}.`);
    const content = format === 'html' ? element.innerHTML : element.textContent;
    return { content, wordCount: content.split(/\s+/).filter(Boolean).length };
  },
});

const setTitle = defineTool({
  name: 'renamePage',
  description: 'Changes the title of the page.',
  inputSchema: Type.Object({ title: Type.String({ minLength: 1 }) }),
  capabilities: ['dom:write'],
  tags: ['page'],
  execute({ title }, { dom }) {
    dom.title = title;
  },
});

// Copied from the protocol's guide for providers, except for the imports.
describe('getPageContent', () => {
  it('extracts text from main element', () => {
    const dom = createMockDOM('<main>Hello World</main>');
    const result = getPageContent({ selector: 'main', format: 'text' }, { dom });

    expect(result.content).toBe('Hello World');
    expect(result.wordCount).toBe(2);
  });
});

describe('BTCPTestClient', () => {
  it('registers tools without a build, and runs them on its document', async () => {
    const client = new BTCPTestClient({ html: '<main>Hello <b>World</b></main>' });
    const { manifest, missingCapabilities } = await client.registerTools({
      getPageContent,
      setTitle,
      helper: () => 1,
      schema: {},
    });
    expect(manifest.tools.map(({ name, description, tags }) => [name, description, tags])).toEqual([
      ['getPageContent', 'The tool getPageContent, described by its JSDoc.', undefined],
      ['renamePage', 'Changes the title of the page.', ['page']],
    ]);
    expect(missingCapabilities).toEqual(['dom:read', 'dom:write']);
    await client.grantCapabilities(missingCapabilities);
    expect(await client.callTool('getPageContent', { format: 'html' })).toEqual({
      content: 'Hello <b>World</b>',
      wordCount: 2,
    });
    expect(await client.callTool('renamePage', { title: 'New' })).toBeNull();
    expect(client.dom.title).toBe('New');
  });

  it('denies, validates and fails like any client', async () => {
    const client = new BTCPTestClient();
    await client.registerTools({ getPageContent });
    await expect(client.callTool('getPageContent')).rejects.toMatchObject({ code: 'CAPABILITY_DENIED' });
    await client.grantCapabilities(['dom:read']);
    await expect(client.callTool('getPageContent', { format: 'pdf' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: '/format' }],
    });
    await expect(client.callTool('getPageContent', {})).rejects.toMatchObject({ code: 'ELEMENT_NOT_FOUND' });
    client.dom.body.innerHTML = '<main>there</main>';
    await expect(client.callTool('getPageContent', {})).resolves.toEqual({ content: 'there', wordCount: 1 });
  });

  it('records its calls', async () => {
    const client = new BTCPTestClient({ html: '<main>Hi</main>' });
    await client.registerTools({ getPageContent });
    await client.grantCapabilities(['dom:read']);
    const call = client.callTool('getPageContent', { format: 'text' });
    expect(client.calls).toEqual([{ tool: 'getPageContent', input: { format: 'text' } }]);
    await call;
    await client.callTool('none').catch(() => undefined);
    expect(client.calls).toEqual([
      { tool: 'getPageContent', input: { format: 'text' }, output: { content: 'Hi', wordCount: 1 } },
      { tool: 'none', input: {}, error: expect.objectContaining({ code: 'TOOL_NOT_FOUND' }) as unknown },
    ]);
  });

  it('logs inputs as they were passed, by tool, from when a test wants', async () => {
    const client = new BTCPTestClient({ html: '<main>Hi</main>' });
    await client.registerTools({ getPageContent, setTitle });
    await client.grantCapabilities(['dom:write']);
    await client.callTool('renamePage', { title: 'prepared' });
    client.forgetCalls();
    const input = { title: 'one' };
    await client.callTool('renamePage', input);
    input.title = 'changed';
    await client.callTool('getPageContent', {});
    expect(client.callsOf('renamePage')).toEqual([
      { tool: 'renamePage', input: { title: 'one' }, output: null },
    ]);
    expect(client.calls.map(({ tool }) => tool)).toEqual(['renamePage', 'getPageContent']);
  });

  it.each<[string, () => BTCPTestClient, string]>([
    [
      'the dom given',
      () => new BTCPTestClient({ dom: createMockDOM('<p>dom</p>'), html: '<p>html</p>' }),
      'dom',
    ],
    ['the html given', () => new BTCPTestClient({ html: '<p>html</p>' }), 'html'],
    [
      'the dom of the context',
      () => new BTCPTestClient({ context: { dom: createMockDOM('<p>context</p>') } }),
      'context',
    ],
    [
      'the dom of the context of each call',
      () => new BTCPTestClient({ context: () => ({ dom: createMockDOM('<p>call</p>') }) }),
      'call',
    ],
  ])('acts on %s', async (_, make, text) => {
    const client = make();
    await client.registerTools({ getPageContent });
    await client.grantCapabilities(['dom:read']);
    expect(await client.callTool('getPageContent', { selector: 'p' })).toEqual({
      content: text,
      wordCount: 1,
    });
  });

  it('acts on the page’s own document where there is one', async () => {
    const page = globalThis as { document?: unknown };
    page.document = createMockDOM('<main>page</main>');
    try {
      const client = new BTCPTestClient();
      expect(client.dom.querySelector('main')?.textContent).toBe('page');
      expect(new BTCPTestClient({ html: '' }).dom.querySelector('main')).toBeNull();
    } finally {
      delete page.document;
    }
  });

  it('registers tools one after the other, also under another name', async () => {
    const client = new BTCPTestClient();
    await client.registerTools({ getPageContent });
    await client.registerTools({ spare: getPageContent });
    await client.registerTools({ setTitle }, { name: 'more-tools' });
    expect(client.listTools().map(({ name, manifest }) => [name, manifest])).toEqual([
      ['getPageContent', 'test-tools'],
      ['spare', 'test-tools'],
      ['renamePage', 'more-tools'],
    ]);
  });

  it('accepts tools by name, not as an array', async () => {
    await expect(new BTCPTestClient().registerTools([setTitle] as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Tools are registered by name, and a list has none.',
    });
  });

  it('reports that there is nothing to register', async () => {
    await expect(new BTCPTestClient().registerTools({ helper: () => 1 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'There is no tool among these.',
    });
  });

  it('accepts the schemas of TypeBox', async () => {
    const Node = Type.Recursive((Self) => Type.Object({ label: Type.String(), children: Type.Array(Self) }), {
      $id: 'Node',
    });
    const echo = defineTool({
      inputSchema: Type.Object({
        pair: Type.Tuple([Type.String(), Type.Integer()]),
        counts: Type.Record(Type.String(), Type.Number()),
        tree: Node,
      }),
      capabilities: [],
      execute: (input) => input,
    });
    const client = new BTCPTestClient();
    await client.registerTools({ echo });
    const input = {
      pair: ['a', 1],
      counts: { a: 0.5 },
      tree: { label: 'root', children: [{ label: 'leaf', children: [] }] },
    };
    expect(await client.callTool('echo', input)).toEqual(input);
    await expect(client.callTool('echo', { ...input, pair: ['a', 'b'] })).rejects.toMatchObject({
      issues: [{ path: '/pair/1' }],
    });
    await expect(
      client.callTool('echo', { ...input, tree: { label: 'root', children: [{ label: 1, children: [] }] } }),
    ).rejects.toMatchObject({ issues: [{ path: '/tree/children/0/label' }] });
  });
});

describe('a manifest with a sandbox', () => {
  const config = { sandbox: 'iframe', maxConcurrent: 1 } as const;
  const registration = describeTools({ setTitle }, { config });

  it('runs inline where Node has no such level', async () => {
    const client = new BTCPTestClient({ html: '<title>Before</title>' });
    const { manifest } = await client.registerManifest(registration);
    expect(manifest.config).toEqual({ maxConcurrent: 1 });
    await client.grantCapabilities(['dom:write']);
    await client.callTool('renamePage', { title: 'After' });
    expect(client.dom.title).toBe('After');
  });

  it('does not where a test names a level, nor with a client that is not for tests', async () => {
    const unavailable = { code: 'ISOLATION_UNAVAILABLE' };
    const [client, inFrames] = [new BTCPTestClient(), new BTCPTestClient({ sandbox: 'iframe' })];
    await expect(client.registerManifest(registration, { sandbox: 'wasm' })).rejects.toMatchObject(
      unavailable,
    );
    await expect(inFrames.registerManifest(registration)).rejects.toMatchObject(unavailable);
    const host = new BTCPClient({ compile: compileSchema });
    await expect(host.registerManifest(registration)).rejects.toMatchObject(unavailable);
  });
});

// Copied from the protocol's guide for providers, except for the imports and the page that it needs.
const formatCells = defineTool({
  inputSchema: Type.Object({
    range: Type.String({ pattern: '^[A-Z]+[0-9]+:[A-Z]+[0-9]+$' }),
    format: Type.Union([Type.Literal('currency'), Type.Literal('text')]),
  }),
  outputSchema: Type.Object({ cellsAffected: Type.Integer() }),
  capabilities: ['dom:write'],
  execute({ range, format }, { dom }) {
    const [, column = '', first = '0', last = '0'] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(range) ?? [];
    let cellsAffected = 0;
    for (let row = Number(first); row <= Number(last); row++) {
      const cell = dom.createElement('td');
      cell.id = `${column}${row}`;
      cell.dataset['format'] = format;
      dom.body.append(cell);
      cellsAffected++;
    }
    return { cellsAffected };
  },
});

describe('Spreadsheet Tools', () => {
  it('formats cells correctly', async () => {
    const client = new BTCPTestClient();
    await client.registerTools({ formatCells }, { name: 'spreadsheet' });
    await client.grantCapabilities(['dom:read', 'dom:write']);
    const result = await client.callTool('formatCells', {
      range: 'A1:A10',
      format: 'currency',
    });

    expect(result).toEqual({ cellsAffected: 10 });
    expect(client.dom.querySelectorAll('td[data-format=currency]')).toHaveLength(10);
  });
});
