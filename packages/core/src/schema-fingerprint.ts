const MIX_A = 0x9e3779b1;
const MIX_B = 0x85ebca77;

// The two words of the last hash; a list of two for each of a manifest's values would cost a page's start.
let a = 0;
let b = 0;

/**
 * Fingerprint of a JSON value, the same whatever the order of its keys: 16 hexadecimal digits. It tells a
 * schema from a changed one; it is no defence against somebody who makes two schemas collide on purpose.
 */
export function schemaFingerprint(schema: unknown): string {
  hash(schema);
  return hex(a) + hex(b);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

function hash(value: unknown): void {
  if (Array.isArray(value)) hashList(value);
  else if (typeof value === 'object' && value !== null) hashEntries(value as Record<string, unknown>);
  else {
    hashText(`${typeof value}:${String(value)}`);
  }
}

function hashList(list: readonly unknown[]): void {
  let x = 1;
  let y = 2;
  for (const item of list) {
    hash(item);
    x = mix(x ^ a, MIX_A);
    y = mix(y ^ b, MIX_B);
  }
  a = x;
  b = y;
}

// Entries are summed, so their order does not matter.
function hashEntries(record: Readonly<Record<string, unknown>>): void {
  let x = 3;
  let y = 4;
  for (const key of Object.keys(record)) {
    const value = record[key];
    if (value === undefined) continue;
    hash(value);
    const c = a;
    const d = b;
    hashText(key);
    x = (x + mix(a ^ mix(c, MIX_B), MIX_A)) | 0;
    y = (y + mix(b ^ mix(d, MIX_A), MIX_B)) | 0;
  }
  a = mix(x, MIX_A);
  b = mix(y, MIX_B);
}

function hashText(text: string): void {
  let x = 5;
  let y = 6;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    x = Math.imul(x ^ code, MIX_A);
    y = Math.imul(y ^ code, MIX_B);
  }
  a = mix(x, MIX_B);
  b = mix(y, MIX_A);
}

// The finaliser of MurmurHash3, with the multiplier given.
function mix(word: number, multiplier: number): number {
  const folded = Math.imul(word ^ (word >>> 16), multiplier);
  return folded ^ (folded >>> 13);
}
