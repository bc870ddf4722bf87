import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { strip, type Node } from './strip-schemas.ts';

const stripped = (code: string): string =>
  strip(code, parseAst(code) as unknown as Node, 'tool.js')?.code ?? 'unchanged';

describe('strip', () => {
  it('takes out schemas, examples and descriptions', () => {
    expect(
      stripped(`import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { CELL, LIMIT } from '../cell.js';
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
      "import { Type } from '@sinclair/typebox';
      import { defineTool } from '@btcp/core';
      import { CELL, LIMIT } from '../cell.js';
      function page() { return Type.Object({ limit: Limit }); }
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
const orNull = (schema) => z.union([schema, z.null()]);
const Maybe = orNull(Id);
export const parsed = await z.parseAsync(Id, '1');
export const now = clock();`),
    ).toBe(`import * as z from 'zod/mini';
export const Id = /*#__PURE__*/ (() => z.string().check(z.minLength(1)))();
export const Row = /*#__PURE__*/ (() => z.object({ id: Id }))(), LIMIT = 5;
const Rows = /*#__PURE__*/ (() => Row.array())();
const orNull = (schema) => z.union([schema, z.null()]);
const Maybe = /*#__PURE__*/ (() => orNull(Id))();
export const parsed = await z.parseAsync(Id, '1');
export const now = clock();`);
  });
});
