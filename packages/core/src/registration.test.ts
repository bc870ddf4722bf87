import { expect, it } from 'vitest';
import type { ToolContext } from './tool.ts';
import { aliasOf, loadOnCall, loadWithContext } from './registration.ts';

it('loads nothing by itself', async () => {
  let loads = 0;
  const run = (): number => 1;
  const implementation = loadOnCall(async () => (loads++, run));
  expect(loads).toBe(0);
  expect(implementation).toEqual({ load: expect.any(Function) as unknown });
});

it('runs a tool only where its host has added what it reads', async () => {
  const execute = (input: number, context: ToolContext): unknown => [input, context];
  const { load } = loadWithContext('addOne', ['db', 'log'], async () => ({ execute })) as {
    readonly load: () => Promise<typeof execute>;
  };
  const run = await load();
  const context = { db: null, log: false } as unknown as ToolContext;
  expect(run(1, context)).toEqual([1, context]);
  expect(() => run(1, { db: 1 } as unknown as ToolContext)).toThrow(
    expect.objectContaining({
      code: 'EXECUTION_ERROR',
      message: '"addOne" reads `ctx.log`; this client\'s context has no `log`.',
    }),
  );
});

it('says what is wrong with an input that an alias makes', () => {
  const issues = [{ path: '/rack', message: 'is longer than 5 characters' }];
  const tool = { aliases: { old: {} }, execute: () => 1 } as unknown as Parameters<typeof aliasOf>[0];
  const alias = aliasOf(tool, 'old', (() => ({ ok: false, issues })) as never) as { execute: () => unknown };
  expect(() => alias.execute()).toThrow(
    'The alias "old" makes an input that its tool refuses: /rack is longer than 5 characters',
  );
});
