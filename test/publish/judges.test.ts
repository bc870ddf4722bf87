import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AgentCard } from '@a2a-js/sdk';
import { findToolFoundationIssues } from '@btcp/adapters';
import { findDescriptionIssues } from '@btcp/adapters/ikigai';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ListToolsResultSchema as ListToolsResult2 } from '@modelcontextprotocol/core';
import { ListToolsResultSchema as ListToolsResult1 } from '@modelcontextprotocol/sdk/types.js';
import { Ajv, type AnySchema } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Window } from 'happy-dom';
import { HtmlValidate } from 'html-validate';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcpCommand } from '../adapters/serve-project.ts';
import { removeProject } from '../support/write-project.ts';
import { AI_CATALOG, SERVER_CARD, SERVER_JSON } from './discovery-schemas.ts';
import { filesOf, HOSTILE, publishProject, type PublishedProject } from './published-project.ts';

const require = createRequire(import.meta.url);

let project: PublishedProject;
let files: Readonly<Record<string, string>>;
beforeAll(async () => {
  project = await publishProject();
  files = await filesOf(project.folder);
});
afterAll(() => removeProject(project.root));

const textOf = (path: string): string => files[path] ?? `There is no ${path}.`;
// Each test says what it expects of the file.
const jsonOf = <T = Record<string, unknown>>(path: string): T => JSON.parse(textOf(path)) as T;

/** What ajv says against a schema. */
function issuesOf(schema: AnySchema, value: unknown): unknown {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return validate(value) ? null : validate.errors;
}

describe('what each ecosystem says of its file', () => {
  it('.well-known/btcp.json is the manifest, valid against the published meta-schema, in canonical form', () => {
    const manifest = jsonOf('.well-known/btcp.json');
    expect(manifest).toEqual(project.manifest);
    expect(textOf('.well-known/btcp.json')).toMatch(
      /^\{"btcp":"1\.0","capabilities":\["dom:write"\],"description":"Tools of an order page\.","name":"orders",/,
    );
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(jsonOf('schemas/tool.json'));
    expect([ajv.validate(jsonOf('schemas/manifest.json'), manifest), ajv.errors]).toEqual([true, null]);
  });

  it('server.json is valid for the MCP registry', () => {
    const server = jsonOf('server.json');
    expect(issuesOf(SERVER_JSON, server)).toBeNull();
    expect(server).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'com.example/orders',
      title: 'Orders',
      description: 'Tools of an order page.',
      version: '1.2.3',
      websiteUrl: 'https://example.com/',
      repository: { url: 'https://github.com/example/orders', source: 'github' },
      icons: [{ src: 'https://example.com/icon.png' }],
      packages: [
        {
          registryType: 'npm',
          identifier: '@example/orders',
          version: '1.2.3',
          transport: { type: 'stdio' },
        },
      ],
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://orders.example/mcp',
          headers: [{ name: 'Authorization', isSecret: true }],
        },
      ],
      _meta: {
        'io.modelcontextprotocol.registry/publisher-provided': {
          btcp: '1.0',
          manifest: 'https://orders.example/tools/.well-known/btcp.json',
          capabilities: ['dom:write'],
          tools: ['addOrder', 'findOrders', 'placeOrder'],
        },
      },
    });
  });

  it('mcpb packs the bundle, which holds the program that its manifest names', async () => {
    const mcpb = join(dirname(require.resolve('@anthropic-ai/mcpb')), 'cli/cli.js');
    const bundle = join(project.root, 'orders.mcpb');
    const { stdout } = await promisify(execFile)(process.execPath, [
      mcpb,
      'pack',
      join(project.folder, 'mcpb'),
      bundle,
    ]);
    expect(stdout).toContain('Manifest schema validation passes!');
    expect(stdout).toContain('total files: 2');
    expect((await readFile(bundle)).subarray(0, 2).toString()).toBe('PK');
    const { server } = jsonOf<{ server: { entry_point: string } }>('mcpb/manifest.json');
    expect(textOf(`mcpb/${server.entry_point}`)).toBe('process.stdin.resume();\n');
  });

  it('the drafts are valid: the server card, and the catalog that leads to it', () => {
    expect(issuesOf(SERVER_CARD, jsonOf('mcp/server-card.json'))).toBeNull();
    const catalog = jsonOf('.well-known/ai-catalog.json');
    expect(issuesOf(AI_CATALOG, catalog)).toBeNull();
    expect(catalog['entries']).toEqual([
      {
        identifier: 'urn:air:orders.example:mcp:orders',
        type: 'application/mcp-server-card+json',
        url: 'https://orders.example/tools/mcp/server-card.json',
      },
    ]);
  });

  it("the agent card is A2A's, with the tools as skills", () => {
    const card = jsonOf('.well-known/agent-card.json');
    // Its JSON has no empty arrays.
    const written: unknown = JSON.parse(
      JSON.stringify(card, (_, value: unknown) =>
        Array.isArray(value) && value.length === 0 ? undefined : value,
      ),
    );
    expect(AgentCard.toJSON(AgentCard.fromJSON(card))).toEqual(written);
    expect(card).toEqual({
      name: 'Orders',
      description: 'Tools of an order page.',
      supportedInterfaces: [
        { url: 'https://orders.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
      provider: { organization: 'Example', url: 'https://example.com/' },
      iconUrl: 'https://example.com/icon.png',
      version: '1.2.3',
      documentationUrl: 'https://orders.example/tools/',
      capabilities: { streaming: true },
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
      defaultInputModes: ['application/json'],
      defaultOutputModes: ['application/json'],
      skills: [
        {
          id: 'orders:addOrder:1.2.3',
          name: 'addOrder',
          description: 'Adds an order to the list of orders.',
          tags: ['orders'],
          examples: ['Two chairs'],
          inputModes: ['application/json'],
          outputModes: ['application/json'],
        },
        expect.objectContaining({ id: 'orders:findOrders:1.2.3' }),
        expect.objectContaining({ id: 'orders:placeOrder:1.2.3' }),
      ],
    });
  });

  it.each([ListToolsResult1, ListToolsResult2])("the exported tools are MCP's", (schema) => {
    const { tools } = jsonOf<{ tools: readonly unknown[] }>('tools.mcp-2025-11-25.json');
    expect(tools).toHaveLength(3);
    expect(schema.parse({ tools })).toEqual({ tools });
  });

  it('exports are what ikigai, toolfoundation and OpenAI take', () => {
    const ikigai = jsonOf<{ tools: unknown[] }>('tools.ikigai.json');
    expect(ikigai.tools.flatMap((tool) => findDescriptionIssues(tool))).toEqual([]);
    const { tools } = jsonOf<{ tools: unknown[] }>('tools.toolfoundation.json');
    expect(tools.flatMap((tool) => findToolFoundationIssues(tool))).toEqual([]);
    const strict = jsonOf<{ tools: { function: { strict: boolean; parameters: never } }[] }>(
      'tools.openai-chat-strict.json',
    );
    for (const { function: tool } of strict.tools) {
      expect(tool.strict).toBe(true);
      expect(toStrictJsonSchema(tool.parameters)).toEqual(tool.parameters);
    }
  });

  it('llms.txt has the form of llmstxt.org', () => {
    const [title, blank, quote, ...rest] = textOf('llms.txt').split('\n');
    expect([title, blank, quote]).toEqual(['# Orders', '', '> Tools of an order page.']);
    const begin = rest.findIndex((line) => line.startsWith('## '));
    // Before the lists anything but a heading, then sections that are lists of links.
    expect(rest.slice(0, begin).filter((line) => line.startsWith('#'))).toEqual([]);
    const lists = rest.slice(begin).filter((line) => line !== '');
    expect(lists.filter((line) => !/^(## .+|- \[[^\]]+\]\([^)\s]+\)(: .+)?)$/.test(line))).toEqual([]);
    expect(lists.filter((line) => line.startsWith('## '))).toEqual([
      '## Tools',
      '## Machine-readable',
      '## Optional',
    ]);
    expect(lists.at(-1)).toBe(
      '- [placeOrder](https://orders.example/tools/index.html#placeOrder): Deprecated. Use addOrder instead. It will be gone in 2.0.0. Adds an order to the list of orders.',
    );
  });

  it.each(['index.html', 'webmcp-forms.html'])('html-validate finds nothing in %s', async (path) => {
    const { results } = await new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: { 'no-inline-style': 'error', 'no-implicit-button-type': 'error', 'long-title': 'off' },
    }).validateString(textOf(path), path);
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, line }) => `${line}: ${ruleId}`)),
    ).toEqual([]);
  });
});

/** A page as a browser reads it, without running anything. */
function pageOf(path: string): Document {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true, disableCSSFileLoading: true } });
  window.document.write(textOf(path));
  return window.document as unknown as Document;
}

interface Listed {
  readonly name: string;
  readonly description?: string | undefined;
}

describe('parity with tools/list of `btcp serve`', () => {
  const facts = (tools: readonly Listed[]): Listed[] =>
    tools.map(({ name, description }) => ({ name, description })).sort((a, b) => (a.name < b.name ? -1 : 1));
  let live: Awaited<ReturnType<Client['listTools']>>['tools'];
  let info: { readonly server: unknown; readonly instructions: string | undefined };

  beforeAll(async () => {
    const mcp = new Client({ name: 'test', version: '1.0.0' });
    await mcp.connect(
      new StdioClientTransport({ ...btcpCommand('serve'), cwd: project.root, stderr: 'ignore' }),
    );
    live = (await mcp.listTools()).tools;
    info = { server: mcp.getServerVersion(), instructions: mcp.getInstructions() };
    await mcp.close();
  });

  it('tools.mcp-2025-11-25.json lists the same', () => {
    expect(jsonOf('tools.mcp-2025-11-25.json')['tools']).toEqual(live);
  });

  it.each(['mcpb/manifest.json', 'tools.toolfoundation.json'])('%s has the same names and texts', (path) => {
    expect(facts(jsonOf<{ tools: Listed[] }>(path).tools)).toEqual(facts(live));
  });

  it('tools.openai-chat-strict.json has the same names and texts', () => {
    const { tools } = jsonOf<{ tools: { function: Listed }[] }>('tools.openai-chat-strict.json');
    expect(facts(tools.map((tool) => tool.function))).toEqual(facts(live));
  });

  it('llms.txt links every tool', () => {
    const links = [...textOf('llms.txt').matchAll(/^- \[(\w+)\]\(\S+#(\w+)\): /gm)];
    expect(Object.fromEntries(links.map(([, name, id]) => [name, id]))).toEqual(
      Object.fromEntries(live.map(({ name }) => [name, name])),
    );
  });

  it('tools.ikigai.json has the same texts before its own additions', () => {
    const { tools, names } = jsonOf<{ tools: Listed[]; names: Record<string, string> }>('tools.ikigai.json');
    for (const { name, description } of tools) {
      const same = live.find((tool) => tool.name === names[name]);
      expect(description?.startsWith(same?.description ?? '?')).toBe(true);
    }
    expect(tools).toHaveLength(3);
  });

  it('server.json and the card say of the server what it says itself', () => {
    const shared = {
      version: '1.2.3',
      websiteUrl: 'https://example.com/',
      icons: [{ src: 'https://example.com/icon.png' }],
    };
    const description = 'Tools of an order page.';
    const served = { ...shared, title: 'Orders', description };
    expect(info).toEqual({ server: { name: 'orders', ...served }, instructions: description });
    for (const path of ['server.json', 'mcp/server-card.json']) expect(jsonOf(path)).toMatchObject(served);
  });

  it('index.html shows every tool, with its text, as text', () => {
    const page = pageOf('index.html');
    const shown = [...page.querySelectorAll('article')].map((tool) => ({
      name: tool.id,
      description: tool.querySelector('.text')?.textContent ?? '',
    }));
    const plain = project.manifest.tools.map(({ name, description }) => ({ name, description }));
    expect(facts(shown)).toEqual(facts(plain));
    expect(shown[1]?.description).toBe(`Finds orders. ${HOSTILE}`);
    expect([...page.querySelectorAll('script, style, [style], [onclick]')]).toEqual([]);
    const alias = page.getElementById('placeOrder');
    expect(alias?.querySelector('.deprecated')?.textContent).toBe(
      'Deprecated. Use addOrder instead. It will be gone in 2.0.0.',
    );
    expect([...(alias?.querySelectorAll('dd a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
      '#addOrder',
      '#addOrder',
    ]);
    const rows = [...page.querySelectorAll('#findOrders tbody tr')].map((row) => row.textContent);
    expect(rows).toEqual([
      'filter requiredobject',
      'filter.ids requiredarray of stringWanted ids.',
      'ids requiredarray of string',
    ]);
  });

  it('webmcp-forms.html has the flat tools, with their texts', () => {
    const forms = [...pageOf('webmcp-forms.html').querySelectorAll('form')].map((form) => ({
      name: form.getAttribute('toolname') ?? '',
      description: form.getAttribute('tooldescription') ?? '',
    }));
    expect(forms).toEqual(facts(live).filter(({ name }) => name !== 'findOrders'));
  });
});
