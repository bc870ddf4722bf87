const MIX_A = 0x9e3779b1;
const MIX_B = 0x85ebca77;

// The two words of the last hash; an array for each value of a manifest would slow down a page's start.
let a = 0;
let b = 0;

/**
 * Fingerprint of a JSON value, independent of the order of its keys: 16 hexadecimal digits. It detects changes of a
 * schema; it does not resist deliberate collisions.
 */
export function schemaFingerprint(schema: unknown): string {
  hash(schema);
  return hex(a) + hex(b);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

function hash(value: unknown): void {
  if (typeof value === 'string') hashText(value, 1, 2);
  else if (typeof value !== 'object' || value === null) hashText(String(value), 3, 4);
  else if (Array.isArray(value)) hashList(value);
  else hashEntries(value as Record<string, unknown>);
}

function hashList(list: readonly unknown[]): void {
  let x = 5;
  let y = 6;
  for (const item of list) {
    hash(item);
    x = Math.imul(x ^ a, MIX_A);
    y = Math.imul(y ^ b, MIX_B);
  }
  finish(x, y);
}

// Entries are summed, so their order does not matter.
function hashEntries(record: Readonly<Record<string, unknown>>): void {
  let x = 7;
  let y = 8;
  // Without an array of keys, which would be garbage at once.
  for (const key in record) {
    const value = record[key];
    if (value === undefined || !Object.hasOwn(record, key)) continue;
    hash(value);
    hashText(key, a, b);
    x = (x + a) | 0;
    y = (y + b) | 0;
  }
  finish(x, y);
}

function hashText(text: string, x: number, y: number): void {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    x = Math.imul(x ^ code, MIX_A);
    y = Math.imul(y ^ code, MIX_B);
  }
  finish(x, y);
}

// The finaliser of MurmurHash3, with one of its two multipliers.
function finish(x: number, y: number): void {
  x = Math.imul(x ^ (x >>> 16), MIX_B);
  y = Math.imul(y ^ (y >>> 16), MIX_A);
  a = x ^ (x >>> 13);
  b = y ^ (y >>> 13);
}
