import { checkJsonText, copyJson } from '@btcp/core/internal';
import { refusal } from './refusal.ts';

/** The maximum size of a manifest, as `copyJson` counts. */
const MAX_SIZE = 2 ** 24;

/**
 * Reads a JSON object that is signed or verified.
 *
 * @param source - Text, or a value, which is copied. Only text shows numbers that JavaScript cannot hold.
 * @param what - How messages name it. They quote nothing of it, as it may be a private key.
 * @throws BTCPError `INVALID_ARGUMENT`, also for text that programs may read differently.
 */
export function readObject(source: unknown, what: string): Readonly<Record<string, unknown>> {
  const copy = copyJson(typeof source === 'string' ? parse(source, what) : source, false, MAX_SIZE);
  if (!copy.ok) throw refusal('json', `${what} cannot be read: ${copy.issues[0]?.message}.`);
  if (isObject(copy.value)) return copy.value;
  throw refusal('json', `${what} must be a JSON object.`);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(source: string, what: string): unknown {
  // Some editors write a byte order mark.
  const text = source.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal('json', `${what} is not JSON.`);
  }
  const problem = checkJsonText(text);
  if (problem === undefined) return value;
  throw refusal('json', `${what} ${problem}.`);
}
