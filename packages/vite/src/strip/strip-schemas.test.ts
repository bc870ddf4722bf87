import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { strip, type Node } from './strip-schemas.ts';

const stripped = (code: string): string =>
  strip(code, parseAst(code) as unknown as Node, 'tool.js')?.code ?? 'unchanged';

describe('strip', () => {
  it('takes out schemas, examples and descriptions, and what only they use', () => {
    expect(
      stripped(`import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { CELL, LIMIT } from '../cell.js';
const Limit = Type.Integer({ maximum: LIMIT });
function page() { return Type.Object({ limit: Limit }); }
const SHARED = 2;
export const readCells = defineTool({
  name: 'readCells',
  description: 'Reads cells.',
  inputSchema: page(),
  capabilities: [],
  examples: [{ input: { limit: SHARED } }],
  outputSchema: Type.Array(CELL),
  execute: ({ limit }) => limit * SHARED,
  aliases: { getCells: { inputSchema: Type.Object({}), mapInput: () => ({ limit: 1 }) } },
});`),
    ).toMatchInlineSnapshot(`
      "
      import { defineTool } from '@btcp/core';



      const SHARED = 2;
      export const readCells = defineTool({
        name: 'readCells',
        capabilities: [],
        execute: ({ limit }) => limit * SHARED,
        aliases: { getCells: { mapInput: () => ({ limit: 1 }) } },
      });"
    `);
  });

  it('leaves no comma too many', () => {
    const tool = (properties: string): string =>
      `import { defineTool as define } from '@btcp/core';\ndefine({${properties}});`;
    expect(stripped(tool('execute, inputSchema: a, outputSchema: b, /* end */ '))).toBe(tool('execute, '));
    expect(stripped(tool("'inputSchema': a, execute"))).toBe(tool('execute'));
  });

  it.each([
    ['is exported', 'export const Cell = make();', 'Cell'],
    ['is used elsewhere', 'const Cell = make(); use(Cell);', 'Cell'],
    ['is used by a name of its own', 'const Cell = make(); export { Cell as default };', 'Cell'],
    ['is destructured', 'const { Cell } = make();', 'Cell'],
    ['is declared with another that is used', 'const Cell = make(), other = 1; use(other);', 'Cell'],
  ])('keeps a constant that %s', (_, declaration, schema) => {
    const start = `import { defineTool } from '@btcp/core';\n${declaration}\n`;
    expect(stripped(`${start}defineTool({ inputSchema: ${schema}, execute });`)).toBe(
      `${start}defineTool({ execute });`,
    );
  });

  it('keeps what only looks like the use of a name', () => {
    expect(
      stripped(`import { defineTool } from '@btcp/core';
import { Cell } from './cell.js';
import './effects.js';
defineTool({ inputSchema: Cell, execute: (x) => x.Cell + { Cell: 1 }.Cell });`),
    ).toBe(`import { defineTool } from '@btcp/core';

import './effects.js';
defineTool({ execute: (x) => x.Cell + { Cell: 1 }.Cell });`);
  });

  it.each([
    [
      'another function of that name',
      "import { defineTool } from './own.js'; defineTool({ inputSchema: a });",
    ],
    ['a definition from elsewhere', "import { defineTool } from '@btcp/core'; defineTool(definition);"],
    ['what is no tool', 'export const a = { inputSchema: 1 };'],
  ])('leaves %s', (_, code) => expect(stripped(code)).toBe('unchanged'));

  it('marks constants that only make schemas as free of side effects', () => {
    expect(
      stripped(`import * as z from 'zod/mini';
export const Id = z.string().check(z.minLength(1));
export const Row = z.object({ id: Id }), LIMIT = 5;
const Rows = Row.array();
export const parsed = await z.parseAsync(Id, '1');
export const now = clock();`),
    ).toBe(`import * as z from 'zod/mini';
export const Id = /*#__PURE__*/ (() => z.string().check(z.minLength(1)))();
export const Row = /*#__PURE__*/ (() => z.object({ id: Id }))(), LIMIT = 5;
const Rows = /*#__PURE__*/ (() => Row.array())();
export const parsed = await z.parseAsync(Id, '1');
export const now = clock();`);
  });
});
