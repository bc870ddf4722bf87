import type { Manifest } from '@btcp/core';
import { expect, it } from 'vitest';
import { validatorsOf } from '../test/clients.ts';
import { KEYS, PRIVATE_KEY, SHOP } from '../test/signing.ts';
import { BTCPClient } from './client.ts';
import { requireSignature, signManifest, type KeySet } from './signature/index.ts';

const signature = await signManifest(SHOP, PRIVATE_KEY);

const registrationOf = (manifest: Manifest) => ({
  manifest,
  implementations: Object.fromEntries(manifest.tools.map(({ name }) => [name, () => 'ran'])),
  validators: validatorsOf(manifest),
});

it('registers a signed manifest, also a newer one in its place', async () => {
  const client = new BTCPClient({ verify: requireSignature(KEYS) });
  await client.registerManifest(registrationOf(SHOP), { signature });
  const newer = { ...SHOP, version: '1.3.0' };
  const renewed = JSON.stringify(await signManifest(newer, PRIVATE_KEY));
  const { manifest } = await client.registerManifest(registrationOf(newer), {
    signature: renewed,
    replace: true,
  });
  expect(manifest.version).toBe('1.3.0');
});

it('refuses a changed manifest, and says which tool and field changed', async () => {
  const client = new BTCPClient({ verify: requireSignature(KEYS) });
  const [addItem, ...others] = SHOP.tools;
  const changed = {
    ...SHOP,
    tools: [{ ...addItem, description: 'Empties the cart.' }, ...others],
  } as Manifest;
  await expect(client.registerManifest(registrationOf(changed), { signature })).rejects.toMatchObject({
    code: 'INVALID_SIGNATURE',
    message: 'Invalid signature of "shop": tool "addItem": `description` differs from what was signed',
    suggestion: 'Take manifest and signature from its publisher again.',
    issues: [{ path: '/tools/0/description', params: { tool: 'addItem', field: 'description' } }],
  });
  expect(client.listTools()).toEqual([]);
});

it.each<[unknown]>([[false], [true], [{ ok: false, issues: [] }]])(
  'refuses what an option `verify` says by returning %j',
  async (verdict) => {
    const client = new BTCPClient({ verify: () => Promise.resolve(verdict) as never });
    await expect(client.registerManifest(registrationOf(SHOP), { signature })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: '`verify` must throw, not return.',
    });
    expect(client.listTools()).toEqual([]);
  },
);

it('takes `verify` from a class, too', async () => {
  class Options {
    verify(): Promise<void> {
      return Promise.reject(new Error('Nobody vouches for it.'));
    }
  }
  const client = new BTCPClient(new Options());
  await expect(client.registerManifest(registrationOf(SHOP))).rejects.toMatchObject({
    message: 'Nobody vouches for it.',
  });
});

it('refuses a manifest without a signature, and with one of an unknown key', async () => {
  const register = async (keys: KeySet, given?: unknown): Promise<unknown> =>
    new BTCPClient({ verify: requireSignature(keys) }).registerManifest(registrationOf(SHOP), {
      signature: given,
    });
  await expect(register(KEYS)).rejects.toThrow('Invalid signature of "shop": it comes without one');
  await expect(register({ keys: [] }, signature)).rejects.toThrow(
    'Invalid signature of "shop": The key "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k" that signed is not in the key set.',
  );
});
