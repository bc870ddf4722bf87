import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import { normalizeSchema } from '@btcp/schema';
import { describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { configText, writeProject } from '../support/write-project.ts';

const require = createRequire(import.meta.url);
const FOLDER = import.meta.dirname;

/** Published servers: the package, the file that starts it, and its arguments. */
const SERVERS = [
  [require.resolve('@modelcontextprotocol/server-everything/package.json'), 'dist/index.js', []],
  [require.resolve('@modelcontextprotocol/server-filesystem/package.json'), 'dist/index.js', [FOLDER]],
  [require.resolve('@playwright/mcp/package.json'), 'cli.js', []],
] as const;

/** What a server lists, asked without any of our code. */
async function listTools(args: readonly string[]) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }),
  );
  try {
    return (await client.listTools()).tools;
  } finally {
    await client.close();
  }
}

const normal = (schema: unknown) => (schema === undefined ? undefined : normalizeSchema(schema).schema);

/** The MCP tool that a built tool stands for. Until exports are here, this is what they have to give. */
function asMcpTool(tool: ManifestTool): unknown {
  const { name, description, inputSchema, outputSchema, mcp } = tool;
  return { name, description, ...mcp, inputSchema: normal(inputSchema), outputSchema: normal(outputSchema) };
}

describe('btcp import --from mcp-server', () => {
  it.each(SERVERS)(
    'imports every tool that a server lists so that it builds to the same MCP tool (%s)',
    async (manifestFile, file, given) => {
      const args = [join(dirname(manifestFile), file), ...given];
      const root = await writeProject({ 'btcp.config.ts': configText("['src/tools/*.ts']") });
      const options = ['--from', 'mcp-server', '--out', 'src/tools'];
      const { code, err } = await btcp(root, 'import', ...options, '--', process.execPath, ...args);
      expect({ code, errors: err.match(/^error.*/gm) }).toEqual({ code: 0, errors: null });
      const { diagnostics, manifest } = await build({ cwd: root });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const listed = await listTools(args);
      expect(listed.length).toBeGreaterThan(5);
      const expected = listed.map(({ inputSchema, outputSchema, annotations = {}, ...tool }) => ({
        ...tool,
        annotations,
        inputSchema: normal(inputSchema),
        outputSchema: normal(outputSchema),
      }));
      const exported = new Map(manifest?.tools.map((tool) => [tool.mcp?.name ?? tool.name, asMcpTool(tool)]));
      expect(exported).toEqual(new Map(expected.map((tool) => [tool.name, tool])));
    },
    60_000,
  );
});
