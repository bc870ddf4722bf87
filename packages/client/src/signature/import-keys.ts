import { canonicalBase64url, fromBase64url } from './digests.ts';
import { readKeySet, type PrivateKey, type PublicKey } from './keys.ts';
import { readObject } from './read-json.ts';
import { refusal, webCrypto } from './refusal.ts';

/**
 * Reads a private key.
 *
 * @throws BTCPError `INVALID_ARGUMENT`; its message has nothing of the key.
 */
export async function readPrivateKey(
  source: unknown,
): Promise<{ readonly key: CryptoKey; readonly kid: string }> {
  const jwk = readObject(source, 'The private key');
  const kid = checkKey(jwk, 'The private key', 'sign');
  if (!isKeyMaterial(jwk['d']))
    throw refusal('key', 'The private key has no `d`: it is a public one, or truncated.');
  const subtle = webCrypto();
  try {
    const { kty, crv, x, d } = jwk as unknown as PrivateKey;
    const key = await subtle.importKey('jwk', { kty, crv, x, d }, 'Ed25519', false, ['sign']);
    return { key, kid };
  } catch {
    throw refusal(
      'key',
      'The private key cannot be used: its `x` does not belong to its `d`, or this runtime has no Ed25519.',
    );
  }
}

/** The key of a set that a signature names. */
export async function findKey(source: unknown, kid: string): Promise<CryptoKey> {
  const keys = readKeySet(source);
  const [jwk, ...more] = keys.filter((key) => key['kid'] === kid);
  const what = `The key "${kid}"`;
  if (!jwk) throw refusal('key', `${what} that signed is not in the key set.`);
  if (more.length > 0) throw refusal('key', `${what} is in the key set more than once.`);
  // Also by another name, and in another spelling of its bytes.
  const isSame = (key: typeof jwk): boolean => spellingOf(key) === spellingOf(jwk);
  if (keys.some((key) => isSame(key) && (key['revoked'] ?? false) !== false))
    throw refusal('key', `${what} is revoked.`);
  checkKey(jwk, what, 'verify');
  const subtle = webCrypto();
  try {
    const { kty, crv, x } = jwk as unknown as PublicKey;
    return await subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  } catch (error) {
    throw refusal('key', `${what} cannot be used by this runtime: ${(error as Error).message}`);
  }
}

const spellingOf = ({ x }: Readonly<Record<string, unknown>>): string => canonicalBase64url(String(x));

const EXPECTED = { kty: 'OKP', crv: 'Ed25519' } as const;
/** RFC 9864 has replaced `EdDSA` by the curve's own name. */
const OPTIONAL: Readonly<Record<string, readonly unknown[]>> = { alg: ['Ed25519', 'EdDSA'], use: ['sig'] };

/** Checks that a JWK is an Ed25519 key for signatures, and returns its name. */
function checkKey(
  jwk: Readonly<Record<string, unknown>>,
  what: string,
  operation: 'sign' | 'verify',
): string {
  const { kid, x, key_ops: operations = [operation] } = jwk;
  const isWrong =
    Object.entries(EXPECTED).some(([member, value]) => jwk[member] !== value) ||
    !(Array.isArray(operations) && operations.includes(operation)) ||
    Object.entries(OPTIONAL).some(([member, values]) => !values.includes(jwk[member] ?? values[0]));
  if (isWrong) throw refusal('key', `${what} is no Ed25519 key for signatures.`);
  if (!isKeyMaterial(x)) throw refusal('key', `${what} has an \`x\` that is not 32 bytes.`);
  if (isSmallOrder(String(x)))
    throw refusal('key', `${what} is a point of small order, for which anybody can make signatures.`);
  if (typeof kid !== 'string' || kid === '') throw refusal('key', `${what} has no \`kid\`.`);
  return kid;
}

/**
 * The encodings of the points of Ed25519 whose order divides 8, without the sign: y is 0, 1, −1, or one of the two
 * coordinates of the points of order 8; RFC 8032 leaves it to implementations to refuse them.
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

function isSmallOrder(x: string): boolean {
  const bytes = [...(fromBase64url(x) ?? [])].map((byte, at) => (at === 31 ? byte & 0x7f : byte));
  return SMALL_ORDER.has(bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}

const isKeyMaterial = (value: unknown): boolean =>
  typeof value === 'string' && fromBase64url(value)?.length === 32;
