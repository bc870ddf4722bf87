import { compactVerify, createLocalJWKSet, CompactSign, importJWK } from 'jose';
import { expect, it } from 'vitest';
import { createKeyPair, signManifest, verifyManifest } from '@btcp/client/signature';
import { MANY } from './many-tools.ts';

/** JSON with sorted names; of the strings in a payload that is their canonical form. */
const canonicalize = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object'
      ? Object.fromEntries(Object.entries(each ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

const encode = (text: string): string => Buffer.from(text).toString('base64url');

it('jose verifies what was signed, with the canonical JSON of the payload put back into the JWS', async () => {
  const { privateKey, publicKey } = await createKeyPair();
  const { payload, jws } = await signManifest(MANY, privateKey);
  const compact = jws.replace('..', `.${encode(canonicalize(payload))}.`);
  const verified = await compactVerify(compact, createLocalJWKSet({ keys: [publicKey] }));
  expect(verified.protectedHeader).toEqual({
    alg: 'Ed25519',
    kid: publicKey.kid,
    typ: 'btcp-manifest+jws',
  });
  expect(JSON.parse(Buffer.from(verified.payload).toString())).toEqual(payload);
  await expect(
    compactVerify(compact.replace('.ey', '.eX'), createLocalJWKSet({ keys: [publicKey] })),
  ).rejects.toThrow('signature verification failed');
});

it('verifies what jose signed', async () => {
  const { privateKey, publicKey } = await createKeyPair();
  const { payload, jws } = await signManifest(MANY, privateKey);
  const key = await importJWK({ ...privateKey }, 'Ed25519');
  const compact = await new CompactSign(Buffer.from(canonicalize(payload)))
    .setProtectedHeader({ alg: 'Ed25519', kid: publicKey.kid, typ: 'btcp-manifest+jws' })
    .sign(key);
  const [header, , signature] = compact.split('.');
  expect(`${header}..${signature}`).toBe(jws);
  expect(await verifyManifest(MANY, { payload, jws }, { keys: [publicKey] })).toEqual({
    ok: true,
    kid: publicKey.kid,
  });
});
