import { Type } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { defineTool } from './define-tool.ts';

const inputSchema = Type.Object({ a: Type.Number(), b: Type.Number() });

it('returns a tool that runs its implementation when called, without gate or validation', () => {
  const add = defineTool({ name: 'addNumbers', inputSchema, capabilities: [], execute: ({ a, b }) => a + b });
  expect(add({ a: 1, b: 2 })).toBe(3);
  expect(add.execute({ a: 1, b: 2 }, {} as never)).toBe(3);
});

it('carries the definition, a name included that functions keep read-only', () => {
  const add = defineTool({
    name: 'addNumbers',
    inputSchema,
    capabilities: ['dom:read'],
    tags: ['math'],
    execute: ({ a }) => a,
  });
  expect([add.name, add.capabilities, add.tags, add.inputSchema]).toEqual([
    'addNumbers',
    ['dom:read'],
    ['math'],
    inputSchema,
  ]);
});

it('is frozen, so that what a build has read of it is what runs', () => {
  const mapInput = (): object => ({});
  const tool = defineTool({
    inputSchema: Type.Object({}),
    capabilities: [],
    aliases: { former: { mapInput } },
    execute: () => 1,
  });
  const { aliases } = tool as unknown as { readonly aliases: { readonly former: object } };
  expect(() => Object.assign(tool, { execute: () => 2 })).toThrow(TypeError);
  expect(() => Object.assign(tool, { confirm: () => 'Sure?' })).toThrow(TypeError);
  expect(() => Object.assign(aliases, { former: {} })).toThrow(TypeError);
  expect(() => Object.assign(aliases.former, { mapInput: () => 2 })).toThrow(TypeError);
});

it('passes the given context, and a signal that is never aborted where it has none', () => {
  const peek = defineTool({ inputSchema, capabilities: [], execute: (_, context) => context });
  const context = { signal: new AbortController().signal };
  expect(peek({ a: 1, b: 2 }, context)).toBe(context);
  expect(peek({ a: 1, b: 2 }, { page: 'mine' as never })).toMatchObject({ page: 'mine' });
  const wait = defineTool({
    inputSchema,
    capabilities: [],
    execute(_, { signal }) {
      signal.throwIfAborted();
      return signal instanceof AbortSignal && signal.aborted;
    },
  });
  expect(wait({ a: 1, b: 2 })).toBe(false);
  expect(wait({ a: 1, b: 2 }, {})).toBe(false);
});

it('says which member a bare call lacks, and what to do', () => {
  const read = defineTool({
    inputSchema,
    capabilities: ['dom:read'],
    execute: (_, { page }) => page.text('h1'),
  });
  const error: unknown = {
    code: 'INVALID_ARGUMENT',
    message: 'This direct call has no `ctx.page`, which clients provide.',
  };
  expect(() => read({ a: 1, b: 2 }, { dom: {} as never })).toThrow(expect.objectContaining(error));
  const has = defineTool({
    inputSchema,
    capabilities: [],
    execute: (_, ctx) => ({ ...ctx, names: Object.keys(ctx) }),
  });
  expect(has({ a: 1, b: 2 }, { dom: 1 as never })).toMatchObject({ dom: 1, names: ['dom', 'signal'] });
});

it('keeps `this` for an implementation that uses it', () => {
  const tool = defineTool({
    description: 'Says what it is called.',
    inputSchema,
    capabilities: [],
    execute() {
      return this.description;
    },
  });
  expect(tool({ a: 1, b: 2 })).toBe('Says what it is called.');
});
