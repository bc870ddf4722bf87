import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { exportTools, type McpTool } from '@btcp/adapters';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from '@btcp/codegen';
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

/** A tool without what an export adds for those who import it again. */
function withoutBtcpMeta({ _meta: meta = {}, ...tool }: McpTool): unknown {
  const others = Object.entries(meta).filter(([key]) => !key.startsWith('dev.btcp/'));
  const said = others.length > 0 ? { _meta: Object.fromEntries(others) } : {};
  return { ...tool, ...said, inputSchema: normal(tool.inputSchema), outputSchema: normal(tool.outputSchema) };
}

describe('btcp import --from mcp-server', () => {
  it.each(SERVERS)(
    'imports every tool that a server lists so that it is exported as the same MCP tool (%s)',
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
      const expected = listed.map(({ inputSchema, outputSchema, ...tool }) => ({
        ...tool,
        inputSchema: normal(inputSchema),
        outputSchema: normal(outputSchema),
      }));
      const { tools, refused } = exportTools(manifest?.tools ?? [], { target: 'mcp-2025-11-25' });
      expect(refused).toEqual([]);
      const exported = new Map(tools.map((tool) => [tool.name, withoutBtcpMeta(tool)]));
      expect(exported).toEqual(new Map(expected.map((tool) => [tool.name, tool])));
    },
  );
});
