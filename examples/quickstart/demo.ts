import { deepEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BTCPClient } from '@btcp/client';
import { build } from '@btcp/codegen';
import { BTCPError } from '@btcp/core';
import { createMockDOM } from '@btcp/testing';

// Tells, step by step, how tools become calls; every step checks what it shows, so the demo cannot go stale.

const here = fileURLToPath(new URL('.', import.meta.url));
const say = (text = ''): void => void process.stdout.write(`${text}\n`);
const heading = (text: string): void => say(`\n\u2500\u2500 ${text}\n`);

heading('1. A tool is a typed function: src/tools/list-orders.ts');
say((await readFile(join(here, 'src/tools/list-orders.ts'), 'utf8')).trim());

heading('2. `btcp build` finds it, reads its schemas, and writes');
const result = await build({ cwd: here });
deepEqual(result.diagnostics, []);
for (const file of result.files)
  say(`   generated/${file.path.padEnd(18)}${(Buffer.byteLength(file.text) / 1024).toFixed(1)} KB`);
say('\n   The manifest says, among other things:\n');
const listOrders = result.manifest?.tools.find((tool) => tool.name === 'listOrders');
if (!listOrders) throw new Error('The build found no listOrders.');
const { properties } = listOrders.inputSchema as { properties: { limit: object } };
deepEqual(properties.limit, {
  type: 'integer',
  minimum: 1,
  maximum: 50,
  default: 2,
  description: 'How many at most.',
});
say(`   listOrders, input \`limit\`: ${JSON.stringify(properties.limit)}`);
say(`   listOrders, output, derived from the code: ${JSON.stringify(listOrders.outputSchema)}`);

heading('3. A page registers what was built, and grants what it likes');
const dom = createMockDOM(`<ul>
  <li id="o3" data-state="open">3 lamps</li>
  <li id="o2" data-state="open">1 chair</li>
  <li id="o1" data-state="open">2 tables</li>
</ul>`);
const { registration } = await import('./generated/registration.ts');
const { createTools } = await import('./generated/client.ts');
const client = new BTCPClient({ context: { dom } });
await client.registerManifest(registration);
await client.grantCapabilities(['dom:read']);
const tools = createTools(client);
say("   await client.registerManifest(registration);\n   await client.grantCapabilities(['dom:read']);");

heading('4. Calls');
await shows('a good call; `limit` gets its default, 2', () => tools.listOrders({ state: 'open' }), {
  orders: [
    { id: 'o3', text: '3 lamps' },
    { id: 'o2', text: '1 chair' },
  ],
});
await fails(
  'a wrong type',
  () => client.callTool('listOrders', { state: 'open', limit: 'all' }),
  'INVALID_INPUT',
);
await fails(
  'an unknown property',
  () => client.callTool('listOrders', { state: 'open', limt: 3 }),
  'INVALID_INPUT',
);
await fails('a missing capability', () => tools.payOrder({ order: 'o1' }), 'CAPABILITY_DENIED');
await client.grantCapabilities(['dom:write']);
await shows('the same, granted', () => tools.payOrder({ order: 'o1' }), { order: 'o1', state: 'paid' });
await fails('a tool that throws', () => tools.payOrder({ order: 'o9' }), 'ORDER_NOT_FOUND');
await fails(
  'a slow tool',
  () => tools.awaitConfirmation({ order: 'o1' }, { timeout: 100 }),
  'EXECUTION_TIMEOUT',
);
say('\nDone. The tools are in examples/quickstart/src, what was built in examples/quickstart/generated.');

async function shows(what: string, call: () => Promise<unknown>, expected: unknown): Promise<void> {
  const value = await call();
  deepEqual(value, expected);
  say(` \u2714 ${what}\n     ${JSON.stringify(value)}`);
}

async function fails(what: string, call: () => Promise<unknown>, code: string): Promise<void> {
  const error: unknown = await call().then(
    (value) => new Error(`It returned ${JSON.stringify(value)}.`),
    (reason: unknown) => reason,
  );
  if (!BTCPError.is(error) || error.code !== code) throw error;
  say(` \u2718 ${what}: ${error.code}\n     ${error.message}\n     \u2192 ${error.suggestion ?? ''}`);
}
