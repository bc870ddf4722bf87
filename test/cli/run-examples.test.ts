import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { full } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const tool = (name: string, example: string, execute: string, more = ''): string => `
/** Adds two numbers, and returns their sum. */
export const ${name} = defineTool({
  inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
  outputSchema: Type.Number(),
  capabilities: [],
  examples: [${example}],
  ${more}
  execute: ${execute},
});
`;
const EXAMPLE = '{ input: { a: 1, b: 2 }, output: 3 }';

/** Runs the examples of a project; gives the exit code and what was found, without help texts. */
async function runExamplesOf(
  files: Readonly<Record<string, string>>,
): Promise<readonly [number, readonly string[]]> {
  const cwd = await writeProject(files);
  const { code, out } = await btcp(cwd, 'check', '--run', '--format', 'json');
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: readonly { id: string; tool: string; line: number; message: string; severity: string }[];
  };
  const found = diagnostics.filter(({ severity }) => severity === 'error');
  return [code, found.map(({ id, tool: name, line, message }) => `${line} ${name} ${id}: ${message}`)];
}

/** Of tools that await nothing, block, and need a host. */
const PROMISES =
  IMPORTS +
  tool('addFirst', EXAMPLE, '({ a, b }) => a + b') +
  tool(
    'addAndStore',
    EXAMPLE,
    "({ a, b }, ctx) => { void ctx.storage.local.set('sum', String(a + b)); return a + b; }",
  ) +
  tool(
    'addAndFail',
    EXAMPLE,
    "({ a, b }) => { void Promise.reject(new Error('no disk today')); return a + b; }",
  ) +
  tool('addFalsely', EXAMPLE, '({ a, b }) => a - b');
/** Blocks its process, and needs no processor meanwhile. */
const WAIT_FOR_EVER = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
const BLOCKING =
  IMPORTS +
  tool('addForEver', EXAMPLE, `({ a, b }) => { ${WAIT_FOR_EVER}; return a + b; }`, 'timeout: 1000,') +
  tool('addBadly', EXAMPLE, '({ a, b }) => a - b');
const STORED = `${IMPORTS}
/** Counts what is stored. */
export const countStored = defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Number(),
  capabilities: ['storage:local:read'],
  examples: [{ input: {}, output: 0, fixture: './host.ts' }],
  execute: () => localStorage.length,
});
`;

it('runs the examples of all tools, and compares what they give, whatever some of them do', async () => {
  const source =
    IMPORTS +
    tool('addNumbers', EXAMPLE, '({ a, b }) => a + b') +
    tool('addWrongly', EXAMPLE, '({ a, b }) => a - b') +
    tool('addNothing', '{ input: { a: 1, b: 2 } }', '({ a, b }) => a + b') +
    tool('addAndThrow', EXAMPLE, "() => { throw new Error('no numbers today'); }") +
    tool('addAsText', EXAMPLE, '({ a, b }) => `${a + b}` as unknown as number') +
    tool(
      'addAndTell',
      EXAMPLE,
      '({ a, b }) => { process.send?.({ outcome: { output: 9 } }); return a + b; }',
    ) +
    tool(
      'addAndThrowLate',
      EXAMPLE,
      "({ a, b }) => { setTimeout(() => { throw new Error('late'); }, 20); return a + b; }",
    ) +
    tool(
      'addSlowly',
      EXAMPLE,
      '({ a, b }) => new Promise<number>((resolve) => setTimeout(() => resolve(a + b), 200))',
    ) +
    tool('addNever', EXAMPLE, '() => new Promise<number>(() => undefined)', 'timeout: 1000,') +
    tool('addAndLeave', EXAMPLE, '({ a, b }) => { process.exit(3); return a + b; }') +
    tool('addLast', EXAMPLE, '({ a, b }) => a + b');
  const files = {
    'src/sums.ts': source,
    'src/promises.ts': PROMISES,
    'src/blocking.ts': BLOCKING,
    'src/stored.ts': STORED,
    'src/host.ts': 'export default {};',
  };
  const [code, found] = await runExamplesOf(files);
  expect([code, found.filter((line) => !line.includes('capability-missing'))]).toEqual([
    1,
    [
      // It ends one that blocks its process.
      '9 addForEver example-fails: The example fails when it is run, with EXECUTION_TIMEOUT: It kept its process busy for longer than its timeout.',
      '19 addBadly example-output-differs: The example gives -1 when it is run, but says 3.',
      // It names the tool that does not await a promise.
      '19 addAndStore example-fails: The example fails when it is run, with CAPABILITY_DENIED: "addAndStore" does not await a promise, which failed: `ctx.storage.local.set` needs storage:local:write, which "addAndStore" does not declare.',
      '29 addAndFail example-fails: The example fails when it is run, with EXECUTION_ERROR: "addAndFail" does not await a promise, which failed: no disk today',
      '39 addFalsely example-output-differs: The example gives -1 when it is run, but says 3.',
      '9 countStored example-fails: The example fails when it is run, with EXECUTION_ERROR: localStorage is not defined; a page has it: name an HTML file as the `fixture` of the example.',
      '19 addWrongly example-output-differs: The example gives -1 when it is run, but says 3.',
      '39 addAndThrow example-fails: The example fails when it is run, with EXECUTION_ERROR: no numbers today',
      '49 addAsText example-fails: The example fails when it is run, with INVALID_OUTPUT: Invalid output of "addAsText": the value must be a number; got "3"',
      '89 addNever example-fails: The example fails when it is run, with EXECUTION_TIMEOUT: The call of "addNever" took longer than 1000 ms, its limit.',
      '99 addAndLeave example-fails: The example fails when it is run, with EXECUTION_ERROR: It ended its process with code 3.',
    ],
  ]);
});

full('gives each the fixture that it names, and an empty page otherwise', async () => {
  const source = `${IMPORTS}
declare module '@btcp/core' { interface ToolContext { rows: readonly number[] } }
/** Counts the cells of the page, and those of the host. */
export const countCells = defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({ cells: Type.Number(), stored: Type.Union([Type.String(), Type.Null()]) }),
  capabilities: ['dom:read', 'storage:local:read'],
  examples: [
    { description: 'Of a page', input: {}, output: { cells: 2, stored: null }, fixture: 'sheet.html' },
    { description: 'Of none', input: {}, output: { cells: 0, stored: null } },
    { description: 'Of another', input: {}, output: { cells: 2, stored: null }, fixture: './missing.html' },
  ],
  execute: (_, { dom }) => ({ cells: dom.querySelectorAll('td').length, stored: localStorage.getItem('cell') }),
});
/** Counts the rows of the host. */
export const countRows = defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Number(),
  capabilities: [],
  examples: [{ input: {}, output: 3, fixture: './rows.ts' }],
  execute: (_, { rows }) => rows.length,
});
`;
  const files = {
    'src/cells.ts': source,
    'src/sheet.html': '<table><tr><td>1</td><td>2</td></tr></table>',
    'src/rows.ts': 'export default () => ({ rows: [1, 2, 3] });',
  };
  const [code, found] = await runExamplesOf(files);
  expect([code, found.map((line) => line.replace(/file .*src/, 'file src'))]).toEqual([
    1,
    [
      '13 countCells example-fails: The example fails when it is run, with FIXTURE_NOT_FOUND: There is no file src/missing.html.',
    ],
  ]);
});
