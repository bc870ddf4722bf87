import { escapePointerToken, unescapePointerToken } from '../runtime/pointer-tokens.ts';
import { isObject } from './own-property.ts';

export { escapePointerToken };

/** The JSON pointer to a member of what `pointer` points to; several tokens go deeper. */
export function joinPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let joined = pointer;
  for (const token of tokens) joined += `/${escapePointerToken(token)}`;
  return joined;
}

/**
 * The tokens of a JSON pointer.
 *
 * @returns `undefined` where the string is not a JSON pointer.
 */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer.slice(1).split('/').map(unescapePointerToken);
}

/** The member of an object or array that a pointer's token names; own members only. */
export function getMember(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return /^(0|[1-9][0-9]*)$/.test(token) ? value[Number(token)] : undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/**
 * What a JSON pointer points to.
 *
 * @returns `undefined` where there is nothing or the string is not a JSON pointer.
 */
export function getAtPointer(root: unknown, pointer: string): unknown {
  const tokens = parsePointer(pointer);
  return tokens?.reduce(getMember, root);
}

// Characters that RFC 3986 allows in a fragment, unescaped.
const NOT_IN_FRAGMENT = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]/gu;

/** A JSON pointer as the fragment of a `$ref`, with its `#`. */
export function pointerToFragment(pointer: string): string {
  return (
    '#' +
    pointer.replace(NOT_IN_FRAGMENT, (char) => (isLoneSurrogate(char) ? char : encodeURIComponent(char)))
  );
}

/** Decodes the fragment of a `$ref`, without its `#`. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const isLoneSurrogate = (char: string): boolean => /^[\uD800-\uDFFF]$/.test(char);
