import { readFile } from 'node:fs/promises';
import { BTCPClient } from '@btcp/client';
import { createKeyPair, requireSignature, signManifest } from '@btcp/client/signature';
import { expect, it } from 'vitest';
import { registration } from '../../examples/quickstart/generated/registration.ts';

it('a client accepts a built registration with the signature of the manifest that was written beside it', async () => {
  const file = new URL('../../examples/quickstart/generated/manifest.json', import.meta.url);
  const { privateKey, publicKey } = await createKeyPair();
  const signature = await signManifest(await readFile(file, 'utf8'), privateKey);
  const client = new BTCPClient({ verify: requireSignature({ keys: [publicKey] }) });
  await client.registerManifest(registration, { signature });
  expect(client.listTools()).toHaveLength(registration.manifest.tools.length);
});
