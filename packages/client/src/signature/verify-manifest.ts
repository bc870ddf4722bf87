import { BTCPError, type Issue, type Manifest } from '@btcp/core';
import { readManifest, fromBase64url } from './digests.ts';
import { findDifferences } from './find-changes.ts';
import { findKey } from './import-keys.ts';
import type { KeySet } from './keys.ts';
import { isObject, readObject } from './read-json.ts';
import { issuesOf, refusal, webCrypto } from './refusal.ts';
import { SIGNATURE_TYPE, signedBytes } from './sign-manifest.ts';

/** The result of verifying a signature: the key that signed, or all that speaks against it. */
export type Verification =
  { readonly ok: true; readonly kid: string } | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Verifies that a manifest is the one that was signed, by a key of a set. Needs no network.
 *
 * @param manifest - The text, where there is one: it shows numbers that JavaScript cannot hold.
 * @param signature - What `signManifest` returned; as text, or parsed.
 * @param keys - A JWK set from a source that is trusted by itself; as text, or parsed.
 */
export async function verifyManifest(
  manifest: unknown,
  signature: unknown,
  keys: unknown,
): Promise<Verification> {
  try {
    const { payload, kid } = await verifySignature(signature, keys);
    const issues = findDifferences(readManifest(manifest), payload);
    return issues.length === 0 ? { ok: true, kid } : { ok: false, issues };
  } catch (thrown) {
    return { ok: false, issues: issuesOf(thrown) };
  }
}

/**
 * Makes a client refuse every manifest that no key of a set has signed; for its option `verify`.
 *
 * @param keys - A JWK set from a source that is trusted by itself.
 */
export function requireSignature(keys: KeySet): (manifest: Manifest, signature: unknown) => Promise<void> {
  return async (manifest, signature) => {
    const verification: Verification =
      signature === undefined
        ? { ok: false, issues: issuesOf(refusal('signature', 'it comes without one')) }
        : await verifyManifest(manifest, signature, keys);
    if (verification.ok) return;
    const message = `Invalid signature of "${manifest.name}"`;
    // Adds the issues to the message.
    throw BTCPError.from(
      new BTCPError('INVALID_SIGNATURE', {
        message,
        suggestion: 'Take manifest and signature from its publisher again.',
        issues: verification.issues,
      }),
    );
  };
}

interface VerifiedPayload {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly kid: string;
}

async function verifySignature(source: unknown, keys: unknown): Promise<VerifiedPayload> {
  const { payload, jws, ...more } = readObject(source, 'The signature');
  if (!isObject(payload) || typeof jws !== 'string' || Object.keys(more).length > 0)
    throw refusal('signature', 'The signature is none: it must be { "payload": { … }, "jws": "…" }.');
  const [header = '', detached, signature = '', ...rest] = jws.split('.');
  const bytes = fromBase64url(signature);
  if (detached !== '' || rest.length > 0 || bytes?.length !== 64)
    throw refusal('signature', 'The JWS of the signature is truncated, or not a detached one of 64 bytes.');
  const kid = readHeader(header);
  const key = await findKey(keys, kid);
  if (await webCrypto().verify('Ed25519', key, bytes, signedBytes(header, payload))) return { payload, kid };
  throw refusal(
    'signature',
    `The signature or its payload was changed, or the key "${kid}" did not make it.`,
  );
}

/** Reads a JWS header, of which no member is taken on trust but the name of the key. */
function readHeader(encoded: string): string {
  const bytes = fromBase64url(encoded);
  const { alg, kid, typ, ...more } = readObject(bytes ? decoded(bytes) : undefined, 'The header of the JWS');
  if (alg !== 'Ed25519')
    throw refusal(
      'signature',
      `The signature has the algorithm ${JSON.stringify(alg)}; only Ed25519 counts.`,
    );
  if (typ !== SIGNATURE_TYPE)
    throw refusal('signature', `The signature is not of the type ${SIGNATURE_TYPE}.`);
  const [unknown] = Object.keys(more);
  if (unknown !== undefined)
    throw refusal(
      'signature',
      `The header of the JWS has a member that is not known: ${JSON.stringify(unknown)}.`,
    );
  if (typeof kid === 'string') return kid;
  throw refusal('signature', 'The header of the JWS names no key.');
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal('signature', 'The header of the JWS is not UTF-8.');
  }
}
