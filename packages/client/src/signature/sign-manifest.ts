import type { Manifest } from '@btcp/core';
import { webCrypto } from './refusal.ts';
import { type Bytes, canonicalJson, digestManifest, type ManifestDigests, toBase64url } from './digests.ts';
import { readPrivateKey } from './import-keys.ts';
import type { PrivateKey } from './keys.ts';

/** What a signature of a manifest is for, so that one of anything else does not count. */
export const SIGNATURE_TYPE = 'btcp-manifest+jws';

/** A signature of a manifest; JSON, to be published beside it. */
export interface ManifestSignature {
  /** What is signed. */
  readonly payload: ManifestDigests;
  /** A detached JWS (RFC 7515, appendix F) over the canonical JSON of `payload`. */
  readonly jws: string;
}

/**
 * Signs the digests of a manifest and its tools. The same manifest and key give the same signature.
 *
 * @param manifest - The text, where there is one: it shows numbers that JavaScript cannot hold.
 * @param privateKey - A JWK, as `createKeyPair` makes it; as text, or parsed.
 * @throws BTCPError `INVALID_ARGUMENT`, with nothing of the private key.
 */
export async function signManifest(
  manifest: Manifest | string,
  privateKey: PrivateKey | string,
): Promise<ManifestSignature> {
  const payload = digestManifest(manifest);
  const { key, kid } = await readPrivateKey(privateKey);
  const header = encoded({ alg: 'Ed25519', kid, typ: SIGNATURE_TYPE });
  const signature = await webCrypto().sign('Ed25519', key, signedBytes(header, payload));
  return { payload, jws: `${header}..${toBase64url(new Uint8Array(signature))}` };
}

export function signedBytes(header: string, payload: unknown): Bytes {
  return new TextEncoder().encode(`${header}.${encoded(payload)}`);
}

const encoded = (value: unknown): string => toBase64url(new TextEncoder().encode(canonicalJson(value)));
