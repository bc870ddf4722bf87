import { isObject } from '@btcp/schema';
import { InputError } from '../errors.ts';

/**
 * JSON in the canonical form of RFC 8785: without spaces, properties sorted by UTF-16 code units.
 *
 * @throws InputError for a string that UTF-8 cannot hold.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${canonicalJson(key)}:${canonicalJson(value[key])}`);
    return `{${members.join(',')}}`;
  }
  const text = JSON.stringify(value);
  // JSON.stringify escapes lone surrogates, and nothing else beyond ASCII.
  if (/\\ud[89a-f]/.test(text) && typeof value === 'string' && /\p{Surrogate}/u.test(value))
    throw new InputError(
      `The manifest has a string with half of a surrogate pair: ${text}.`,
      'Correct the tool that has it, and build again.',
    );
  return text;
}
