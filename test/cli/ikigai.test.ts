import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { callProgram, discoverTools } from '@btcp/adapters/ikigai';
import { btcp, type Run } from '../support/btcp.ts';
import { full } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { makeProject, removeProject, writeFiles, writeProject } from '../support/write-project.ts';

const WORDS = `${IMPORTS}import { BTCPError } from '@btcp/core';
/** Counts the words of a text. */
export const countWords = defineTool({
  inputSchema: Type.Object({
    text: Type.String({ minLength: 1 }),
    unit: Type.String({ default: 'words' }),
  }),
  outputSchema: Type.String(),
  capabilities: [],
  execute({ text, unit }, ctx) {
    console.log('counting');
    process.stdout.write('still counting');
    void Promise.reject(new Error('left behind'));
    if (text === 'none') throw new BTCPError('NO_WORDS', { message: 'None.', suggestion: 'Write some.' });
    const { mark = '' } = ctx as { mark?: string };
    return text.split(' ').length + ' ' + unit + mark;
  },
});
`;

const SENSOR = `${IMPORTS}
/** Reads the sensor of this machine. */
export const readSensor = defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Number(),
  capabilities: [],
  execute: async () => ((await import('./sensor.node')) as { read(): number }).read(),
});
`;

const DOT = `${IMPORTS}import { media } from '@btcp/core/content';
/** Draws a dot as a picture. */
export const drawDot = defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({ dot: media('image/gif') }),
  capabilities: [],
  execute: () => ({ dot: 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=' }),
});
`;

interface Exported extends Run {
  readonly folder: string;
}

/** How long a program may take to start on a busy machine, in ms; ikigai itself waits 1000. */
const START = 60_000;

const discoverIn = (folder: string) => discoverTools([folder], { timeout: START });

/** Exports a built project's tools into a folder outside it, so that a program finds nothing there but itself. */
async function exportBuilt(cwd: string, ...args: string[]): Promise<Exported> {
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-'));
  return { ...(await btcp(cwd, 'export', '--to', 'ikigai', '--out', folder, ...args)), folder };
}

/** Builds a project, and exports its tools. */
async function exportPrograms(files: Readonly<Record<string, string>>): Promise<Exported> {
  const cwd = await writeProject(files);
  expect(await btcp(cwd, 'build')).toMatchObject({ code: 0 });
  const exported = await exportBuilt(cwd);
  onTestFinished(() => rm(exported.folder, { recursive: true, force: true }));
  return exported;
}

// Built and exported once: with a context, which no tool but one reads.
let project: string;
let words: Exported;
beforeAll(async () => {
  project = await makeProject({
    'context.ts': "export default { mark: '!' };",
    'src/dot.ts': DOT,
    'src/words.ts': WORDS,
  });
  const { code, err } = await btcp(project, 'build');
  if (code !== 0) throw new Error(err);
  words = await exportBuilt(project);
});
afterAll(async () => {
  await rm(words.folder, { recursive: true });
  await removeProject(project);
});

describe('btcp export --to ikigai --out', () => {
  it('writes programs that describe themselves, check their input, and run alone', async () => {
    const { folder, code, err } = words;
    expect(code).toBe(0);
    expect(err).toContain('countWords: name-rewritten at "/name"');
    expect(await readdir(folder)).toEqual(['count-words-tool', 'draw-dot-tool']);
    expect((await stat(join(folder, 'count-words-tool'))).mode & 0o777).toBe(0o755);

    const { tools, refused } = await discoverIn(folder);
    expect(refused).toEqual([]);
    const program = tools.get('count_words');
    if (!program) throw new Error('It was not discovered.');
    expect(program.description.parameters.required).toEqual(['text']);
    expect(await callProgram(program, { text: 'one two' })).toBe('2 words');
    await expect(callProgram(program, { text: '' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(callProgram(program, { text: 'none' })).rejects.toMatchObject({
      code: 'NO_WORDS',
      message: 'None.',
      suggestion: 'Write some.',
    });
    const dot = tools.get('draw_dot');
    expect(dot && (await callProgram(dot, {}))).toEqual({
      dot: '[image/gif of 29 bytes, which this format cannot carry]',
    });
    const broken = spawnSync(program.path, { input: '{"text":', encoding: 'utf8' });
    expect([broken.status, JSON.parse(broken.stdout)]).toMatchObject([
      1,
      { error: { code: 'INVALID_INPUT' } },
    ]);
  });

  full('says that a program cannot confirm, at export and at its call', async () => {
    const source = WORDS.replace('capabilities: [],', "capabilities: [], confirm: 'Count them?',");
    const { folder, err } = await exportPrograms({ 'src/words.ts': source });
    expect(err).toContain(
      'countWords: its program fails with CONFIRMATION_REQUIRED, as it cannot ask for `confirm`\n',
    );
    const { status, stdout } = spawnSync(join(folder, 'count-words-tool'), {
      input: '{"text":"one two"}',
      encoding: 'utf8',
    });
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      {
        error: {
          code: 'CONFIRMATION_REQUIRED',
          message:
            '"countWords" runs only after a user has confirmed the call, and a program cannot ask: Count them?',
          suggestion: 'Ask the user to run it themselves, with `btcp call` on a terminal.',
        },
      },
    ]);
  });

  it('answers --schema before anything else is compiled', async () => {
    const { folder } = words;
    const program = await readFile(join(folder, 'count-words-tool'), 'utf8');
    // The client, and nothing of the commands.
    expect([program.length < 1_000_000, program.includes('gpt-tokenizer')]).toEqual([true, false]);
    const lines = program.split('\n');
    expect(lines[0]).toBe('#!/usr/bin/env node');
    expect(lines[1]).toMatch(/^if\(process\.argv\.includes\('--schema'\)\).*process\.exit\(0\)\}$/);
  });

  full('runs beside a package.json that makes it an ES module', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ikigai-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await cp(words.folder, folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const { tools, refused } = await discoverIn(folder);
    expect(refused).toEqual([]);
    const program = tools.get('count_words');
    if (!program) throw new Error('It was not discovered.');
    expect(await callProgram(program, { text: 'one two' })).toBe('2 words');
  });

  it('gives the tools a context, and writes the same bytes again', async () => {
    const { folder } = await exportBuilt(project, '--context', 'context.ts');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { tools } = await discoverIn(folder);
    const program = tools.get('count_words');
    if (!program) throw new Error('It was not discovered.');
    expect(await callProgram(program, { text: 'one', unit: 'word' })).toBe('1 word!');
    const again = await exportBuilt(project, '--context', 'context.ts');
    onTestFinished(() => rm(again.folder, { recursive: true, force: true }));
    expect(await readFile(join(again.folder, 'count-words-tool'), 'utf8')).toBe(
      await readFile(program.path, 'utf8'),
    );
  });

  full('says what a tool reads of its context where that is missing', async () => {
    const declared = "declare module '@btcp/core' { interface ToolContext { db: object } }\n";
    const source = `${WORDS.replace("console.log('counting');", 'console.log(ctx.db);')}${declared}`;
    const { folder } = await exportPrograms({ 'src/words.ts': source });
    const program = (await discoverIn(folder)).tools.get('count_words');
    if (!program) throw new Error('It was not discovered.');
    await expect(callProgram(program, { text: 'one two' })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: '"countWords" reads `ctx.db`; this client\'s context has no `db`.',
    });
  });

  full('leaves the styles and images that a tool imports empty', async () => {
    const { folder, code } = await exportPrograms({
      'src/words.ts': `import './words.css';\nimport styles from './words.module.css';\nimport icon from './words.svg';\nexport const looks = [styles, icon];\n${WORDS}`,
      'src/assets.d.ts': "declare module '*.css';\ndeclare module '*.svg';\n",
      'src/words.css': 'p { background: url(words.png) }',
      'src/words.module.css': '.word { color: red }',
      'src/words.svg': '<svg/>',
    });
    expect(code).toBe(0);
    const program = (await discoverIn(folder)).tools.get('count_words');
    if (!program) throw new Error('It was not discovered.');
    expect(await callProgram(program, { text: 'one two' })).toBe('2 words');
  });

  it('excludes a tool that cannot be bundled, with the reason, and writes the others', async () => {
    const files = {
      'src/words.ts': WORDS,
      'src/sensor.ts': SENSOR,
      'src/sensor.node': '',
      'src/sensor.node.d.ts': '',
    };
    const { folder, code, err } = await exportPrograms(files);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual(['count-words-tool']);
    expect(err).toContain('btcp: readSensor is left out');
  });

  it('needs the code of the tools', async () => {
    const cwd = await writeProject({ 'src/words.ts': WORDS, 'manifest.json': '{"tools":[]}' });
    expect(await btcp(cwd, 'export', '--to', 'ikigai', '--out', 'out', 'manifest.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('manifest.json has no code to make programs of'),
    });
  });
});

describe('btcp export --out', () => {
  it('says what cannot be written', async () => {
    await writeFiles(project, { 'a-file': '' });
    for (const [target, out, reason] of [
      ['openai-chat', 'none/tools.json', 'cannot be written: there is no such path.'],
      ['openai-chat', 'src', 'cannot be written: it is a folder.'],
      // Reading it never ends.
      ['openai-chat', '/dev/full', 'cannot be written: the disk is full.'],
      ['ikigai', 'a-file', 'cannot be used as a folder: it is a file.'],
    ] as const) {
      const { code, err } = await btcp(project, 'export', '--to', target, '--out', out);
      expect([code, err.split('\n')[0]]).toEqual([1, `btcp: --out ${out} ${reason}`]);
    }
    expect((await btcp(project, 'export', '--to', 'ikigai', '--out', '')).code).toBe(2);
  });
});

describe('btcp discover', () => {
  it('lists programs, and names those that break a rule', async () => {
    const { folder } = words;
    expect(await btcp(folder, 'discover', '.', '--timeout', `${START}`)).toEqual({
      code: 0,
      out: `count_words  ${folder}/count-words-tool\n    Counts the words of a text.\ndraw_dot  ${folder}/draw-dot-tool\n    Draws a dot as a picture.\n2 tools, 0 refused\n`,
      err: '',
    });
    expect(await btcp(folder, 'discover', '..nowhere')).toMatchObject({
      code: 1,
      err: `btcp: The folder ${folder}/..nowhere cannot be read: there is no such path.\nhelp: Correct the path; it is relative to the current folder.\n`,
    });
    expect(await btcp(await writeProject({}), 'discover', '.')).toEqual({
      code: 0,
      out: '0 tools, 0 refused\n',
      err: 'btcp: no file there has a name that ends with "-tool".\n',
    });
  });
});
