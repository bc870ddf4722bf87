import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { exportTools } from '@btcp/adapters';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from '@btcp/codegen';
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

/** A server's own list, requested without any of our code. */
async function listTools(args: readonly string[]) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }),
  );
  try {
    // `listTools` drops hints that the client does not know.
    const result = await client.request({ method: 'tools/list' }, ANYTHING);
    return (result as { readonly tools: readonly { readonly name: string }[] }).tools;
  } finally {
    await client.close();
  }
}

const ANYTHING = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as const;

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
      const { tools, refused } = exportTools(manifest?.tools ?? [], { target: 'mcp-2025-11-25' });
      expect(refused).toEqual([]);
      expect(new Map(tools.map((tool) => [tool.name, tool]))).toEqual(
        new Map(listed.map((tool) => [tool.name, tool])),
      );
    },
  );
});
