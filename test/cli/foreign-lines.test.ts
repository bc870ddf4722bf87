import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const CLI = join(import.meta.dirname, '../../packages/cli/src');

it('every message of the command line is written by `line`, which escapes what it interpolates', () => {
  const sources = readdirSync(CLI, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  const unescaped = sources.filter((path) =>
    /stderr(?:\.write)?\(\s*`[^`]*\$\{/.test(readFileSync(join(CLI, path), 'utf8')),
  );
  expect(unescaped).toEqual([]);
});

describe('a line break in foreign text begins no line that looks like ours', () => {
  it('in a deprecation and an error of a tool', async () => {
    const cwd = await writeProject({
      'src/a.ts': `${IMPORTS}
/** Reads the value of a cell. */
export const getCell = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: [],
  deprecated: true,
  deprecationMessage: 'Gone.\\nbtcp: error: faked',
  execute: () => { throw new Error('failed\\nhelp: run \`rm\`'); },
});
`,
    });
    await btcp(cwd, 'build');
    const { err } = await btcp(cwd, 'call', 'getCell');
    expect(err.split('\n').slice(0, 2)).toEqual([
      String.raw`btcp: warning: "getCell" is deprecated. Gone.\u{A}btcp: error: faked`,
      'EXECUTION_ERROR: failed\\u{A}help: run `rm`',
    ]);
  });

  it('in what a server writes', async () => {
    const cwd = await writeProject({
      'server.js': "process.stderr.write('broken\\r\\nerror    getCell: faked\\n'); process.exit(1);",
    });
    const { code, err } = await btcp(cwd, 'import', '--from', 'mcp-server', '--', 'node', 'server.js');
    const lines = err.trim().split('\n');
    expect([code, lines[0]?.endsWith('; it said:'), lines.slice(1)]).toEqual([
      1,
      true,
      ['  | broken', '  | error    getCell: faked'],
    ]);
  });

  it('in names of documents, files and tools', async () => {
    const cwd = await writeProject({
      'tools.json': JSON.stringify([
        { name: 'a\nerror    b: faked', description: 'Reads.', inputSchema: { type: 'array' } },
      ]),
    });
    for (const args of [
      ['import', '--from', 'mcp', 'tools.json'],
      ['export', '--to', 'anthropic', 'tools.json'],
      ['diff', 'missing\nbtcp: faked.json', 'tools.json'],
      ['check\nbtcp: faked'],
      ['verify', 'missing\nbtcp: faked.json'],
    ]) {
      const { err } = await btcp(cwd, ...args);
      expect(err).not.toBe('');
      expect(err.split('\n').filter((text) => /^(?:error {4}b|btcp): faked/.test(text))).toEqual([]);
    }
  });

  it('in tags of YAML, of which the parser would warn with the line as it is', async () => {
    const cwd = await writeProject({
      'api.yaml': `openapi: 3.1.0\npaths: { /a: { get: { summary: !a "\x1b[2K", responses: {} } } }\n`,
    });
    const warned: unknown[] = [];
    const hear = (warning: Error): unknown => warned.push(warning.message);
    process.on('warning', hear);
    await btcp(cwd, 'import', '--from', 'openapi', 'api.yaml', '--out', 'api');
    await new Promise(setImmediate);
    process.off('warning', hear);
    expect(warned).toEqual([]);
  });

  it('nor is it a command for GitHub Actions, at the start of a line or as `##[…]`', async () => {
    const manifest = (version: string, ...names: readonly string[]): string =>
      JSON.stringify({
        btcp: '1.0',
        name: '::notice::faked',
        version,
        tools: names.map((name) => ({
          name,
          description: 'Reads ##[error]faked.',
          inputSchema: { type: 'object' },
          capabilities: [],
        })),
        capabilities: [],
      });
    const cwd = await writeProject({
      'old.json': manifest('1.0.0'),
      'new.json': manifest('1.1.0', '::error::faked', '##[error]faked'),
    });
    for (const args of [
      ['diff', 'old.json', 'new.json'],
      ['check', 'new.json'],
      ['export', '--to', 'forge', 'new.json'],
      ['explain', '##[error]faked'],
    ]) {
      const { out, err } = await btcp(cwd, ...args);
      expect(`${out}\n${err}`).toMatch(/faked/);
      expect(`${out}\n${err}`).not.toMatch(/^\s*::|##\[/m);
    }
  });
});
