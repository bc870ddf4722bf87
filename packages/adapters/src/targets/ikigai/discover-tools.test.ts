import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { full } from '../../../../../test/support/runs.ts';
import { callProgram, discoverTools } from './discover-tools.ts';

const SCHEMA = {
  name: 'word_count',
  description: 'Counts the words of a text.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

/** Prints its schema with `--schema`, else the number of words of `text`. */
const GOOD = `#!/bin/sh
if [ "$1" = --schema ]; then echo '${JSON.stringify(SCHEMA)}'; else printf '{"got":%s}' "$(cat)"; fi
`;

const printing = (value: unknown): string => `#!/bin/sh\ncat <<'END'\n${JSON.stringify(value)}\nEND\n`;

async function folderWith(programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

/** The reasons why programs are refused, by file. */
async function reasonsFor(
  programs: Readonly<Record<string, string>>,
  // A busy machine takes longer to start a program than ikigai waits.
  timeout = 60_000,
): Promise<Readonly<Record<string, string>>> {
  const folder = await folderWith({ 'word-count-tool': GOOD, ...programs });
  const { tools, refused } = await discoverTools([folder], { timeout });
  expect([...tools.keys()]).toEqual(['word_count']);
  return Object.fromEntries(
    refused.map(({ path, reason }) => [basename(path), reason.replaceAll(folder, '…')]),
  );
}

describe('discoverTools', () => {
  it('registers a program that follows the rules, under its name', async () => {
    const folder = await folderWith({ 'word-count-tool': GOOD, README: 'not a tool', 'notes.txt': '' });
    expect(await discoverTools([folder])).toEqual({
      tools: new Map([['word_count', { path: join(folder, 'word-count-tool'), description: SCHEMA }]]),
      refused: [],
    });
  });

  it('goes on after programs that hang', async () => {
    expect(await reasonsFor({ 'hang-tool': '#!/bin/sh\nsleep 60\n' }, 5000)).toEqual({
      'hang-tool': 'it took longer than 5000 ms, asked for --schema',
    });
  });

  full('goes on after programs that are busy for ever', async () => {
    expect(await reasonsFor({ 'busy-tool': '#!/bin/sh\nwhile :; do :; done\n' }, 5000)).toEqual({
      'busy-tool': 'it took longer than 5000 ms, asked for --schema',
    });
  });

  it('goes on after programs that crash, print garbage or too much, or lie about their name', async () => {
    expect(
      await reasonsFor({
        'crash-tool': '#!/bin/sh\necho "no such library" >&2\nexit 3\n',
        'killed-tool': '#!/bin/sh\nkill -SEGV $$\n',
        'garbage-tool': "#!/bin/sh\nprintf 'hello \\033[31m'\n",
        'binary-tool': "#!/bin/sh\nprintf '\\377\\376'\n",
        'huge-tool': '#!/bin/sh\nhead -c 10000000 /dev/zero\n',
        'lie-tool': printing(SCHEMA),
        'shebang-tool': '#!/no/such/program\n',
        'silent-tool': '#!/bin/sh\n',
      }),
    ).toEqual({
      'crash-tool': 'it ended with exit code 3: no such library, asked for --schema',
      'killed-tool': 'it ended with SIGSEGV, asked for --schema',
      'garbage-tool': expect.stringMatching(/^what it printed is not JSON: /),
      'binary-tool': 'what it printed is not UTF-8, asked for --schema',
      'huge-tool': 'it printed more than 8191 bytes, asked for --schema',
      'lie-tool': 'it calls itself "word_count", but ikigai calls it "lie" after its file',
      'shebang-tool': expect.stringMatching(/^it cannot be run: /),
      'silent-tool': expect.stringMatching(/^what it printed is not JSON: /),
    });
  });

  it('does not wait for what a program left running', async () => {
    const folder = await folderWith({
      'word-count-tool': `#!/bin/sh\n(sleep 3600) &\necho '${JSON.stringify(SCHEMA)}'\n`,
    });
    const { tools } = await discoverTools([folder], { timeout: 600_000 });
    expect([...tools.keys()]).toEqual(['word_count']);
  });

  it('reports every rule that a description breaks', async () => {
    const broken = {
      name: 'word-count',
      parameters: {
        type: 'array',
        properties: { text: { type: 'text' }, list: { type: 'array', items: {} }, 'a/b': 1 },
        required: ['text', 'words'],
      },
    };
    expect(await reasonsFor({ 'broken-tool': printing(broken), 'null-tool': printing(null) })).toEqual({
      'broken-tool': [
        '`description` is required',
        '`name` must match the pattern ^[A-Za-z0-9_]+$; got "word-count"',
        '`parameters.type` must be "object"; got "array"',
        '`parameters.properties.text.type` must be one of string, integer, number, boolean, array, object; got "text"',
        '`parameters.properties.list.items.type` is required',
        '`parameters.properties["a/b"]` must be an object; got 1',
        '/parameters/required names "words", which is not a property',
      ].join('; '),
      'null-tool': 'the value must be an object; got null',
    });
  });

  it('leaves a folder, and refuses a file without permission to run it, and a second file of one name', async () => {
    const folder = await folderWith({ 'word-count-tool': GOOD, 'word_count-tool': GOOD });
    await mkdir(join(folder, 'folder-tool'));
    await writeFile(join(folder, 'plain-tool'), GOOD, { mode: 0o644 });
    const { tools, refused } = await discoverTools([folder]);
    expect([...tools.values()].map(({ path }) => basename(path))).toEqual(['word-count-tool']);
    expect(refused.map(({ path, reason }) => [basename(path), reason])).toEqual([
      ['plain-tool', 'it cannot be run: it is not executable; run `chmod +x` on it, asked for --schema'],
      ['word_count-tool', `${join(folder, 'word-count-tool')} has the same name`],
    ]);
  });

  it('lets a later folder replace an earlier one', async () => {
    const first = await folderWith({ 'word-count-tool': GOOD });
    const second = await folderWith({ 'word-count-tool': GOOD });
    const { tools } = await discoverTools([first, second]);
    expect(tools.get('word_count')?.path).toBe(join(second, 'word-count-tool'));
  });
});

describe('callProgram', () => {
  it('runs no program of PATH for one in this folder', async () => {
    const folder = await folderWith({ 'elsewhere-tool': GOOD });
    const { PATH } = process.env;
    process.env['PATH'] = `${folder}:${PATH}`;
    onTestFinished(() => void (process.env['PATH'] = PATH));
    await expect(callProgram({ path: 'elsewhere-tool' }, {})).rejects.toThrow('it is not there');
  });

  it('returns what the program prints', async () => {
    const folder = await folderWith({ 'word-count-tool': GOOD });
    expect(await callProgram({ path: join(folder, 'word-count-tool') }, { text: 'a b' })).toEqual({
      got: { text: 'a b' },
    });
  });

  it('fails with the code of the program, or of how it ended', async () => {
    const folder = await folderWith({
      'coded-tool': `${printing({ error: { code: 'NO_TEXT', message: 'Empty.', suggestion: 'Add words.' } })}exit 1\n`,
      'crash-tool': '#!/bin/sh\nexit 1\n',
      'hang-tool': '#!/bin/sh\nsleep 60\n',
      'huge-tool': '#!/bin/sh\nhead -c 10000000 /dev/zero\n',
      'garbage-tool': '#!/bin/sh\necho hello\n',
    });
    const failureOf = (name: string, signal?: AbortSignal): Promise<unknown> =>
      callProgram({ path: join(folder, name) }, {}, { timeout: 300, ...(signal && { signal }) }).catch(
        (error: unknown) => error,
      );
    expect(await failureOf('coded-tool')).toMatchObject({
      code: 'NO_TEXT',
      message: 'Empty.',
      suggestion: 'Add words.',
    });
    expect(await failureOf('crash-tool')).toMatchObject({ code: 'EXECUTION_ERROR' });
    expect(await failureOf('hang-tool')).toMatchObject({ code: 'EXECUTION_TIMEOUT' });
    expect(await failureOf('hang-tool', AbortSignal.timeout(50))).toMatchObject({ code: 'CALL_CANCELLED' });
    expect(await failureOf('huge-tool')).toMatchObject({ code: 'INVALID_OUTPUT' });
    expect(await failureOf('garbage-tool')).toMatchObject({ code: 'INVALID_OUTPUT' });
  });

  it('returns the issues and data of an error, too', async () => {
    const issue = { path: '/text', keyword: 'type', message: '`text` must be a string; got 1' };
    const error = {
      code: 'INVALID_INPUT',
      message: 'No.',
      issues: [issue, 'x', { path: 1 }],
      data: { sku: 'A' },
    };
    const folder = await folderWith({ 'coded-tool': `${printing({ error })}exit 1\n` });
    await expect(callProgram({ path: join(folder, 'coded-tool') }, {})).rejects.toMatchObject({
      issues: [issue],
      data: { sku: 'A' },
    });
  });

  it('reports why it cannot call', async () => {
    const folder = await folderWith({ 'lost-tool': '#!/no/such/interpreter\n' });
    const failureOf = (path: string, input: unknown = {}): Promise<unknown> =>
      callProgram({ path }, input).catch((error: unknown) => error);
    const missing = 'it cannot be run: it is not there, or the interpreter that its first line names is not';
    for (const name of ['lost-tool', 'none-tool']) {
      const path = join(folder, name);
      expect(await failureOf(path)).toMatchObject({
        code: 'EXECUTION_ERROR',
        message: `${path}: ${missing}.`,
      });
    }
    expect(await failureOf('a\0b')).toMatchObject({ code: 'EXECUTION_ERROR' });
    expect(await failureOf(join(folder, 'lost-tool'), { big: 1n })).toMatchObject({ code: 'INVALID_INPUT' });
    const { tools } = await discoverTools([folder]);
    await expect(
      // @ts-expect-error -- a map gives `undefined` for a name that it does not have
      callProgram(tools.get('none'), {}),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: 'There is no program to call.' });
  });
});
