import { build } from 'esbuild';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ManifestTool } from '@btcp/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolHost } from '../tool-host.ts';
import { bindWebMcp } from './index.ts';

const HOST: ToolHost = {
  listTools: () => [],
  on: () => {
    throw new Error('Nobody listens where there is no WebMCP.');
  },
  callTool: async () => null,
};

describe('bindWebMcp where there is no WebMCP', () => {
  it('says so and does nothing', async () => {
    const binding = await bindWebMcp(HOST);
    expect(binding).toMatchObject({ supported: false, tools: [], problems: [] });
    binding.dispose();
  });
});

describe('bindWebMcp, on a stand-in for the browser', () => {
  it('reports each tool once, however often others change', async () => {
    // Node has no WebMCP.
    const registerTool = async ({ name }: { readonly name: string }): Promise<void> => {
      if (name === 'refused') throw new Error('The browser has one of this name.');
    };
    Object.defineProperty(globalThis, 'document', {
      value: { modelContext: { registerTool } },
      configurable: true,
    });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'document'));
    const tool = (name: string, description = 'Reads what is there.'): ManifestTool => ({
      name,
      description,
      inputSchema: { type: 'object' },
      capabilities: [],
    });
    const lasting = [tool('terse', 'Terse.'), tool('refused')];
    let change = (): unknown => undefined;
    const host: ToolHost = {
      listTools: () => [...lasting, tool('listed')],
      on: (_, listener) => {
        change = listener;
        return () => undefined;
      },
      callTool: async () => null,
    };
    const heard: string[] = [];
    const binding = await bindWebMcp(host, {
      onProblem: ({ tool: name, code }) => heard.push(`${name} ${code}`),
    });
    for (let changes = 0; changes < 3; changes++) await change();
    expect(binding.tools).toEqual(['listed']);
    expect(heard.sort()).toEqual(['refused not-registered', 'terse not-listable']);
    expect(binding.problems).toHaveLength(2);
  });
});

describe('bindWebMcp, on a browser of the draft of 2026-09-15', () => {
  it('says who may use tools, which have consequences, and when one is used', async () => {
    type Registered = Readonly<Record<string, unknown>> & { execute: (input: unknown) => Promise<unknown> };
    const registered: (readonly [Registered, unknown])[] = [];
    const context = Object.assign(new EventTarget(), {
      registerTool: async (tool: Registered, { exposedTo }: { readonly exposedTo?: unknown }) => {
        // A browser that takes no unions and no keywords of its own.
        if (/anyOf|x-/.test(JSON.stringify(tool['inputSchema']))) throw new TypeError('Unsupported keyword');
        registered.push([tool, exposedTo]);
      },
    });
    Object.defineProperty(globalThis, 'document', { value: { modelContext: context }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'document'));
    const tool = (name: string, more: object = {}): ManifestTool => ({
      name,
      description: 'Pays the order that is open.',
      inputSchema: { type: 'object' },
      capabilities: [],
      ...more,
    });
    const by = { anyOf: [{ type: 'string', 'x-own': 1 }, { type: 'null' }] };
    const union = { type: 'object', properties: { by }, required: ['by'] };
    const host: ToolHost = {
      listTools: () => [
        tool('payOrder', { mcp: { annotations: { destructiveHint: true } } }),
        tool('findOrder', { inputSchema: union }),
      ],
      on: () => () => undefined,
      callTool: async () => null,
    };
    const activated: string[] = [];
    const binding = await bindWebMcp(host, {
      exposedTo: ['https://agent.example'],
      onActivated: ({ tool: name }) => activated.push(name),
    });
    expect(
      registered.map(([{ name, annotations, inputSchema }, to]) => [name, annotations, inputSchema, to]),
    ).toEqual([
      [
        'payOrder',
        { readOnlyHint: false, untrustedContentHint: false, consequentialHint: true },
        { type: 'object' },
        ['https://agent.example'],
      ],
      [
        'findOrder',
        { readOnlyHint: false, untrustedContentHint: false },
        { type: 'object', properties: { by: {} }, required: ['by'] },
        ['https://agent.example'],
      ],
    ]);
    expect(binding.problems).toEqual([
      { tool: 'findOrder', code: 'schema-simplified', message: 'Unsupported keyword' },
    ]);
    const activate = (toolName: string): void =>
      void context.dispatchEvent(Object.assign(new Event('toolactivated'), { toolName }));
    await registered[0]?.[0].execute({});
    activate('payOrder');
    activate('bookTable');
    binding.dispose();
    activate('bookTable');
    expect(activated).toEqual(['payOrder', 'bookTable']);
  });
});

describe('@btcp/adapters/webmcp', () => {
  it('is for pages: small, without Node, eval and TypeBox', async () => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: "export * from '@btcp/adapters/webmcp'", resolveDir: import.meta.dirname },
      outdir: tmpdir(),
      bundle: true,
      // What only tools with media need is a file of its own.
      splitting: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      conditions: ['@btcp/source'],
      write: false,
      metafile: true,
    });
    const file = outputFiles.find(({ path }) => basename(path) === 'stdin.js');
    const foreign = Object.keys(metafile.inputs).filter(
      (path) => !/^<stdin>$|packages\/(adapters|core|schema)\/src\//.test(path),
    );
    expect(foreign).toEqual([]);
    expect(file?.text).not.toMatch(/\beval\b|new Function|\bBuffer\b|\brequire\b|from"node:/);
    // Checking a tool against the meta-schema is 13 KB of it.
    expect(gzipSync(file?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(17.4 * 1024);
  });
});
