import { Type } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { defineTool } from './define-tool.ts';
import { loadOnCall } from './load-on-call.ts';
import type { Implementation } from './registration.ts';
import type { ToolContext } from './tool.ts';

const double = defineTool({
  inputSchema: Type.Object({ n: Type.Number() }),
  capabilities: [],
  execute: ({ n }, { signal }) => ({ doubled: n * 2, signal }),
});
const context = { signal: new AbortController().signal } as ToolContext;

function call(implementation: Implementation, input: unknown): unknown {
  return (implementation as (input: unknown, context: ToolContext) => unknown)(input, context);
}

it('loads when it is first called, and only once', async () => {
  let loads = 0;
  const implementation = loadOnCall(async () => (loads++, double));
  expect(loads).toBe(0);
  expect(await call(implementation, { n: 2 })).toEqual({ doubled: 4, signal: context.signal });
  // Now without a promise in between.
  expect(call(implementation, { n: 3 })).toEqual({ doubled: 6, signal: context.signal });
  expect(loads).toBe(1);
});

it('takes a bare function', async () => {
  expect(
    await call(
      loadOnCall(
        async () =>
          ({ n }: { n: number }) =>
            n + 1,
      ),
      { n: 2 },
    ),
  ).toBe(3);
});

it('fails when it cannot be loaded, and tries again at the next call', async () => {
  let isThere = false;
  const implementation = loadOnCall(async () => {
    if (!isThere) throw new Error('not there');
    return double;
  });
  await expect(call(implementation, { n: 2 })).rejects.toThrow('not there');
  isThere = true;
  expect(await call(implementation, { n: 2 })).toEqual({ doubled: 4, signal: context.signal });
});
