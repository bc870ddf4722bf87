import { Type } from '@sinclair/typebox';
import { type as ark } from 'arktype';
import Type1 from 'typebox';
import * as v from 'valibot';
import { z } from 'zod';
import * as zm from 'zod/mini';
import { defineTool, type ToolContext } from './index.ts';

// Checked by `npm run typecheck`: what stands below an expectation must not compile, everything else must.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => undefined;

declare const isOpen: boolean;
declare function load(): Promise<{ id: string; tags: string[] }[]>;

const Input = Type.Object({ cell: Type.String(), limit: Type.Optional(Type.Integer()) });
const Invoice = Type.Object({
  state: Type.Union([Type.Literal('open'), Type.Literal('paid')]),
  total: Type.Number(),
  note: Type.Optional(Type.String()),
});
const capabilities = ['dom:read'] as const;

// Input, output and context are inferred.
const read = defineTool({
  inputSchema: Input,
  outputSchema: Invoice,
  capabilities,
  examples: [{ description: 'One', input: { cell: 'B5' }, output: { state: 'open', total: 1 } }],
  execute(input, context) {
    same<typeof input, { limit?: number; cell: string }>(true);
    same<typeof context, ToolContext>(true);
    same<typeof context.dom, Document>(true);
    return { state: isOpen ? 'open' : 'paid', total: 1 };
  },
});
same<ReturnType<typeof read>, { state: 'open' | 'paid'; total: 1 }>(true);

// A literal needs no `as const`, in async functions and arrow functions either.
defineTool({
  inputSchema: Input,
  outputSchema: Invoice,
  capabilities,
  execute: async ({ cell }) => ({ state: isOpen ? 'open' : 'paid', total: cell.length }),
});
const later = defineTool({
  inputSchema: Input,
  outputSchema: Invoice,
  capabilities,
  async execute({ cell }) {
    if (isOpen) return { state: 'open', total: 2 };
    await load();
    return { state: 'paid', total: cell.length, note: 'late' };
  },
});
void later({ cell: 'A1' }).then((result) => result.total);

// A promise made by hand takes its type from the schema.
defineTool({
  inputSchema: Input,
  outputSchema: Invoice,
  capabilities,
  execute: ({ limit = 0 }) => new Promise((resolve) => resolve({ state: 'open', total: limit })),
});
defineTool({
  inputSchema: Input,
  outputSchema: Invoice,
  capabilities,
  // @ts-expect-error Property 'total' is missing
  execute: ({ cell }) => new Promise((resolve) => resolve({ state: cell ? 'open' : 'paid' })),
});

// What is read of the page can be returned as it is.
const Text = Type.Union([Type.String(), Type.Null()]);
defineTool({
  inputSchema: Input,
  outputSchema: Type.Array(Type.Object({ name: Text, id: Text })),
  capabilities,
  execute: (_, { page }) => page.all('li', { name: {}, id: { attr: 'id' } }),
});

// Without an output schema the type is what `execute` returns.
const inferred = defineTool({
  inputSchema: Type.Composite([Input, Type.Object({ when: Type.String() })]),
  capabilities,
  execute: ({ when, limit }) => ({ when: new Date(when), limit }),
});
same<ReturnType<typeof inferred>, { when: Date; limit: number | undefined }>(true);

// Tuples, arrays, unions, records, nothing at all.
defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Object({
    point: Type.Tuple([Type.Number(), Type.Number()]),
    tags: Type.Array(Type.String()),
  }),
  capabilities: [],
  execute: () => ({ point: [1, 2], tags: [] }),
});
defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Union([
    Type.Object({ kind: Type.Literal('a'), x: Type.Number() }),
    Type.Object({ kind: Type.Literal('b'), y: Type.String() }),
  ]),
  capabilities: [],
  execute: () => (isOpen ? { kind: 'a', x: 1 } : { kind: 'b', y: '' }),
});
defineTool({
  inputSchema: Type.Intersect([Input, Type.Object({ k: Type.Number() })]),
  capabilities: [],
  execute: ({ k, cell }) => cell + k,
});
defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Array(Type.Object({ id: Type.String() })),
  capabilities: [],
  execute: load,
});
defineTool({ inputSchema: Type.Object({}), capabilities: ['acme:billing', 'geolocation'], execute() {} });

// An unknown input property.
// @ts-expect-error Property 'cel' does not exist
defineTool({ inputSchema: Input, capabilities, execute: ({ cel }) => cel });

// A wrong output type.
defineTool({
  inputSchema: Input,
  outputSchema: Invoice,
  capabilities,
  // @ts-expect-error Type 'string' is not assignable to type 'number'
  execute: () => ({ state: 'open', total: '1' }),
});

// A missing output property.
defineTool({
  inputSchema: Input,
  outputSchema: Invoice,
  capabilities,
  // @ts-expect-error Property 'total' is missing
  execute() {
    return { state: 'open' };
  },
});

// A literal that is not one of the union.
defineTool({
  inputSchema: Input,
  outputSchema: Invoice,
  capabilities,
  // @ts-expect-error Type '"closed"' is not assignable to type '"open" | "paid"'
  execute: () => ({ state: 'closed', total: 1 }),
});

// Wrong examples, on the offending property.
defineTool({
  inputSchema: Input,
  outputSchema: Invoice,
  capabilities,
  examples: [
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    { input: { cell: 5 } },
    // @ts-expect-error 'row' does not exist
    { input: { cell: 'A1', row: 5 } },
    // @ts-expect-error Type '"shut"' is not assignable to type '"open" | "paid"'
    { input: { cell: 'A1' }, output: { state: 'shut', total: 1 } },
  ],
  execute: () => ({ state: 'open', total: 1 }),
});

// A property with a default is there in `execute` and for direct calls; examples may leave it out, at any depth.
const Defaulted = Type.Object({
  cell: Type.String(),
  limit: Type.Integer({ default: 5 }),
  range: Type.Object({ rows: Type.Array(Type.Object({ size: Type.Integer({ default: 1 }) })) }),
});
const defaulted = defineTool({
  inputSchema: Defaulted,
  capabilities,
  examples: [
    { input: { cell: 'A1', range: { rows: [{}] } } },
    // @ts-expect-error Type 'string' is not assignable to type 'number'
    { input: { cell: 'A1', limit: '5' } },
    // @ts-expect-error 'widht' does not exist
    { input: { cell: 'A1', range: { rows: [{ widht: 1 }] } } },
  ],
  execute(input) {
    same<typeof input, { cell: string; limit: number; range: { rows: { size: number }[] } }>(true);
    return input.limit;
  },
});
defaulted({ cell: 'A1', limit: 5, range: { rows: [] } });
// @ts-expect-error Property 'limit' is missing
defaulted({ cell: 'A1', range: { rows: [] } });

// An input that is not an object, a capability without a colon, a misspelt member.
// @ts-expect-error Type '"string"' is not assignable to type '"object"'
defineTool({ inputSchema: Type.String(), capabilities, execute: () => 1 });
// @ts-expect-error Type '"dom"' is not assignable to type 'Capability'
defineTool({ inputSchema: Input, capabilities: ['dom'], execute: () => 1 });
// @ts-expect-error 'capabilites' does not exist
defineTool({ inputSchema: Input, capabilites: [], capabilities, execute: () => 1 });

// Schemas of other libraries.
const Order = { id: 5, state: 'open' } as const;
defineTool({
  inputSchema: z.object({ cell: z.string(), limit: z.int().default(5), tag: z.enum(['a', 'b']).optional() }),
  outputSchema: z.object({ id: z.number(), state: z.enum(['open', 'paid']) }),
  capabilities,
  examples: [
    { input: { cell: 'A1' }, output: { id: 1, state: 'open' } },
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    { input: { cell: 1 } },
  ],
  execute(input) {
    // With the default filled in.
    same<typeof input, { cell: string; limit: number; tag?: 'a' | 'b' | undefined }>(true);
    return Order;
  },
});
defineTool({
  inputSchema: zm.object({ cell: zm.string() }),
  outputSchema: z.number(),
  capabilities,
  // @ts-expect-error Type 'string' is not assignable to type 'number'
  execute: ({ cell }) => cell,
});
defineTool({
  inputSchema: v.object({ cell: v.string(), limit: v.optional(v.number()) }),
  outputSchema: Type.Number(),
  capabilities,
  execute: ({ cell, limit = 0 }) => cell.length + limit,
});
defineTool({
  inputSchema: ark({ cell: 'string', 'limit?': 'number' }),
  capabilities,
  execute: ({ cell, limit = 0 }) => cell.length + limit,
});
defineTool({
  inputSchema: Type1.Object({
    cell: Type1.String(),
    state: Type1.Union([Type1.Literal('open'), Type1.Literal('paid')]),
    rows: Type1.Optional(Type1.Array(Type1.Object({ size: Type1.Integer() }))),
  }),
  capabilities,
  execute(input) {
    same<typeof input, { cell: string; state: 'open' | 'paid'; rows?: { size: number }[] }>(true);
    return input.cell;
  },
});
// @ts-expect-error Type '"string"' is not assignable to type '"object"'
defineTool({ inputSchema: z.string(), capabilities, execute: () => 1 });
// @ts-expect-error Property 'cel' does not exist
defineTool({ inputSchema: z.object({ cell: z.string() }), capabilities, execute: ({ cel }) => cel });

// Any schema of TypeBox is one of a result.
defineTool({ inputSchema: Input, outputSchema: Type.Any(), capabilities, execute: () => 1 });
defineTool({ inputSchema: Input, outputSchema: Type.Unsafe<5>({}), capabilities, execute: () => 5 as const });

// An alias maps the input of a former name; defaults and optional properties may be missing.
defineTool({
  inputSchema: Input,
  capabilities,
  aliases: {
    readCell: {
      inputSchema: Type.Object({ address: Type.String() }),
      mapInput: (old) => {
        same<typeof old, { address: string }>(true);
        return { cell: old.address };
      },
      sunset: '2.0.0',
    },
    readField: {},
  },
  execute: ({ cell }) => ({ length: cell.length }),
});
defineTool({
  inputSchema: Input,
  capabilities,
  aliases: {
    readCell: {
      inputSchema: Type.Object({ address: Type.String() }),
      // @ts-expect-error -- a property of another type
      mapInput: ({ address }) => ({ cell: address.length }),
    },
  },
  execute: ({ cell }) => ({ length: cell.length }),
});

// What is returned may be read-only; the input's arrays are the tool's own.
declare const rows: readonly { readonly id: string; readonly tags: readonly string[] }[];
defineTool({
  inputSchema: Type.Object({ ids: Type.Array(Type.String()) }),
  outputSchema: Type.Array(Type.Object({ id: Type.String(), tags: Type.Array(Type.String()) })),
  capabilities,
  execute({ ids }) {
    same<typeof ids, string[]>(true);
    return rows.filter(({ id }) => ids.includes(id));
  },
});

// A recursive schema and one of a module can be the whole input, but no union can.
defineTool({
  inputSchema: Type.Recursive((This) => Type.Object({ replies: Type.Array(This) })),
  capabilities,
  execute: ({ replies }) => replies[0]?.replies.length ?? 0,
});
defineTool({
  inputSchema: Type.Module({
    Node: Type.Object({ text: Type.String(), next: Type.Optional(Type.Ref('Node')) }),
  }).Import('Node'),
  capabilities,
  execute: ({ text, next }) => text + (next?.next?.text ?? ''),
});
defineTool({
  // @ts-expect-error -- a union
  inputSchema: Type.Union([Type.Object({ id: Type.String() }), Type.Object({ name: Type.String() })]),
  capabilities,
  execute: () => 1,
});
