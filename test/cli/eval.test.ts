import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { btcp, type Run } from '../support/btcp.ts';
import { serveWordModel, type WordModel } from '../support/word-model.ts';

const SPREADSHEET = join(import.meta.dirname, '../../examples/spreadsheet');
const KEYS = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];
const SECRET = 'key-that-is-in-no-recording';

const golden = (target: string, name = 'getCellValue'): Record<string, unknown> => {
  const file = join(import.meta.dirname, `../adapters/goldens/${target}/${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
};

let model: WordModel;
let folder: string;
const before = KEYS.map((key) => [key, process.env[key]] as const);

async function writeManifest(file: string, description?: string): Promise<void> {
  const cell = golden('btcp');
  const tools = [{ ...cell, ...(description !== undefined && { description }) }, golden('btcp', 'sendEmail')];
  const manifest = { btcp: '1.0', name: 'tools', version: '1.0.0', tools, capabilities: ['dom:read'] };
  await writeFile(join(folder, file), JSON.stringify(manifest));
}

const CASES = `
- ask: What is the value of the cell B5?
  expect: { tool: getCellValue, input: { cell: B5 } }
- ask: Tell me a joke
  runs: 2
  expect: { tool: null }
`;

/** Runs `btcp eval` with the model that is served. */
const ask = (name: string, ...args: readonly string[]): Promise<Run> =>
  btcp(folder, 'eval', 'cases.yaml', 'good.json', '--model', name, '--base-url', model.url, ...args);

beforeAll(async () => {
  for (const key of KEYS) process.env[key] = SECRET;
  model = await serveWordModel();
  folder = await mkdtemp(join(tmpdir(), 'btcp-eval-'));
  await writeManifest('good.json');
  await writeManifest('vague.json', 'Does something.');
  await writeFile(join(folder, 'cases.yaml'), CASES);
});

beforeEach(() => {
  model.requests.length = 0;
});

afterAll(async () => {
  for (const [key, value] of before) {
    if (value === undefined) delete process.env[key];
    else process.env[key] = value;
  }
  await model.close();
  await rm(folder, { recursive: true });
});

describe('the sample', () => {
  const run = (...args: readonly string[]): Promise<Run> =>
    btcp(SPREADSHEET, 'eval', 'eval/cases.yaml', '--model', 'anthropic:words', ...args);

  it('passes with the recorded answers, without a request', async () => {
    const { code, out, err } = await run('--replay', 'eval/answers.jsonl');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatchInlineSnapshot(`
      "anthropic:words, with tools for anthropic
        right  tokens in  out  ask
        1/1    692        12   What is the value of the cell B5?
        1/1    693        18   Update the cell A1 to the text "Total"
        1/1    695        17   Show the numbers of the range C2:C9 as currency
        1/1    696        20   Export the table "#sheet" to the clipboard as tsv
        1/1    690        8    Who won the match yesterday?
        total: right tool 5/5, valid arguments 5/5, right arguments 5/5; 3466 tokens in, 75 out
      "
    `);
    expect(model.requests).toEqual([]);
  });

  // `vitest -u` records anew, after a change of the tools or the cases.
  it('has the answers of the model that the tests serve', async () => {
    const file = join(folder, 'answers.jsonl');
    expect((await run('--record', file, '--base-url', model.url)).code).toBe(0);
    const lines = (await readFile(file, 'utf8')).trim().split('\n').sort();
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(SPREADSHEET, 'eval/answers.jsonl'));
  });
});

describe('what is sent', () => {
  it.each([
    ['anthropic:words', '/v1/messages', golden('anthropic')['output']],
    ['openai:words', '/v1/responses', golden('openai-responses')['output']],
    [
      'google:words',
      '/v1/models/words:generateContent',
      (golden('gemini')['output'] as { functionDeclarations: unknown[] }).functionDeclarations[0],
    ],
  ])('of %s is the export, unchanged', async (name, path, exported) => {
    const { code, out, err } = await ask(name);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('right tool 3/3, valid arguments 3/3, right arguments 3/3');
    expect(model.requests.map((request) => request.path)).toEqual([path, path, path]);
    const [tools] = model.requests.map(({ body }) => body['tools'] as readonly Record<string, unknown>[]);
    const sent = tools?.flatMap((tool) => tool['functionDeclarations'] ?? [tool]) ?? [];
    expect(sent[0]).toEqual(exported);
    expect(sent.map((tool) => (tool as { name: string }).name)).toEqual(['getCellValue', 'sendEmail']);
  });

  it('of ai-sdk/google is what the AI SDK makes of the tools: without the pattern of a cell', async () => {
    const { code, out } = await ask('ai-sdk/google:words');
    expect([code, out]).toEqual([1, expect.stringContaining('invalid arguments: `cell` is required')]);
    expect(JSON.stringify(model.requests[0]?.body['tools'])).not.toContain('pattern');
  });
});

describe('of two models, one that fails', () => {
  const both = (first: string, second: string, ...args: readonly string[]): Promise<Run> =>
    ask(first, '--model', second, ...args);

  it.each([
    ['first', 'openai:absent', 'anthropic:words'],
    ['second', 'anthropic:words', 'openai:absent'],
  ])('leaves the answers of the other, as the %s', async (_, first, second) => {
    const { code, out, err } = await both(first, second);
    expect(code).toBe(1);
    expect(out).toMatch(/^anthropic:words, with tools for anthropic\n/);
    expect(out).toContain('right tool 3/3, valid arguments 3/3, right arguments 3/3');
    expect(out).not.toContain('openai:absent');
    expect(err).toBe(
      'btcp: openai:absent did not answer "What is the value of the cell B5?": no such model\n' +
        'help: Correct that, such as the key in the environment, and run it again; --record keeps the answers that came.\n',
    );
  });

  it('is in the JSON with its failure', async () => {
    const { out } = await both('anthropic:words', 'openai:absent', '--format', 'json');
    const report = JSON.parse(out) as { ok: boolean; models: readonly Record<string, unknown>[] };
    expect([report.ok, report.models[0]?.['now'], report.models[1]]).toEqual([
      false,
      expect.objectContaining({ right: 3, runs: 3 }),
      {
        model: 'openai:absent',
        format: 'openai-responses',
        failed: 'openai:absent did not answer "What is the value of the cell B5?": no such model',
      },
    ]);
  });

  it('reports both where both fail', async () => {
    const { code, out, err } = await both('anthropic:absent', 'openai:absent');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^btcp: anthropic:absent did not answer .*\nhelp: .*\nbtcp: openai:absent did not /);
  });
});

describe('recordings', () => {
  it('are asked for once, and have no key', async () => {
    const first = await ask('anthropic:words', '--record', 'first.jsonl');
    expect([first.code, model.requests.length]).toEqual([0, 3]);
    expect(model.requests[0]?.headers['x-api-key']).toBe(SECRET);
    const again = await ask('anthropic:words', '--record', 'first.jsonl');
    expect([again, model.requests.length]).toEqual([first, 3]);
    const text = await readFile(join(folder, 'first.jsonl'), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(3);
    expect(text).not.toContain(SECRET);
  });

  it.each([
    ['where a line is cut', -20, 1],
    ['where only the line end is missing', -1, 0],
  ])('are continued %s', async (_, end, asked) => {
    await ask('anthropic:words', '--record', `cut${asked}.jsonl`);
    const path = join(folder, `cut${asked}.jsonl`);
    const text = await readFile(path, 'utf8');
    const before = model.requests.length;
    await writeFile(path, `\uFEFF${text.slice(0, end)}`);
    expect((await ask('anthropic:words', '--record', `cut${asked}.jsonl`)).code).toBe(0);
    expect(model.requests.length - before).toBe(asked);
    const lines = (await readFile(path, 'utf8')).replace('\uFEFF', '');
    expect(lines).toBe(text);
  });

  it('must have every answer, of the tools as they are', async () => {
    await ask('anthropic:words', '--record', 'second.jsonl');
    const replay = ['--model', 'anthropic:words', '--replay', 'second.jsonl'];
    const { code, err } = await btcp(folder, 'eval', 'cases.yaml', 'vague.json', ...replay);
    expect(code).toBe(1);
    expect(err).toMatchInlineSnapshot(`
      "btcp: second.jsonl lacks 3 answers; the first is that of anthropic:words to "What is the value of the cell B5?", with the tools as they are now.
      help: Record them: \`--record second.jsonl\` in place of \`--replay\`, with a key in the environment.
      "
    `);
  });

  it('are refused if they are none', async () => {
    await writeFile(join(folder, 'none.jsonl'), '{"key": 1}\n');
    const { code, err } = await ask('anthropic:words', '--replay', 'none.jsonl');
    expect(code).toBe(1);
    expect(err).toMatchInlineSnapshot(`
      "btcp: none.jsonl:1 is no recorded answer.
      help: Name a file that \`btcp eval --record\` wrote, or take this line out.
      "
    `);
  });
});

describe('--against', () => {
  const compare = (now: string, was: string, ...args: readonly string[]): Promise<Run> =>
    btcp(
      folder,
      'eval',
      'cases.yaml',
      now,
      '--against',
      was,
      '--model',
      'anthropic:words',
      '--base-url',
      model.url,
      ...args,
    );

  it('fails where a case does worse', async () => {
    const { code, out } = await compare('vague.json', 'good.json');
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "anthropic:words, with tools for anthropic
        right           tokens in  out  ask
        0/1, worse (1)  289        8    What is the value of the cell B5?
          no call: the model said "None of the tools does that."
        2/2, same (2)   568        16   Tell me a joke
        total: right tool 2/3, valid arguments 2/3, right arguments 2/3; 857 tokens in, 24 out
        before: right tool 3/3, valid arguments 3/3, right arguments 3/3; 959 tokens in, 28 out
      "
    `);
  });

  it('passes where one does better, or as before, unless --min asks for more', async () => {
    const better = await compare('good.json', 'vague.json');
    expect([better.code, better.out]).toEqual([0, expect.stringContaining('1/1, better (0)')]);
    expect((await compare('vague.json', 'vague.json')).code).toBe(0);
    expect((await compare('vague.json', 'vague.json', '--min', '0.6')).code).toBe(0);
    expect((await compare('vague.json', 'vague.json', '--min', '0.7')).code).toBe(1);
  });

  it('asks once for what is the same to a model', async () => {
    await compare('good.json', 'good.json');
    expect(model.requests).toHaveLength(3);
  });
});

it('prints every call as JSON', async () => {
  const { out } = await ask('anthropic:words', '--format', 'json');
  const report = JSON.parse(out) as { models: [{ now: { cases: unknown[] } }] };
  expect(report.models[0].now.cases[0]).toEqual({
    runs: 1,
    rightTool: 1,
    validArguments: 1,
    right: 1,
    tokens: { input: 323, output: 12 },
    answers: [
      {
        verdict: 'right',
        called: [{ tool: 'getCellValue', input: { cell: 'B5', includeFormatting: false } }],
      },
    ],
  });
});

describe('mistakes', () => {
  const check = async (text: string): Promise<string> => {
    await writeFile(join(folder, 'wrong.yaml'), text);
    const { code, err } = await btcp(folder, 'eval', 'wrong.yaml', 'good.json', '--model', 'anthropic');
    expect(code).toBe(1);
    return err;
  };

  it('in tools and inputs are found by the manifest', async () => {
    const text = `- ask: What is in B5?
  expect: { tool: getCellValu, not: [sendMail] }
- ask: What is in B5?
  expect: { tool: getCellValue, input: { cel: B5 } }
- ask: What is in B5?
  expect: { tool: getCellValue, input: { cell: b5 } }
- ask: What is in B5?
  expect: { tool: getCellValue, input: {}, exact: true }
- ask: What is in B5?
  expect: { not: [sendEmail], input: { cell: B5 } }
- ask: What is in B5?
  expect: { exact: true }
`;
    expect(await check(text)).toMatchInlineSnapshot(`
      "wrong.yaml:2:19  error  case-invalid
        There is no tool "getCellValu".

        1 | - ask: What is in B5?
      > 2 |   expect: { tool: getCellValu, not: [sendMail] }
          |                   ^^^^^^^^^^^
        help: Did you mean "getCellValue"?


      wrong.yaml:2:38  error  case-invalid
        There is no tool "sendMail".

        1 | - ask: What is in B5?
      > 2 |   expect: { tool: getCellValu, not: [sendMail] }
          |                                      ^^^^^^^^
        help: Did you mean "sendEmail"?


      wrong.yaml:4:47  error  case-invalid
        getCellValue refuses this input: \`cel\` is not a known property; did you mean \`cell\`? Known are \`cell\`, \`includeFormatting\`.

        3 | - ask: What is in B5?
      > 4 |   expect: { tool: getCellValue, input: { cel: B5 } }
          |                                               ^^
        help: Expect an input that the tool accepts.


      wrong.yaml:6:48  error  case-invalid
        getCellValue refuses this input: \`cell\` must match the pattern ^[A-Z]+[0-9]+$; got "b5".

        5 | - ask: What is in B5?
      > 6 |   expect: { tool: getCellValue, input: { cell: b5 } }
          |                                                ^^
        help: Expect an input that the tool accepts.


      wrong.yaml:8:40  error  case-invalid
        getCellValue refuses this input: \`cell\` is required.

        7 | - ask: What is in B5?
      > 8 |   expect: { tool: getCellValue, input: {}, exact: true }
          |                                        ^
        help: Expect an input that the tool accepts.


      wrong.yaml:10:38  error  case-invalid
        \`input\` is of no tool.

         9 | - ask: What is in B5?
      > 10 |   expect: { not: [sendEmail], input: { cell: B5 } }
           |                                      ^
        help: Name the \`tool\`.


      wrong.yaml:12:11  error  case-invalid
        This expects nothing.

        11 | - ask: What is in B5?
      > 12 |   expect: { exact: true }
           |           ^
        help: Name a \`tool\`, or null where none should be called, or \`not\`.

      "
    `);
  });

  it('in the form are found', async () => {
    expect(await check('- aks: What is in B5?\n  runs: 0\n  expect: { tool: getCellValue }\n'))
      .toMatchInlineSnapshot(`
      "wrong.yaml:1:3  error  case-invalid
        \`[0].ask\` is required.

      > 1 | - aks: What is in B5?
          |   ^
        help: Write a list of { ask, expect: { tool, input, exact, not }, runs }, of which \`ask\` and \`expect\` are needed.


      wrong.yaml:1:8  error  case-invalid
        \`[0].aks\` is not a known property; did you mean \`ask\`? Known are \`ask\`, \`runs\`, \`expect\`.

      > 1 | - aks: What is in B5?
          |        ^^^^^^^^^^^^^^
        help: Write a list of { ask, expect: { tool, input, exact, not }, runs }, of which \`ask\` and \`expect\` are needed.


      wrong.yaml:2:9  error  case-invalid
        \`[0].runs\` must be at least 1; got 0.

        1 | - aks: What is in B5?
      > 2 |   runs: 0
          |         ^
        help: Write a list of { ask, expect: { tool, input, exact, not }, runs }, of which \`ask\` and \`expect\` are needed.

      "
    `);
    expect(await check('- *nothing')).toContain('1:1  error  yaml-invalid\n  Unresolved alias');
    expect(await check('{ "ask": ')).toMatchInlineSnapshot(`
      "wrong.yaml:1:10  error  yaml-invalid
        Flow map must end with a }.

      > 1 | { "ask": 
          |          ^
        help: Correct it; JSON is YAML, too.

      "
    `);
  });

  it('of usage are wrong usage', async () => {
    const usage = async (...args: readonly string[]): Promise<readonly unknown[]> => {
      const { code, err } = await btcp(folder, 'eval', ...args);
      return [code, err.split('\n')[0]];
    };
    expect(await usage('cases.yaml')).toEqual([
      2,
      'btcp: Name a model: --model anthropic, for example, or anthropic:<model id>.',
    ]);
    expect(await usage('cases.yaml', '--model', 'antropic')).toEqual([
      2,
      'btcp: There is no provider "antropic"; did you mean "anthropic"?',
    ]);
    expect(await usage('cases.yaml', '--model', 'mistral')).toEqual([
      2,
      'btcp: --model mistral needs the id of a model, too: mistral:<model id>.',
    ]);
    expect(await usage('cases.yaml', '--model', 'openai', '--min', '90')).toEqual([
      2,
      'btcp: --min takes a number from 0 to 1; got "90".',
    ]);
  });

  it('that would be paid for end it before', async () => {
    const many = await ask('anthropic:words', '--max-calls', '2');
    expect([many.code, many.err, model.requests.length]).toEqual([
      1,
      'btcp: This takes 3 calls of models, and --max-calls allows 2.\nhelp: Allow them by --max-calls 3, or lower `runs` in the cases.\n',
      0,
    ]);
    const absent = await ask('mistral:small');
    expect([absent.code, absent.err]).toEqual([
      1,
      'btcp: Asking mistral:small needs the packages ai and @ai-sdk/mistral, which are not both installed.\nhelp: Run `npm install --save-dev ai @ai-sdk/mistral`.\n',
    ]);
  });

  it('of the environment name the variable', async () => {
    delete process.env['ANTHROPIC_API_KEY'];
    const { code, err } = await ask('anthropic:words');
    process.env['ANTHROPIC_API_KEY'] = SECRET;
    expect([code, err]).toEqual([
      1,
      `btcp: anthropic:words is asked with a key, and ANTHROPIC_API_KEY is not set.
help: Set it in the environment; or take recorded answers by --replay, which needs none.
`,
    ]);
  });
});
