import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ToolHost } from '../tool-host.ts';
import { bindWebMcp } from './bind-web-mcp.ts';

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
    binding.unbind();
  });
});

describe('@btcp/adapters/webmcp', () => {
  it('is for pages: small, without Node, eval and TypeBox', async () => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: "export * from '@btcp/adapters/webmcp'", resolveDir: import.meta.dirname },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      conditions: ['@btcp/source'],
      write: false,
      metafile: true,
    });
    const [file] = outputFiles;
    const foreign = Object.keys(metafile.inputs).filter(
      (path) => !/^<stdin>$|packages\/(adapters|core|schema)\/src\//.test(path),
    );
    expect(foreign).toEqual([]);
    expect(file?.text).not.toMatch(/\beval\b|new Function|\bBuffer\b|\brequire\b|from"node:/);
    // Checking a tool against the meta-schema is 12.9 KB of it.
    expect(gzipSync(file?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(17.75 * 1024);
  });
});
