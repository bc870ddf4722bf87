import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { KEYS, PRIVATE_KEY, SHOP } from '../../test/signing.ts';
import { toBase64url } from './digests.ts';
import { createKeyPair } from './keys.ts';
import { signManifest } from './sign-manifest.ts';
import { verifyManifest } from './verify-manifest.ts';

const text = JSON.stringify(SHOP, null, 1);
const signature = await signManifest(text, PRIVATE_KEY);
const { payload, jws } = signature;
const [header = '', , bytes = ''] = jws.split('.');
const otherPair = await createKeyPair();
const OK = { ok: true, kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' };

const messagesOf = async (...args: Parameters<typeof verifyManifest>): Promise<readonly string[]> => {
  const result = await verifyManifest(...args);
  return result.ok ? [] : result.issues.map(({ message }) => message);
};

describe('signManifest', () => {
  it('gives the same signature for the same manifest and key', async () => {
    expect(await signManifest(SHOP, JSON.stringify(PRIVATE_KEY))).toEqual(signature);
    expect(atob(header)).toBe(
      '{"alg":"Ed25519","kid":"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k","typ":"btcp-manifest+jws"}',
    );
    // Computed with OpenSSL.
    expect(bytes).toBe(
      'SGHqdtXHNxXNacBLDg32-FrAG3d0BadUPJjMppZTpmWaJ-jljXHf1IVeLh9KYBmKBv_YjXjMDeoFHjTFZ39vAQ',
    );
  });

  it.each<[what: string, key: object, message: string]>([
    ['a public key', KEYS.keys[0] ?? {}, 'The private key has no `d`: it is a public one, or truncated.'],
    [
      'a truncated key',
      { ...PRIVATE_KEY, d: 'nWGxne_9' },
      'The private key has no `d`: it is a public one, or truncated.',
    ],
    [
      'halves of two keys',
      { ...PRIVATE_KEY, x: otherPair.publicKey.x },
      'The private key cannot be used: its `x` does not belong to its `d`, or this runtime has no Ed25519.',
    ],
    [
      'an RSA key',
      { kty: 'RSA', n: 'AQAB', e: 'AQAB', d: 'AQAB', kid: 'a' },
      'The private key is no Ed25519 key for signatures.',
    ],
    [
      'a key for encryption',
      { ...PRIVATE_KEY, use: 'enc' },
      'The private key is no Ed25519 key for signatures.',
    ],
    [
      'a key that may only decrypt',
      { ...PRIVATE_KEY, key_ops: ['decrypt'] },
      'The private key is no Ed25519 key for signatures.',
    ],
    ['a key without a name', { ...PRIVATE_KEY, kid: undefined }, 'The private key has no `kid`.'],
  ])('refuses %s', async (_, key, message) => {
    await expect(signManifest(SHOP, key as typeof PRIVATE_KEY)).rejects.toThrow(message);
  });
});

describe('verifyManifest', () => {
  it('accepts what was signed, as text or parsed', async () => {
    expect(await verifyManifest(text, JSON.stringify(signature), JSON.stringify(KEYS))).toEqual(OK);
    expect(await verifyManifest(SHOP, signature, KEYS)).toEqual(OK);
  });

  const [add, list] = SHOP.tools;
  const PAGE = { name: 'Other' };

  it.each<[what: string, manifest: object, messages: readonly string[]]>([
    [
      'fields of tools',
      {
        ...SHOP,
        tools: [
          { ...add, description: 'Buys an item.', timeout: 5000 },
          { ...list, tags: undefined },
        ],
      },
      [
        'tool "addItem": `description` differs from what was signed',
        'tool "addItem": `timeout` differs from what was signed',
        'tool "constructor": `tags` differs from what was signed',
      ],
    ],
    [
      'other fields',
      { ...SHOP, version: '1.2.1', provider: PAGE, description: undefined },
      [
        '`version` of the manifest differs from what was signed',
        '`provider` of the manifest differs from what was signed',
        '`description` of the manifest differs from what was signed',
      ],
    ],
    [
      'the name of a tool',
      { ...SHOP, tools: [add, { ...list, name: 'toString' }] },
      ['tool "toString" was not signed', 'tool "constructor" was signed and is missing'],
    ],
    [
      'the order of the tools',
      { ...SHOP, tools: [list, add] },
      ['the tools are not in the order that was signed'],
    ],
  ])('names what was changed: %s', async (_, manifest, messages) => {
    expect(await messagesOf(manifest, signature, KEYS)).toEqual(messages);
  });

  it('gives the place, tool and field for programs', async () => {
    const changed = text.replace('9.5', '9.25');
    expect(await verifyManifest(changed, signature, KEYS)).toEqual({
      ok: false,
      issues: [
        {
          path: '/tools/0/inputSchema',
          keyword: 'digest',
          message: 'tool "addItem": `inputSchema` differs from what was signed',
          params: { tool: 'addItem', field: 'inputSchema' },
        },
      ],
    });
  });

  const withHeader = (members: object): object => ({
    payload,
    jws: `${toBase64url(new TextEncoder().encode(JSON.stringify(members)))}..${bytes}`,
  });
  const kid = PRIVATE_KEY.kid;
  const typ = 'btcp-manifest+jws';
  const CHANGED = `The signature or its payload was changed, or the key "${kid}" did not make it.`;
  const TRUNCATED = 'The JWS of the signature is truncated, or not a detached one of 64 bytes.';

  it.each<[what: string, signature: unknown, message: string]>([
    ['no JSON', '{', 'The signature is not JSON.'],
    ['nothing', undefined, 'The signature must be a JSON object.'],
    ['a bare JWS', { jws }, 'The signature is none: it must be { "payload": { … }, "jws": "…" }.'],
    [
      'another member',
      { ...signature, kid },
      'The signature is none: it must be { "payload": { … }, "jws": "…" }.',
    ],
    ['a truncated JWS', { payload, jws: jws.slice(0, -1) }, TRUNCATED],
    ['another spelling of the same bytes', { payload, jws: `${jws.slice(0, -1)}x` }, TRUNCATED],
    ['padding', { payload, jws: `${jws}==` }, TRUNCATED],
    ['a JWS that is not detached', { payload, jws: `${header}.e30.${bytes}` }, TRUNCATED],
    ['no header', { payload, jws: `..${bytes}` }, 'The header of the JWS is not JSON.'],
    ['another version in the payload', { payload: { ...payload, version: '1.2.1' }, jws }, CHANGED],
    ['a member more in the payload', { payload: { ...payload, more: 1 }, jws }, CHANGED],
    ['the signature of zeros', { payload, jws: `${header}..${'A'.repeat(86)}` }, CHANGED],
    [
      'no algorithm',
      withHeader({ kid, typ }),
      'The signature has the algorithm undefined; only Ed25519 counts.',
    ],
    [
      'alg none',
      withHeader({ alg: 'none', kid, typ }),
      'The signature has the algorithm "none"; only Ed25519 counts.',
    ],
    [
      'HS256',
      withHeader({ alg: 'HS256', kid, typ }),
      'The signature has the algorithm "HS256"; only Ed25519 counts.',
    ],
    [
      'EdDSA',
      withHeader({ alg: 'EdDSA', kid, typ }),
      'The signature has the algorithm "EdDSA"; only Ed25519 counts.',
    ],
    [
      'a JWS of something else',
      withHeader({ alg: 'Ed25519', kid, typ: 'JWT' }),
      'The signature is not of the type btcp-manifest+jws.',
    ],
    [
      'a key of its own',
      withHeader({ alg: 'Ed25519', kid, typ, jwk: KEYS.keys[0] }),
      'The header of the JWS has a member that is not known: "jwk".',
    ],
    [
      'a critical extension',
      withHeader({ alg: 'Ed25519', kid, typ, crit: ['b64'], b64: false }),
      'The header of the JWS has a member that is not known: "crit".',
    ],
    ['another order of the header', withHeader({ typ, kid, alg: 'Ed25519' }), CHANGED],
    ['no key', withHeader({ alg: 'Ed25519', typ }), 'The header of the JWS names no key.'],
    [
      'an unknown key',
      withHeader({ alg: 'Ed25519', kid: '__proto__', typ }),
      'The key "__proto__" that signed is not in the key set.',
    ],
  ])('refuses a signature with %s', async (_, signed, message) => {
    expect(await messagesOf(SHOP, signed, KEYS)).toEqual([message]);
  });

  const [key] = KEYS.keys;
  const other = { ...otherPair.publicKey, kid };
  const rsa = { kty: 'RSA', n: 'AQAB', e: 'AQAB', kid };

  it.each<[what: string, keys: unknown, message: string]>([
    ['no JSON', '{', 'The key set is not JSON.'],
    ['one key', key, 'The key set is none: it must be { "keys": [ … ] }, a JWK set.'],
    ['no keys', { keys: [] }, `The key "${kid}" that signed is not in the key set.`],
    ['another key of that name', { keys: [other] }, CHANGED],
    ['two keys of that name', { keys: [key, other] }, `The key "${kid}" is in the key set more than once.`],
    ['a revoked key', { keys: [{ ...key, revoked: true }] }, `The key "${kid}" is revoked.`],
    [
      'a key that is revoked by another name',
      { keys: [key, { ...key, kid: 'old', revoked: true }] },
      `The key "${kid}" is revoked.`,
    ],
    ...[
      '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      ' 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\n',
      '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      // Its last bits are of no byte.
      '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURp',
    ].map((x): [string, unknown, string] => [
      `a key that is revoked by another name and spelling: ${JSON.stringify(x)}`,
      { keys: [key, { ...key, kid: 'old', x, revoked: true }] },
      `The key "${kid}" is revoked.`,
    ]),
    ...[['encrypt'], 'verify', []].map((ops): [string, unknown, string] => [
      `a key that may only do ${JSON.stringify(ops)}`,
      { keys: [{ ...key, key_ops: ops }] },
      `The key "${kid}" is no Ed25519 key for signatures.`,
    ]),
    [
      'a key that was revoked in other words',
      { keys: [{ ...key, revoked: 'yes' }] },
      `The key "${kid}" is revoked.`,
    ],
    ...[
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA',
      'JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_AU',
      '7P________________________________________8',
    ].map((x): [string, unknown, string] => [
      `a point of small order: ${x}`,
      { keys: [{ ...key, x }] },
      `The key "${kid}" is a point of small order, for which anybody can make signatures.`,
    ]),
    ['an RSA key', { keys: [rsa] }, `The key "${kid}" is no Ed25519 key for signatures.`],
    [
      'a key for another algorithm',
      { keys: [{ ...key, alg: 'HS256' }] },
      `The key "${kid}" is no Ed25519 key for signatures.`,
    ],
    [
      'a symmetric key',
      { keys: [{ kty: 'oct', k: key?.x, kid }] },
      'The key set has a private key in it: publish public keys only, and replace that one.',
    ],
    [
      'a private key',
      { keys: [PRIVATE_KEY] },
      'The key set has a private key in it: publish public keys only, and replace that one.',
    ],
    [
      'a truncated key',
      { keys: [{ ...key, x: 'AAAA' }] },
      `The key "${kid}" has an \`x\` that is not 32 bytes.`,
    ],
  ])('refuses a key set with %s', async (_, keys, message) => {
    expect(await messagesOf(SHOP, signature, keys)).toEqual([message]);
  });

  it('accepts the older name of the algorithm in a key', async () => {
    expect(await verifyManifest(SHOP, signature, { keys: [{ ...key, alg: 'EdDSA' }] })).toEqual(OK);
  });

  it('accepts the signatures of the old and the new key during a rotation, and one of them after it', async () => {
    const { privateKey, publicKey } = await createKeyPair();
    const both = { keys: [...KEYS.keys, publicKey] };
    const renewed = await signManifest(SHOP, privateKey);
    expect(await verifyManifest(SHOP, signature, both)).toEqual(OK);
    expect(await verifyManifest(SHOP, renewed, both)).toEqual({ ok: true, kid: publicKey.kid });
    const after = { keys: [{ ...key, revoked: true }, publicKey] };
    expect(await messagesOf(SHOP, signature, after)).toEqual([`The key "${kid}" is revoked.`]);
    expect(await verifyManifest(SHOP, renewed, after)).toEqual({ ok: true, kid: publicKey.kid });
  });

  it('refuses one changed character, anywhere in the manifest', async () => {
    const accepted: string[] = [];
    for (let at = 0; at < text.length; at++) {
      const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      const { ok } = await verifyManifest(changed, signature, KEYS);
      if (ok) accepted.push(changed);
    }
    expect(accepted).toEqual([]);
  });

  it('refuses every edit of manifest or signature that is more than another spelling of the same JSON', async () => {
    const texts = { manifest: text, signature: JSON.stringify(signature) };
    const edit = fc.record({
      which: fc.constantFrom('manifest' as const, 'signature' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      removed: fc.nat(2),
      added: fc.oneof(
        fc.constantFrom('', '0', '1', '"', '\\', ',', '{', ' ', 'A', '-'),
        fc.string({ unit: 'binary', maxLength: 2 }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ which, at, removed, added }) => {
        const before = texts[which];
        const from = Math.floor(at * before.length);
        const edited = { ...texts, [which]: before.slice(0, from) + added + before.slice(from + removed) };
        const { ok } = await verifyManifest(edited.manifest, edited.signature, KEYS);
        expect(ok).toBe(isSameJson(before, edited[which]));
      }),
      { seed: 13, numRuns: runs(2000) },
    );
  });
});

function isSameJson(a: string, b: string): boolean {
  try {
    expect(JSON.parse(b)).toEqual(JSON.parse(a));
    return true;
  } catch {
    return false;
  }
}
