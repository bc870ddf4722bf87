const MIX_A = 0x9e3779b1;
const MIX_B = 0x85ebca77;

type Hash = [a: number, b: number];

/**
 * Fingerprint of a JSON value, the same whatever the order of its keys: 16 hexadecimal digits. It tells a
 * schema from a changed one; it is no defence against somebody who makes two schemas collide on purpose.
 */
export function schemaFingerprint(schema: unknown): string {
  const [a, b] = hash(schema);
  return hex(a) + hex(b);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

function hash(value: unknown): Hash {
  if (Array.isArray(value)) return hashList(value);
  if (typeof value === 'object' && value !== null) return hashEntries(value as Record<string, unknown>);
  return hashText(`${typeof value}:${String(value)}`);
}

function hashList(list: readonly unknown[]): Hash {
  let a = 1;
  let b = 2;
  for (const item of list) {
    const [x, y] = hash(item);
    a = mix(a ^ x, MIX_A);
    b = mix(b ^ y, MIX_B);
  }
  return [a, b];
}

// Entries are summed, so their order does not matter.
function hashEntries(record: Readonly<Record<string, unknown>>): Hash {
  let a = 3;
  let b = 4;
  for (const key of Object.keys(record)) {
    const value = record[key];
    if (value === undefined) continue;
    const [k, l] = hashText(key);
    const [x, y] = hash(value);
    a = (a + mix(k ^ mix(x, MIX_B), MIX_A)) | 0;
    b = (b + mix(l ^ mix(y, MIX_A), MIX_B)) | 0;
  }
  return [mix(a, MIX_A), mix(b, MIX_B)];
}

function hashText(text: string): Hash {
  let a = 5;
  let b = 6;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, MIX_A);
    b = Math.imul(b ^ code, MIX_B);
  }
  return [mix(a, MIX_B), mix(b, MIX_A)];
}

// The finaliser of MurmurHash3, with the multiplier given.
function mix(word: number, multiplier: number): number {
  const folded = Math.imul(word ^ (word >>> 16), multiplier);
  return folded ^ (folded >>> 13);
}
