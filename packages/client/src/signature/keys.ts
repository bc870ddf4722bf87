import { fromBase64url } from './base64url.ts';
import { digestOf } from './digests.ts';
import { isObject, readObject } from './read-json.ts';
import { refusal } from './refusal.ts';
import { webCrypto } from './web-crypto.ts';

/** A public key that verifies signatures: a JWK (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** The key: 32 bytes, as base64url. */
  readonly x: string;
  /** The name by which signatures refer to it. */
  readonly kid: string;
  readonly alg?: 'Ed25519';
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
 * Reads a private key.
 *
 * @throws BTCPError `INVALID_ARGUMENT`; its message has nothing of the key.
 */
export async function readPrivateKey(
  source: unknown,
): Promise<{ readonly key: CryptoKey; readonly kid: string }> {
  const jwk = readObject(source, 'The private key');
  const kid = checkKey(jwk, 'The private key');
  if (!isKeyMaterial(jwk['d']))
    throw refusal('key', 'The private key has no `d`: it is a public one, or truncated.');
  try {
    const { kty, crv, x, d } = jwk as unknown as PrivateKey;
    const key = await webCrypto().importKey('jwk', { kty, crv, x, d }, 'Ed25519', false, ['sign']);
    return { key, kid };
  } catch {
    throw refusal('key', 'The private key is none: its `x` does not belong to its `d`.');
  }
}

/**
 * Reads a set of public keys.
 *
 * @throws BTCPError `INVALID_ARGUMENT`, also for one that would publish a private key.
 */
export function readKeySet(source: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { keys } = readObject(source, 'The key set');
  if (!Array.isArray(keys) || !keys.every(isObject))
    throw refusal('key', 'The key set is none: it must be { "keys": [ … ] }, a JWK set.');
  if (keys.some((key) => Object.hasOwn(key, 'd') || Object.hasOwn(key, 'k')))
    throw refusal(
      'key',
      'The key set has a private key in it: publish public keys only, and replace that one.',
    );
  return keys;
}

/** The key of a set that a signature names. */
export async function findKey(source: unknown, kid: string): Promise<CryptoKey> {
  const [jwk, ...more] = readKeySet(source).filter((key) => key['kid'] === kid);
  const what = `The key "${kid}"`;
  if (!jwk) throw refusal('key', `${what} that signed is not in the key set.`);
  if (more.length > 0) throw refusal('key', `${what} is in the key set more than once.`);
  if (jwk['revoked'] !== undefined && jwk['revoked'] !== false) throw refusal('key', `${what} is revoked.`);
  checkKey(jwk, what);
  try {
    const { kty, crv, x } = jwk as unknown as PublicKey;
    return await webCrypto().importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  } catch (error) {
    throw refusal('key', `${what} cannot be used by this runtime: ${(error as Error).message}`);
  }
}

const EXPECTED = { kty: 'OKP', crv: 'Ed25519' } as const;
const OPTIONAL = { alg: 'Ed25519', use: 'sig' } as const;

/** Checks that a JWK is an Ed25519 key for signatures, and returns its name. */
function checkKey(jwk: Readonly<Record<string, unknown>>, what: string): string {
  const { kid, x } = jwk;
  const isWrong =
    Object.entries(EXPECTED).some(([member, value]) => jwk[member] !== value) ||
    Object.entries(OPTIONAL).some(([member, value]) => (jwk[member] ?? value) !== value);
  if (isWrong) throw refusal('key', `${what} is no Ed25519 key for signatures.`);
  if (!isKeyMaterial(x)) throw refusal('key', `${what} has an \`x\` that is not 32 bytes.`);
  if (typeof kid !== 'string' || kid === '') throw refusal('key', `${what} has no \`kid\`.`);
  return kid;
}

const isKeyMaterial = (value: unknown): boolean =>
  typeof value === 'string' && fromBase64url(value)?.length === 32;
