import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeCapabilities } from '@btcp/codegen';
import { runCli } from '@btcp/cli';
import { buildTogether } from '../support/build-together.ts';
import { full } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { configText, writeProject } from '../support/write-project.ts';

interface Written {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly text: string;
  /** What a second run prints. */
  readonly again: string;
}

/** Writes the capabilities of a file with tools, twice. */
async function write(source: string, files: Readonly<Record<string, string>> = {}): Promise<Written> {
  const cwd = await writeProject({
    '.prettierrc.json': '{ "singleQuote": true, "printWidth": 60 }',
    ...files,
    'src/tools.ts': `${IMPORTS}${source}`,
  });
  let out = '';
  let err = '';
  const io = {
    cwd,
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
    isTerminal: false,
  };
  const code = await runCli(['check', '--write-capabilities'], io);
  const text = await readFile(join(cwd, 'src/tools.ts'), 'utf8');
  const first = { out, err };
  out = '';
  await runCli(['check', '--write-capabilities'], io);
  expect(await readFile(join(cwd, 'src/tools.ts'), 'utf8')).toBe(text);
  return { code, ...first, text: text.slice(IMPORTS.length), again: out };
}

const together = buildTogether(async (options) => {
  const { root } = await writeCapabilities(options);
  const { changes, diagnostics } = await writeCapabilities({ cwd: root });
  const again = changes.find(({ added, removed }) => added.length + removed.length > 0);
  if (again) throw new Error(`A second run changes ${again.file} once more.`);
  return { diagnostics };
}, configText("['*/src/tools.ts']"));

/** What a file with a tool is after its capabilities were written. */
async function written(
  source: string,
  prettier = '{ "singleQuote": true, "printWidth": 60 }',
): Promise<string> {
  const { files } = await together({ '.prettierrc.json': prettier, 'src/tools.ts': `${IMPORTS}${source}` });
  return files['src/tools.ts']?.slice(IMPORTS.length) ?? '';
}

const tool = (list: string, body: string): string => `/** Does it. */
export const getCell = defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Null(),${list}
  execute() {
    ${body}
    return null;
  },
});
`;

const WIPE = 'localStorage.clear(); document.title;';

describe('btcp check --write-capabilities', () => {
  it('adds missing capabilities and removes unused ones, sorted', async () => {
    const { code, out, text, again } = await write(
      tool("\n  capabilities: ['dom:read', 'clipboard:read'],", WIPE),
    );
    expect(text).toContain("\n  capabilities: ['dom:read', 'storage:local:write'],\n");
    expect(out).toBe(
      'src/tools.ts:4  getCell\n  + storage:local:write\n  - clipboard:read\nchanged 1 tool\n',
    );
    expect([code, again]).toEqual([0, 'nothing to change\n']);
  });

  it.concurrent('creates the list', async () => {
    const oneLine = `export const getCell = defineTool({ description: 'Reads.', inputSchema: Type.Object({}), execute: () => document.title });\n`;
    const [text, line] = await Promise.all([written(tool(' // Nothing.', WIPE)), written(oneLine)]);
    expect(text).toContain(
      "  outputSchema: Type.Null(),\n  capabilities: ['dom:read', 'storage:local:write'], // Nothing.\n  execute() {",
    );
    expect(line).toBe(
      `export const getCell = defineTool({ description: 'Reads.', inputSchema: Type.Object({}), capabilities: ['dom:read'], execute: () => document.title });\n`,
    );
  });

  it.concurrent(
    'creates an empty list for a tool that needs nothing, and one behind the last property',
    async () => {
      const last = `const execute = () => null;
/** Does it. */
export const getCell = defineTool({
  execute,
  inputSchema: Type.Object({})
});
`;
      expect(await written(last)).toContain('  inputSchema: Type.Object({}),\n  capabilities: []\n});');
    },
  );

  it.concurrent('writes a long list on lines of its own', async () => {
    const long = `${WIPE} navigator.clipboard.writeText(''); sessionStorage.clear();`;
    const text = await written(tool('\n  capabilities: [],', long));
    expect(text).toContain(
      "\n  capabilities: [\n    'clipboard:write',\n    'dom:read',\n    'storage:local:write',\n    'storage:session:write',\n  ],\n",
    );
  });

  it('removes nothing where code hides what it uses, and says so', async () => {
    const { out, text } = await write(
      tool(
        "\n  capabilities: ['media:camera'],",
        "(window as any)['x' + Math.random()]; localStorage.clear();",
      ),
    );
    expect(text).toContain("capabilities: ['media:camera', 'storage:local:write'],");
    expect(out).toBe(
      'src/tools.ts:4  getCell\n  + storage:local:write\n    media:camera stays: its code was not found, but not all of the code can be read\nchanged 1 tool\n',
    );
  });

  it('keeps covering and custom capabilities, and an array that is only unsorted', async () => {
    const own = "\n  capabilities: ['storage:local:write', 'acme:ledger', 'dom:read'],";
    const { text, out } = await write(tool(own, `${WIPE} localStorage.getItem('x');`));
    expect(text).toContain(own);
    expect(out).toBe('nothing to change\n');
  });

  it('reports what it cannot change', async () => {
    const lists = [
      'capabilities: LIST',
      'capabilities: [...LIST]',
      '...{ capabilities: LIST }',
      "capabilities: ['dom:write' /* To show. */]",
    ];
    const tools = lists.map((list, index) =>
      tool(`\n  ${list},`, WIPE).replace('getCell', `getCell${index}`),
    );
    const source = `const LIST = ['dom:write'] as const;\n${tools.join('')}`;
    const { code, err, text } = await write(source);
    expect(text).toBe(source);
    expect(err.match(/The capabilities of .*/g)).toEqual([
      'The capabilities of tool "getCell0" cannot be written for you: the array is written elsewhere.',
      'The capabilities of tool "getCell1" cannot be written for you: the array is put together from others.',
      'The capabilities of tool "getCell2" cannot be written for you: the array comes with what is spread here.',
      'The capabilities of tool "getCell3" cannot be written for you: the array has comments, which may be about what changes.',
    ]);
    expect(err).toContain(
      "Write `capabilities: ['dom:read', 'storage:local:write']` in the definition itself.",
    );
    expect(code).toBe(1);
  });

  it.concurrent('keeps the tabs of a project without prettier', async () => {
    const source = tool("\n  capabilities: [\n    'dom:write',\n  ],", WIPE);
    const long = `${WIPE} navigator.clipboard.writeText(''); sessionStorage.clear();`;
    const [text, ofLong] = await Promise.all(
      [source, tool('', long)].map((each) => written(each.replaceAll('  ', '\t'), '{}')),
    );
    expect(text).toContain("\n\tcapabilities: ['dom:read', 'storage:local:write'],\n");
    expect(ofLong).toContain(
      "\n\tcapabilities: [\n\t\t'clipboard:write',\n\t\t'dom:read',\n\t\t'storage:local:write',\n\t\t'storage:session:write',\n\t],\n",
    );
  });

  it.concurrent('inserts right behind a property, before its comments', async () => {
    const added = "capabilities: ['dom:read', 'storage:local:write']";
    const other = `/* x */ timeout: 9, /* y */`;
    const oneLine = `export const getCell = defineTool({ description: 'Reads.', execute: () => document.title, inputSchema: Type.Object({}) /* z */ }); /* end */\n`;
    const sources = [tool(' /* a */ // c', WIPE), tool(` ${other}`, WIPE), oneLine];
    expect(await Promise.all(sources.map((source) => written(source)))).toEqual([
      tool(`\n  ${added}, /* a */ // c`, WIPE),
      tool(`\n  ${added}, ${other}`, WIPE),
      oneLine.replace(' /* z */', `, capabilities: ['dom:read'] /* z */`),
    ]);
  });

  full('keeps a byte order mark', async () => {
    const cwd = await writeProject({ 'src/tools.ts': `\uFEFF${IMPORTS}${tool('', WIPE)}` });
    await writeCapabilities({ cwd });
    expect(await readFile(join(cwd, 'src/tools.ts'), 'utf8')).toBe(
      `\uFEFF${IMPORTS}${tool("\n  capabilities: ['dom:read', 'storage:local:write'],", WIPE)}`,
    );
  });

  full('keeps an array that a later property may replace', async () => {
    const base = `const base = { capabilities: ['media:camera'] as const };\n`;
    const spread = tool("\n  capabilities: ['media:camera'],", WIPE).replace(
      '  },\n})',
      '  },\n  ...base,\n})',
    );
    const computed = tool("\n  ['capabilities']: ['media:camera'],", WIPE);
    const source = `${base}${spread}${computed.replace('getCell', 'getRow')}`;
    const { err, text } = await write(source);
    expect(text).toBe(source);
    expect(err.match(/The capabilities of .*/g)).toEqual([
      'The capabilities of tool "getCell" cannot be written for you: the array comes with what is spread here.',
      'The capabilities of tool "getRow" cannot be written for you: the name that is computed here may be that of the array.',
    ]);
  });
});
