import { readFileSync } from 'node:fs';
import { link, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';

const GOLDENS = join(import.meta.dirname, '../adapters/goldens');
const golden = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(GOLDENS, path), 'utf8')) as Record<string, unknown>;

const noObject = {
  name: 'takesText',
  description: 'Takes a text instead of an object.',
  inputSchema: { type: 'string' },
  capabilities: [],
};

let folder: string;

async function writeManifest(file: string, tools: readonly unknown[]): Promise<void> {
  const manifest = {
    btcp: '1.0',
    name: 'spreadsheet-tools',
    version: '2.1.0',
    tools,
    capabilities: ['dom:read'],
  };
  await writeFile(join(folder, file), JSON.stringify(manifest));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'btcp-export-'));
  await writeManifest('good.json', [golden('btcp/getCellValue.json'), golden('btcp/sendEmail.json')]);
  await writeManifest('partly.json', [noObject, golden('btcp/getCellValue.json')]);
});

afterAll(() => rm(folder, { recursive: true }));

describe('btcp export', () => {
  it('writes the tools, the warnings and the names as JSON', async () => {
    const { code, out, err } = await btcp(folder, 'export', '--to', 'ikigai', 'good.json');
    const exported = JSON.parse(out) as Record<string, unknown>;
    expect([code, err]).toEqual([0, '']);
    expect(Object.keys(exported)).toEqual(['target', 'tools', 'warnings', 'names', 'refused']);
    expect(exported['target']).toBe('ikigai');
    expect(exported['tools']).toEqual([
      golden('ikigai/getCellValue.json')['output'],
      golden('ikigai/sendEmail.json')['output'],
    ]);
    expect(exported['names']).toEqual({ get_cell_value: 'getCellValue', send_email: 'sendEmail' });
  });

  it('puts all tools into one entry for Gemini, and exports only the tools that are named', async () => {
    const { out } = await btcp(folder, 'export', '--to', 'gemini', '--tool', 'sendEmail', 'good.json');
    expect((JSON.parse(out) as { tools: unknown }).tools).toEqual([
      golden('gemini/sendEmail.json')['output'],
    ]);
  });

  it('leaves out one tool that can not be expressed, keeps the others, and exits with 1', async () => {
    const { code, out, err } = await btcp(folder, 'export', '--to', 'openai-chat', '--strict', 'partly.json');
    expect(code).toBe(1);
    expect(err).toBe(
      'btcp: takesText is left out: openai-chat cannot express it at "": its input schema must describe an object, with `"type": "object"` at its root\n' +
        'help: Write them otherwise at these places, or pass --allow-partial if the others are enough.\n',
    );
    expect((JSON.parse(out) as { tools: unknown }).tools).toEqual([
      golden('openai-chat-strict/getCellValue.json')['output'],
    ]);
    const partial = await btcp(folder, 'export', '--to', 'openai-chat', '--allow-partial', 'partly.json');
    expect(partial.code).toBe(0);
  });

  it.each([
    ['mcp', ['--to', 'mcp-2025-11-25']],
    ['openai-chat-strict', ['--to', 'openai-chat', '--strict']],
  ])('takes the name %s, as imports do', async (name, args) => {
    const { code, out } = await btcp(folder, 'export', '--to', name, 'good.json');
    expect([code, out]).toEqual([0, (await btcp(folder, 'export', ...args, 'good.json')).out]);
    expect(out).toContain('getCellValue');
  });

  it('writes to a file', async () => {
    const { code, out } = await btcp(folder, 'export', '--to', 'a2a', '--out', 'skills.json', 'good.json');
    expect([code, out]).toEqual([
      0,
      'a2a: 2 tools in skills.json, with 2 warnings of what changes or gets lost\n',
    ]);
    const { tools } = JSON.parse(await readFile(join(folder, 'skills.json'), 'utf8')) as { tools: unknown[] };
    expect(tools[0]).toEqual(golden('a2a/getCellValue.json')['output']);
  });

  it('replaces a file whole, so that no reader or full disk leaves half of one', async () => {
    await writeFile(join(folder, 'old.json'), '{ "target": "a2a" }');
    await link(join(folder, 'old.json'), join(folder, 'new.json'));
    await btcp(folder, 'export', '--to', 'a2a', '--out', 'new.json', 'good.json');
    expect(await readFile(join(folder, 'old.json'), 'utf8')).toBe('{ "target": "a2a" }');
    expect(await readFile(join(folder, 'new.json'), 'utf8')).toContain('"names"');
  });

  it('proves what was lost, with inputs that the tool refuses and the export accepts', async () => {
    const { out } = await btcp(
      folder,
      'export',
      '--to',
      'gemini',
      '--explain',
      '--tool',
      'getCellValue',
      'good.json',
    );
    expect((JSON.parse(out) as { changes: unknown }).changes).toEqual([
      {
        tool: 'getCellValue',
        code: 'keyword-unenforced',
        path: '/properties/cell',
        keyword: 'pattern',
        detail: 'sent, but outside the documented Gemini JSON Schema list',
        widened: true,
        counterexample: { cell: '' },
      },
      {
        tool: 'getCellValue',
        code: 'keyword-unenforced',
        path: '/properties/includeFormatting',
        keyword: 'default',
        detail: 'sent, but outside the documented Gemini JSON Schema list',
        widened: false,
      },
    ]);
  });

  it('reports hidden text in an external manifest', async () => {
    const hidden = {
      name: 'readCell\u001B[2J',
      description: 'Reads a cell.\u202E Reversed.',
      inputSchema: { type: 'object' },
      capabilities: [],
    };
    await writeManifest('hidden.json', [
      { ...hidden, inputSchema: { type: 'string' }, name: 'refused\u202E' },
      hidden,
      golden('btcp/getCellValue.json'),
    ]);
    const { code, err } = await btcp(folder, 'export', '--to', 'anthropic', '--allow-partial', 'hidden.json');
    expect(code).toBe(0);
    expect(err.split('\n')).toEqual([
      'btcp: warning: A text of "readCell\\u{1B}[2J" has characters that reverse the order of the text. It is at "/description".',
      'btcp: warning: A text of "readCell\\u{1B}[2J" has control characters. It is at "/name".',
      'btcp: refused\\u{202E} is left out: anthropic cannot express it at "": its input schema must describe an object, with `"type": "object"` at its root',
      '',
    ]);
  });

  it('exports a manifest that is nested very deeply', async () => {
    const deep = `${'{"type":"array","items":'.repeat(20_000)}{}${'}'.repeat(20_000)}`;
    const tool = `{"name":"deepTool","description":"Nests deep.","capabilities":[],"inputSchema":${deep}}`;
    await writeFile(join(folder, 'deep.json'), `[${tool}]`);
    const { code, err } = await btcp(folder, 'export', '--to', 'anthropic', 'deep.json');
    expect([code, err]).toEqual([1, expect.stringContaining('deep.json is nested deeper than 500 levels.')]);
  });

  it.each([
    [[], 'Name the target: --to with one of mcp-2025-06-18,'],
    [['--to', 'openai'], 'There is no target "openai"; write one of openai-chat, openai-responses.'],
    [['--to', 'claude'], 'There is no target "claude"; write anthropic.'],
    [['--to', 'ai-sdk'], 'see `standardTools` of @btcp/adapters/standard-schema.'],
    [['--to', 'gemni'], 'There is no target "gemni"; did you mean "gemini"?'],
    [
      ['--to', 'gemini', '--strict'],
      'gemini has no strict form; these have: openai-chat, openai-responses, anthropic.',
    ],
    [
      ['--to', 'gemini', '--tool', 'getCell'],
      'There is no tool "getCell"; there are getCellValue, sendEmail.',
    ],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, err } = await btcp(folder, 'export', ...args, 'good.json');
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it.each([
    ['none.json', 'none.json cannot be read: there is no such path.'],
    ['.', '. cannot be read: it is a folder.'],
  ])('says why %s is no manifest', async (file, message) => {
    const { code, err } = await btcp(folder, 'export', '--to', 'gemini', file);
    expect(code).toBe(1);
    expect(err).toMatch(/^btcp: [^\n]*\nhelp: [^\n]*\n$/);
    expect(err).toContain(message);
  });

  it('reports a missing build', async () => {
    const { code, err } = await btcp(folder, 'export', '--to', 'gemini');
    expect(code).toBe(1);
    expect(err).not.toBe('');
  });
});
