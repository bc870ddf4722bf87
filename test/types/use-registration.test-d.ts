import { BTCPClient } from '@btcp/client';
import type { Issue } from '@btcp/core';
import { createTools, type ListOrdersOutput } from '../../examples/quickstart/generated/client.ts';
import { registration } from '../../examples/quickstart/generated/registration.ts';
import { listOrders } from '../../examples/quickstart/generated/validators.js';

// Uses of a generated registration: compiled here like everything, and by generated-host.test.ts against the packages
// as published.

export async function list(): Promise<ListOrdersOutput['orders']> {
  const client = new BTCPClient();
  const { missingCapabilities } = await client.registerManifest(registration);
  await client.grantCapabilities(missingCapabilities);
  const { orders } = await createTools(client).listOrders({ state: 'open' }, { timeout: 1_000 });
  return orders;
}

export function check(input: unknown): readonly Issue[] {
  const result = listOrders.input(input);
  const { output } = listOrders;
  return result.ok ? [] : [...result.issues, { path: '', keyword: output.schema, message: '' }];
}
