import type { Manifest } from '@btcp/core';
import type { KeySet, PrivateKey } from '../src/signature/index.ts';

const POINT = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
} as const;

/** The private key of RFC 8037, appendix A, under its thumbprint. */
export const PRIVATE_KEY: PrivateKey = { ...POINT, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' };

export const KEYS: KeySet = { keys: [POINT] };

export const SHOP: Manifest = {
  btcp: '1.0',
  name: 'shop',
  version: '1.2.0',
  description: 'Tools of a shop.',
  tools: [
    {
      name: 'addItem',
      description: 'Puts an item into the cart.',
      inputSchema: { type: 'object', properties: { count: { type: 'integer', maximum: 9.5 } } },
      capabilities: ['dom:write'],
    },
    {
      name: 'constructor',
      description: 'Lists “all” items — 日本 🛒.',
      inputSchema: { type: 'object' },
      capabilities: ['dom:read'],
      tags: ['shop'],
    },
  ],
  capabilities: ['dom:read', 'dom:write'],
};
