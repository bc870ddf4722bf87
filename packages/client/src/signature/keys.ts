import { digestOf } from './digests.ts';
import { isObject, readObject } from './read-json.ts';
import { refusal, webCrypto } from './refusal.ts';

/** A public key that verifies signatures: a JWK (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** The key: 32 bytes, as base64url. */
  readonly x: string;
  /** The name by which signatures refer to it. */
  readonly kid: string;
  readonly alg?: 'Ed25519' | 'EdDSA';
  readonly use?: 'sig';
  /** No signature of this key counts, whenever it was made. A member of BTCP's own. */
  readonly revoked?: boolean;
}

/** A private key: a JWK that is never published. */
export interface PrivateKey extends Omit<PublicKey, 'revoked'> {
  /** The secret: 32 bytes, as base64url. */
  readonly d: string;
}

/** A set of public keys (RFC 7517): a JWK set. During a rotation it has the old one and the new one. */
export interface KeySet {
  readonly keys: readonly PublicKey[];
}

/** A new pair of keys; `kid` is the key's thumbprint (RFC 7638). */
export async function createKeyPair(): Promise<{
  readonly privateKey: PrivateKey;
  readonly publicKey: PublicKey;
}> {
  const { privateKey } = await webCrypto().generateKey('Ed25519', true, ['sign', 'verify']);
  const { x = '', d = '' } = await webCrypto().exportKey('jwk', privateKey);
  const point = { crv: 'Ed25519', kty: 'OKP', x } as const;
  const publicKey = {
    ...point,
    kid: digestOf(point),
    alg: 'Ed25519',
    use: 'sig',
  } as const;
  return { privateKey: { ...publicKey, d }, publicKey };
}

/**
 * Reads a set of public keys.
 *
 * @throws BTCPError `INVALID_ARGUMENT`, also for one that would publish a private key.
 */
export function readKeySet(source: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { keys, d } = readObject(source, 'The key set');
  if (d !== undefined)
    throw refusal(
      'key',
      'The key set is a private key: name the set of public keys, and keep this file secret.',
    );
  if (!Array.isArray(keys) || !keys.every(isObject))
    throw refusal('key', 'The key set is none: it must be { "keys": [ … ] }, a JWK set.');
  if (keys.some((key) => Object.hasOwn(key, 'd') || Object.hasOwn(key, 'k')))
    throw refusal(
      'key',
      'The key set has a private key in it: publish public keys only, and replace that one.',
    );
  return keys;
}
