import { type StandardTools, standardTools } from '@btcp/adapters/standard-schema';
import { BTCPClient } from '@btcp/client';
import type { Registration } from '@btcp/core';
import type { Tools } from '../../examples/office/generated/client.ts';
import { registration } from '../../examples/office/generated/registration.ts';

/** The office's tools as standard tools, with all grants but no services: only `calculate` works. */
export async function officeTools(): Promise<{
  readonly client: BTCPClient;
  readonly registration: Registration<Tools>;
  readonly tools: StandardTools<Tools>;
}> {
  const client = new BTCPClient();
  await client.registerManifest(registration);
  await client.grantCapabilities(registration.manifest.capabilities);
  return { client, registration, tools: standardTools(client, registration) };
}
