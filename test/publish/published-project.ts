import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Manifest } from '@btcp/core';
import { btcp, type Run } from '../support/btcp.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { makeProject } from '../support/write-project.ts';

/** Text that every format must carry as text. */
export const HOSTILE = `<script>alert(1)</script> "a" 'b' & [link](javascript:alert(1)) \`code\` # <|endoftext|> --> ]]>`;

const TOOLS = `${IMPORTS}
/** Adds an order to the list of orders. */
export const addOrder = defineTool({
  inputSchema: Type.Object(
    {
      product: Type.String({ pattern: '^[a-z]+$', description: 'Name of the product.' }),
      amount: Type.Integer({ minimum: 1, maximum: 50, default: 1, description: 'How many.' }),
      speed: Type.Union([Type.Literal('slow'), Type.Literal('fast')], { description: 'How it is sent.' }),
      isGift: Type.Optional(Type.Boolean({ description: 'Whether it is a gift.' })),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ id: Type.String() }),
  capabilities: ['dom:write'],
  examples: [{ description: 'Two chairs', input: { product: 'chair', amount: 2, speed: 'slow' }, output: { id: 'o1' } }],
  aliases: { placeOrder: { sunset: '2.0.0' } },
  tags: ['orders'],
  execute: ({ product, amount }) => ({ id: product + amount }),
});

export const findOrders = defineTool({
  description: ${JSON.stringify(`Finds orders. ${HOSTILE}`)},
  inputSchema: Type.Object(
    {
      filter: Type.Object({ ids: Type.Array(Type.String({ minLength: 2 }), { description: 'Wanted ids.' }) }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ ids: Type.Array(Type.String()) }),
  capabilities: [],
  execute: ({ filter }) => ({ ids: filter.ids }),
});
`;

const PUBLISH = `{
  name: 'com.example/orders',
  title: 'Orders',
  url: 'https://orders.example/tools/',
  npm: '@example/orders',
  remotes: [{ type: 'streamable-http', url: 'https://orders.example/mcp', headers: [{ name: 'Authorization', isSecret: true }] }],
  repository: { url: 'https://github.com/example/orders', source: 'github' },
  bundle: 'server.js',
  agent: {
    url: 'https://orders.example/a2a',
    streaming: true,
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  },
}`;

/**
 * The text of a config.
 *
 * @param publish - The source of its \`publish\`.
 */
export const configText = (publish: string): string => `import { defineConfig } from '@btcp/core';
export default defineConfig({
  name: 'orders',
  provider: { name: 'Example', url: 'https://example.com/', contact: 'a@example.com', icon: 'https://example.com/icon.png' },
  tools: ['src/**/*.ts'],
  targets: ['openai-chat-strict', 'mcp-2025-11-25'],
  rules: { 'input-unread': 'off', 'model-instructions': 'off', 'additional-properties-open': 'off', 'output-properties-open': 'off' },
  publish: ${publish},
});
`;

/** A project with all settings of \`publish\`, as files. */
export const PROJECT: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: '@example/orders',
    mcpName: 'com.example/orders',
    version: '1.2.3',
    description: 'Tools of an order page.',
    license: 'MIT',
    type: 'module',
  }),
  'btcp.config.ts': configText(PUBLISH),
  'server.js': 'process.stdin.resume();\n',
  'src/orders.ts': TOOLS,
};

/** A project that was built and published. */
export interface PublishedProject {
  readonly root: string;
  readonly folder: string;
  readonly run: Run;
  readonly manifest: Manifest;
}

/** Builds and publishes the project, for whoever removes it. */
export async function publishProject(): Promise<PublishedProject> {
  const root = await makeProject(PROJECT);
  const built = await btcp(root, 'build');
  if (built.code !== 0) throw new Error(built.err);
  const run = await btcp(root, 'publish', '--out', 'public', '--experimental');
  const manifest = JSON.parse(await readFile(join(root, 'generated/manifest.json'), 'utf8')) as Manifest;
  return { root, folder: join(root, 'public'), run, manifest };
}

/** Every file of a folder, by its path there. */
export async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [relative(folder, file), await readFile(file, 'utf8')] as const);
  return Object.fromEntries((await Promise.all(texts)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
