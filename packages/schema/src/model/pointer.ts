import { escapePointerToken, unescapePointerToken } from '../runtime/pointer-tokens.ts';
import { getOwn, isObject } from './own-property.ts';
import type { Issue } from '@btcp/core';

export { escapePointerToken };

/** The JSON pointer to a member of what `pointer` points to; several tokens go deeper. */
export function joinPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let joined = pointer;
  for (const token of tokens) joined += `/${escapePointerToken(token)}`;
  return joined;
}

/** The tokens of a JSON pointer; `undefined` where the string is not a JSON pointer. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer.slice(1).split('/').map(unescapePointerToken);
}

/** The member of an object or array that a pointer's token names; own members only. */
export function getMember(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return /^(0|[1-9][0-9]*)$/.test(token) ? value[Number(token)] : undefined;
  return isObject(value) ? getOwn(value, token) : undefined;
}

/** What a JSON pointer points to; `undefined` where there is nothing or the string is not a JSON pointer. */
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

/** An issue of a schema or a manifest, and what to do about it; `keyword` is empty where none is at fault. */
export interface SchemaIssue extends Issue {
  readonly help: string;
  /** Of `required`, which property is missing. */
  readonly params?: { readonly missingProperty: string };
}

/** Takes one issue: where it is in the input, what is wrong, and what to do about it. */
export type Report = (path: string, message: string, help: string) => void;

export interface Difference {
  /** JSON pointer; empty for the values as a whole. */
  readonly path: string;
  /** `undefined` where the value is absent. */
  readonly expected: unknown;
  readonly actual: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Finds the first difference of two JSON values, ignoring the order of keys. */
export function findDifference(expected: unknown, actual: unknown, path = ''): Difference | undefined {
  if (expected === actual) return undefined;
  const members = isContainer(expected) && isContainer(actual) && isArray(expected) === isArray(actual);
  if (!members) return { path, expected, actual };
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const at = joinPointer(path, key);
    const found = findDifference(getOwn(expected, key), getOwn(actual, key), at);
    if (found) return found;
  }
  return undefined;
}

const isContainer = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const isArray = (value: unknown): boolean => Array.isArray(value);
