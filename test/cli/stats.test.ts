import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '@btcp/cli';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { full } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { makeProject, removeProject, writeFiles } from '../support/write-project.ts';

const POINT = `const point = Type.Object({ x: Type.Number({ minimum: 0, maximum: 10000 }), y: Type.Number({ minimum: 0, maximum: 10000 }), label: Type.String({ maxLength: 80, pattern: '^[a-z]+$' }) });\n`;
const SCHEMA =
  'Type.Object({ from: Type.Optional(point), to: Type.Optional(point), via: Type.Optional(point) })';
const tool = (description: string): string =>
  `${IMPORTS}${POINT}export const getCell = defineTool(${definition('', SCHEMA).replace('Reads the value of a cell.', description)});\n`;
const READ = tool('Reads the value of a cell.');
const BUDGET = 'btcp.budget.json';

let cwd: string;
beforeAll(async () => {
  cwd = await makeProject({ 'src/a.ts': READ });
});
afterAll(() => removeProject(cwd));

const budgetText = (): Promise<string> => readFile(join(cwd, BUDGET), 'utf8');

it('prints what each tool takes, and what repeats', async () => {
  const { code, out, err } = await btcp(cwd, 'build', '--stats');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.slice(out.indexOf('\n') + 1)).toMatchInlineSnapshot(`
    "
    Tokens are those of o200k_base.

    mcp-2025-11-25     bytes    tokens
      getCell            998       282
      total              998       282

    openai-chat     bytes    tokens
      getCell         843       241
      total           843       241

    anthropic     bytes    tokens
      getCell       799       232
      total         799       232

    gemini        bytes    tokens
      getCell       908       255
      total         908       255
    "
  `);
});

it('gives the same as data', async () => {
  const { code, out } = await btcp(cwd, 'build', '--stats', '--format', 'json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchInlineSnapshot(`
    {
      "diagnostics": [],
      "stats": {
        "encoding": "o200k_base",
        "targets": [
          {
            "refused": [],
            "target": "mcp-2025-11-25",
            "tools": [
              {
                "bytes": 998,
                "name": "getCell",
                "tokens": 282,
              },
            ],
            "total": {
              "bytes": 998,
              "tokens": 282,
            },
          },
          {
            "refused": [],
            "target": "openai-chat",
            "tools": [
              {
                "bytes": 843,
                "name": "getCell",
                "tokens": 241,
              },
            ],
            "total": {
              "bytes": 843,
              "tokens": 241,
            },
          },
          {
            "refused": [],
            "target": "anthropic",
            "tools": [
              {
                "bytes": 799,
                "name": "getCell",
                "tokens": 232,
              },
            ],
            "total": {
              "bytes": 799,
              "tokens": 232,
            },
          },
          {
            "refused": [],
            "target": "gemini",
            "tools": [
              {
                "bytes": 908,
                "name": "getCell",
                "tokens": 255,
              },
            ],
            "total": {
              "bytes": 908,
              "tokens": 255,
            },
          },
        ],
      },
    }
  `);
});

describe('a budget', () => {
  it('is written by --accept', async () => {
    const { code, out } = await btcp(cwd, 'build', '--accept');
    expect({ code, out }).toEqual({
      code: 0,
      out: 'sheet-tools 1.2.3: 1 tool in generated, up to date\nbtcp.budget.json: 1 tool for 4 targets\n',
    });
  });

  it('is a file of tokens by target and tool', async () => {
    expect(await budgetText()).toMatchInlineSnapshot(`
      "{
        "encoding": "o200k_base",
        "targets": {
          "anthropic": {
            "getCell": {
              "tokens": 232,
              "hash": "aa83b8cf7ef75cc9"
            }
          },
          "gemini": {
            "getCell": {
              "tokens": 255,
              "hash": "2d66f5a7dae48039"
            }
          },
          "mcp-2025-11-25": {
            "getCell": {
              "tokens": 282,
              "hash": "5f514c2ba423ba6f"
            }
          },
          "openai-chat": {
            "getCell": {
              "tokens": 241,
              "hash": "f0035769406cc506"
            }
          }
        }
      }
      "
    `);
  });

  it('ends a build, also an unchanged one, and a check where a tool has grown', async () => {
    const lowered = (await budgetText())
      .replaceAll(/"tokens": \d+/g, '"tokens": 7')
      .replaceAll(/"hash": "\w+"/g, '"hash": "0"');
    await writeFiles(cwd, { [BUDGET]: lowered });
    const built = await btcp(cwd, 'build');
    expect(built.code).toBe(1);
    expect(built.err).toMatchInlineSnapshot(`
      "btcp.budget.json:5:7  error  budget-exceeded
        "getCell" takes 232 tokens for anthropic, and its budget is 7.

        4 |     "anthropic": {
      > 5 |       "getCell": {
          |       ^^^^^^^^^
        help: Shorten its description or schemas, of which \`btcp build --stats\` shows the size; or accept it with \`btcp build --accept\`.


      btcp.budget.json:11:7  error  budget-exceeded
        "getCell" takes 255 tokens for gemini, and its budget is 7.

        10 |     "gemini": {
      > 11 |       "getCell": {
           |       ^^^^^^^^^
        help: Shorten its description or schemas, of which \`btcp build --stats\` shows the size; or accept it with \`btcp build --accept\`.


      btcp.budget.json:17:7  error  budget-exceeded
        "getCell" takes 282 tokens for mcp-2025-11-25, and its budget is 7.

        16 |     "mcp-2025-11-25": {
      > 17 |       "getCell": {
           |       ^^^^^^^^^
        help: Shorten its description or schemas, of which \`btcp build --stats\` shows the size; or accept it with \`btcp build --accept\`.


      btcp.budget.json:23:7  error  budget-exceeded
        "getCell" takes 241 tokens for openai-chat, and its budget is 7.

        22 |     "openai-chat": {
      > 23 |       "getCell": {
           |       ^^^^^^^^^
        help: Shorten its description or schemas, of which \`btcp build --stats\` shows the size; or accept it with \`btcp build --accept\`.

      4 errors; nothing was written.
      "
    `);
    const checked = await btcp(cwd, 'check', '--format', 'json');
    expect(checked.code).toBe(1);
    const { diagnostics } = JSON.parse(checked.out) as { diagnostics: { id: string; data: object }[] };
    expect(diagnostics.filter(({ id }) => id === 'budget-exceeded').map(({ data }) => data)).toEqual([
      { tool: 'getCell', target: 'anthropic', before: 7, after: 232 },
      { tool: 'getCell', target: 'gemini', before: 7, after: 255 },
      { tool: 'getCell', target: 'mcp-2025-11-25', before: 7, after: 282 },
      { tool: 'getCell', target: 'openai-chat', before: 7, after: 241 },
    ]);
    await btcp(cwd, 'build', '--accept');
    expect((await btcp(cwd, 'build', '--check')).code).toBe(0);
  });

  full('lets nothing be written after growth until it is accepted, and says nothing of less', async () => {
    const before = (await stat(join(cwd, 'generated/manifest.json'))).mtimeMs;
    await writeFiles(cwd, {
      'src/a.ts': tool('Reads the value of a cell, and says what it is, and where.'),
    });
    expect((await btcp(cwd, 'build')).err).toContain('error  budget-exceeded');
    expect((await stat(join(cwd, 'generated/manifest.json'))).mtimeMs).toBe(before);
    expect((await btcp(cwd, 'build', '--accept')).code).toBe(0);
    await writeFiles(cwd, { 'src/a.ts': READ });
    expect((await btcp(cwd, 'build')).code).toBe(0);
  });

  it.each([
    ['is not JSON', '{', 'budget-invalid\n  btcp.budget.json is not JSON'],
    [
      'has another form',
      '{ "targets": { "anthropic": { "getCell": 3 } } }',
      'budget-invalid\n  btcp.budget.json is no budget: it lacks tokens by target and tool.',
    ],
  ])('that %s is an error, and replaced by --accept', async (_, text, message) => {
    await writeFiles(cwd, { [BUDGET]: text });
    const { code, err } = await btcp(cwd, 'build');
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect((await btcp(cwd, 'build', '--accept')).code).toBe(0);
  });

  full('holds in a watch, which goes on when a source or the budget has changed', async () => {
    const controller = new AbortController();
    const grown = tool('Reads the value of a cell, and says what it is, and where.');
    const budget = await budgetText();
    const steps: readonly (readonly [string, () => void])[] = [
      ['1 tool in generated, up to date', () => void writeFiles(cwd, { 'src/a.ts': grown })],
      ['4 errors; nothing was written.', () => void writeFiles(cwd, { [BUDGET]: '{' })],
      ['1 error; nothing was written.', () => void writeFiles(cwd, { 'src/a.ts': READ, [BUDGET]: budget })],
      ['1 tool in generated, up to date', () => controller.abort()],
    ];
    let step = 0;
    // A file may be read while it is written, so each step waits for its own result.
    const hear = (text: string): void => {
      const [awaited, next] = steps[step] ?? [];
      if (awaited === undefined || !text.includes(awaited)) return;
      step++;
      next?.();
    };
    const io = { cwd, stdout: hear, stderr: hear, isTerminal: false, signal: controller.signal };
    expect(await runCli(['build', '--watch'], io)).toBe(0);
    expect(step).toBe(4);
  });

  it('names tools and targets that it does not have', async () => {
    await writeFiles(cwd, {
      [BUDGET]:
        '{ "encoding": "o200k_base", "targets": { "anthropic": {}, "gemini": {}, "openai-chat": {} } }',
    });
    const { code, err } = await btcp(cwd, 'build');
    expect(code).toBe(1);
    expect(err).toMatchInlineSnapshot(`
      "btcp.budget.json:1:29  error  budget-exceeded
        "getCell" takes 282 tokens for mcp-2025-11-25, which the budget does not have.

      > 1 | { "encoding": "o200k_base", "targets": { "anthropic": {}, "gemini": {}, "openai-chat": {} } }
          |                             ^^^^^^^^^
        help: Accept it with \`btcp build --accept\`, once its description and schemas are as short as they can be: \`btcp build --stats\` shows their size.


      btcp.budget.json:1:42  error  budget-exceeded
        "getCell" takes 232 tokens for anthropic, which the budget does not have.

      > 1 | { "encoding": "o200k_base", "targets": { "anthropic": {}, "gemini": {}, "openai-chat": {} } }
          |                                          ^^^^^^^^^^^
        help: Accept it with \`btcp build --accept\`, once its description and schemas are as short as they can be: \`btcp build --stats\` shows their size.


      btcp.budget.json:1:59  error  budget-exceeded
        "getCell" takes 255 tokens for gemini, which the budget does not have.

      > 1 | { "encoding": "o200k_base", "targets": { "anthropic": {}, "gemini": {}, "openai-chat": {} } }
          |                                                           ^^^^^^^^
        help: Accept it with \`btcp build --accept\`, once its description and schemas are as short as they can be: \`btcp build --stats\` shows their size.


      btcp.budget.json:1:73  error  budget-exceeded
        "getCell" takes 241 tokens for openai-chat, which the budget does not have.

      > 1 | { "encoding": "o200k_base", "targets": { "anthropic": {}, "gemini": {}, "openai-chat": {} } }
          |                                                                         ^^^^^^^^^^^^^
        help: Accept it with \`btcp build --accept\`, once its description and schemas are as short as they can be: \`btcp build --stats\` shows their size.

      4 errors; nothing was written.
      "
    `);
  });
});

it('refuses what does not go together', async () => {
  expect(await btcp(cwd, 'build', '--accept', '--check')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--accept cannot be used with --check.') as string,
  });
  expect(await btcp(cwd, 'build', '--stats', '--watch')).toMatchObject({ code: 2 });
  await rm(join(cwd, BUDGET), { force: true });
});
