import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { describe, expect, it } from 'vitest';
import { describeTools } from '../describe-tools.ts';
import { BTCPTestClient } from '../test-client.ts';
import './index.ts';

const getCell = defineTool({
  inputSchema: Type.Object(
    { cell: Type.String({ pattern: '^[A-Z]+[0-9]+$' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ value: Type.Number() }),
  capabilities: ['dom:read'],
  examples: [{ input: { cell: 'B5' }, output: { value: 42 } }],
  execute({ cell }, { dom }) {
    const element = dom.getElementById(cell);
    if (!element) throw new BTCPError('CELL_NOT_FOUND', `There is no cell ${cell}.`);
    return { value: JSON.parse(element.textContent) as number };
  },
});

/** The message of the assertion's failure. */
async function failure(assertion: () => unknown): Promise<string> {
  try {
    await assertion();
  } catch (error) {
    return (error as Error).message;
  }
  return 'passed';
}

describe('toBeValidTool', () => {
  it('passes a tool without errors', async () => {
    expect(getCell).toBeValidTool();
    expect(await failure(() => expect(getCell).not.toBeValidTool())).toBe(
      'The tool that takes { cell } and returns { value } is a valid tool.',
    );
  });

  it('names every error of a tool, with its place and help', async () => {
    const broken = defineTool({
      name: 'get-cell',
      description: 'Gets it.',
      inputSchema: Type.Object({ cell: Type.String() }),
      capabilities: ['dom:Read' as never],
      examples: [{ input: { cell: 5 as never } }],
      execute: () => null,
    });
    expect(broken).not.toBeValidTool();
    const message = await failure(() => expect(broken).toBeValidTool());
    expect(message.split('\n').filter((line) => !line.startsWith('  help: '))).toEqual([
      '"get-cell" is not a valid tool.',
      '/name: `name` must match ^[a-zA-Z][a-zA-Z0-9_]*$; got "get-cell".',
      '/description: `description` must have 10 to 1000 characters; got 8.',
      '/capabilities/0: "dom:Read" is not a valid capability; did you mean "dom:read"?',
      "/examples/0/input/cell: The example's input breaks the input schema: `cell` must be a string; got 5.",
    ]);
  });

  it('fails for what is no tool, and passes where it is negated', async () => {
    const message = "This is no tool: pass what `defineTool` returned, or { registration, tool: '…' }.";
    for (const value of [{}, { name: 'x' }, null, undefined, 'getCell', () => 1]) {
      expect(value).not.toBeValidTool();
      expect(await failure(() => expect(value).toBeValidTool())).toBe(message);
    }
    const built = { registration: describeTools({ getCell }), tool: 'getCells' };
    expect(await failure(() => expect(built).not.toBeValidTool())).toBe(
      'There is no tool "getCells" in this registration; did you mean "getCell"?',
    );
  });
});

describe('toReturnValidOutput', () => {
  const page = (text: string): string => `<p id="B5">${text}</p>`;

  it('runs the tool on a page, and validates what it returns', async () => {
    await expect(getCell).toReturnValidOutput({ cell: 'B5' }, page('42'));
    await expect(getCell).toReturnValidOutput({ cell: 'B5' }, { html: page('42'), fakes: {} });
    await expect(getCell).not.toReturnValidOutput({ cell: 'B5' }, page('"42"'));
  });

  it('says why not', async () => {
    const assert = (cell: string, text: string) =>
      failure(() => expect(getCell).toReturnValidOutput({ cell }, page(text)));
    expect(await assert('B5', '"42"')).toBe(
      'Invalid output of the tool that takes { cell } and returns { value }: `value` must be a number; got "42"',
    );
    expect(await assert('B6', '1')).toBe(
      'The tool that takes { cell } and returns { value } failed with CELL_NOT_FOUND: There is no cell B6.',
    );
    expect(await failure(() => expect(getCell).not.toReturnValidOutput({ cell: 'B5' }, page('1')))).toBe(
      'The tool that takes { cell } and returns { value } returned a valid output: {"value":1}',
    );
  });

  it('fails for what is no tool, also where it is negated', async () => {
    const message = "This is no tool: pass what `defineTool` returned, or { registration, tool: '…' }.";
    const registration = describeTools({ getCell });
    for (const value of [registration, () => null, undefined]) {
      expect(await failure(() => expect(value).toReturnValidOutput())).toBe(message);
      expect(await failure(() => expect(value).not.toReturnValidOutput())).toBe(message);
    }
  });

  it('does not take the path of a fixture for HTML', async () => {
    const message =
      "\"./src/week.html\" is the path of a file, not HTML: pass what it holds, by readFileSync('./src/week.html', 'utf8') of node:fs.";
    for (const fixture of ['./src/week.html', { html: './src/week.html' }])
      expect(await failure(() => expect(getCell).toReturnValidOutput({ cell: 'B5' }, fixture))).toBe(message);
  });

  it('tells which tool has no `outputSchema`, and takes the one that a build derived', async () => {
    const inputSchema = Type.Object({ state: Type.String(), limit: Type.Optional(Type.Integer()) });
    const listOrders = defineTool({
      inputSchema,
      capabilities: ['dom:read'],
      execute: (_, { dom }) => ({ count: dom.querySelectorAll('li').length }),
    });
    const countRows = defineTool({
      name: 'countRows',
      inputSchema,
      capabilities: [],
      execute: ({ limit }) => limit,
    });
    const assert = (tool: unknown) => failure(() => expect(tool).toReturnValidOutput({ state: 'open' }));
    expect(await assert(listOrders)).toBe(
      "The tool that takes { state, limit } has no `outputSchema`: declare one, or test what the build derives, by expect({ registration, tool: '…' }).",
    );
    expect(await assert(countRows)).toMatch(
      /^"countRows" has no `outputSchema`: .*tool: 'countRows' \}\)\.$/,
    );

    const { manifest, implementations } = describeTools({ listOrders });
    const build = (outputSchema: object) => {
      const tools = manifest.tools.map((tool) => ({ ...tool, outputSchema: { ...outputSchema } }));
      const validators = {
        listOrders: { input: compileSchema({ ...inputSchema }), output: compileSchema({ ...outputSchema }) },
      };
      return { registration: { manifest: { ...manifest, tools }, implementations, validators } };
    };
    const built = { ...build(Type.Object({ count: Type.Integer() })), tool: 'listOrders' };
    await expect(built).toReturnValidOutput({ state: 'open' }, '<li>');
    expect(built).toBeValidTool();
    expect(await assert({ ...built, ...build(Type.Object({ count: Type.String() })) })).toBe(
      'Invalid output of "listOrders": `count` must be a string; got 0',
    );
    expect(await assert({ ...built, tool: 'listOrder' })).toBe(
      'There is no tool "listOrder" in this registration; did you mean "listOrders"?',
    );
  });
});

describe('toRejectWithCode', () => {
  it('compares the code, and the place of an issue', async () => {
    const client = new BTCPTestClient({ html: '<p id="B5">42</p>' });
    await client.registerTools({ getCell });
    await expect(client.callTool('getCell', { cell: 'B5' })).toRejectWithCode('CAPABILITY_DENIED');
    await client.grantCapabilities(['dom:read']);
    const call = (cell: unknown) => client.callTool('getCell', { cell });
    await expect(call('?')).toRejectWithCode('INVALID_INPUT', '/cell');
    await expect(() => call('B6')).toRejectWithCode('CELL_NOT_FOUND');
    await expect(call('B6')).not.toRejectWithCode('INVALID_INPUT');
    await expect(call('B5')).not.toRejectWithCode('CELL_NOT_FOUND');
    expect(await failure(() => expect(call('B5')).toRejectWithCode('CELL_NOT_FOUND'))).toBe(
      'The call did not fail with CELL_NOT_FOUND: it returned {"value":42}.',
    );
    expect(await failure(() => expect(call('?')).toRejectWithCode('INVALID_INPUT', 'cell'))).toMatch(
      /^The call did not fail with INVALID_INPUT at "cell": it failed with INVALID_INPUT: .* \(Its issues are at "\/cell"\.\)$/,
    );
    expect(await failure(() => expect(call('B6')).toRejectWithCode('CELL_NOT_FOUND', '/cell'))).toBe(
      'The call did not fail with CELL_NOT_FOUND at "/cell": it failed with CELL_NOT_FOUND: There is no cell B6. (It has no issues.)',
    );
    expect(await failure(() => expect(call('B6')).not.toRejectWithCode('CELL_NOT_FOUND'))).toBe(
      'The call failed with CELL_NOT_FOUND: There is no cell B6.',
    );
  });
});
