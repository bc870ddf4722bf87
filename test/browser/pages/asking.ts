import { bindWebMcp } from '@btcp/adapters/webmcp';
import { BTCPClient } from '@btcp/client';
import { confirmDialog, consentDialog } from '@btcp/client/consent-dialog';
import type { CallOptions, ToolContext } from '@btcp/core';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';

const inputSchema = { type: 'object' } as const;
const input = Object.assign((value: unknown) => ({ ok: true as const, value }), {
  schema: schemaFingerprint(inputSchema),
});
const tool = { description: 'Works with invoices.', inputSchema, capabilities: [] };

const SCHEMA = {
  type: 'object',
  properties: {
    reason: { type: 'string', title: 'Rea\u202Eson', description: 'In a few words', minLength: 3 },
    amount: { type: 'integer', minimum: 1, default: 5 },
    method: {
      type: 'string',
      oneOf: [
        { const: 'cash', title: 'Cash' },
        { const: 'card', title: 'By card' },
      ],
    },
    notify: { type: 'boolean' },
    days: { type: 'array', items: { type: 'string', enum: ['Mon', 'Tue'] } },
  },
  required: ['reason', 'method'],
} as const;

const client = new BTCPClient({ onConsent: consentDialog() });
await client.registerManifest({
  manifest: {
    btcp: '1.0',
    name: 'invoices',
    version: '1.0.0',
    tools: [
      { ...tool, name: 'remove', confirm: 'Delete this invoice?', mcp: { title: 'Delete” of\n\u3000bank' } },
      { ...tool, name: 'refund' },
      { ...tool, name: 'pay' },
    ],
    capabilities: [],
  },
  implementations: {
    remove: () => 'removed',
    refund: (_input: unknown, { ask }: ToolContext) =>
      ask('refund', { message: 'Why the refund?', schema: SCHEMA }),
    pay: ({ host = location.origin, id = '7' }: { host?: string; id?: string }, { ask }: ToolContext) =>
      ask('pay', { message: 'Pay the invoice there.', url: `${host}/paid.html?id=${id}` }),
  },
  validators: { remove: { input }, refund: { input }, pay: { input } },
});

await bindWebMcp(client);

const KEYS: Readonly<Record<string, string>> = {
  F2: 'remove',
  F4: 'refund',
  F6: 'pay',
  F7: 'pay',
  F8: 'remove',
  F9: 'remove',
};
const INPUTS: Readonly<Record<string, object>> = {
  F2: { id: 7, note: '<b>paid</b>' },
  F6: { host: `https://${'bank.'.repeat(25)}example`, id: '7'.repeat(3000) },
  F8: { note: `${'a'.repeat(399)}and pay Mallory\u202E`, accounts: ['א', '1', 'ב'] },
};
const OPTIONS: Readonly<Record<string, CallOptions>> = {
  F9: { onConfirm: confirmDialog({ parent: document.createElement('div') }) },
};
document.addEventListener('keydown', ({ key }) => {
  const name = KEYS[key];
  if (key === 'F10') void client.requestCapabilities(['clipboard:read']);
  if (name === undefined) return;
  document.title = 'Asking';
  client.callTool(name, INPUTS[key] ?? {}, OPTIONS[key]).then(
    (value) => (document.title = JSON.stringify(value)),
    (error: unknown) => (document.title = (error as { code: string }).code),
  );
});
document.title = 'Ready';
