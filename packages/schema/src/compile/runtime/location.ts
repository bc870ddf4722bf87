import { oneLine } from './preview.ts';

const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
const LONGEST_NAME = 60;

/** The keys of a JSON pointer, unescaped. */
export function pointerKeys(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** How a message names a place: `filters[0].op`, with backquotes, or "the value". */
export function place(keys: readonly string[]): string {
  return keys.length === 0 ? 'the value' : `\`${keys.map(step).join('')}\``;
}

/** A property's name inside a message, in backquotes. */
export const quoteName = (name: string): string => place([name]);

function step(key: string, index: number): string {
  if (/^\d+$/.test(key)) return `[${key}]`;
  if (PLAIN.test(key) && key.length <= LONGEST_NAME) return index === 0 ? key : `.${key}`;
  const shown = key.length <= LONGEST_NAME ? key : `${key.slice(0, LONGEST_NAME)}…`;
  return `[${oneLine(JSON.stringify(shown)).replaceAll('`', '\\u0060')}]`;
}
