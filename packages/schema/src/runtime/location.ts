import { unescapePointerToken } from './pointer-tokens.ts';
import { oneLine } from './preview.ts';

const PROPERTY = /^\/[a-z_$][\w$-]{0,59}$/i;
const NAME = /^[a-z_$][\w$-]*$/i;
const FOREIGN_NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
const INDEX = /^\d+$/;
const MAX_NAME = 60;

/** How a message names a place, or a property there: `filters[0].op`, with backquotes, or "the value". */
export function place(pointer: string, name?: string): string {
  // Most are properties of the value itself, with plain names.
  if (name === undefined && PROPERTY.test(pointer)) return `\`${pointer.slice(1)}\``;
  let text = '';
  for (let start = 1; start <= pointer.length;) {
    const slash = pointer.indexOf('/', start);
    const end = slash < 0 ? pointer.length : slash;
    text += step(unescapePointerToken(pointer.slice(start, end)), text);
    start = end + 1;
  }
  if (name !== undefined) text += step(name, text);
  return text === '' ? 'the value' : `\`${text}\``;
}

/** A property's name inside a message, in backquotes. */
export const quoteName = (name: string): string => `\`${step(name, '')}\``;

function step(key: string, before: string): string {
  return INDEX.test(key) ? `[${key}]` : propertyStep(key, before);
}

/** How a message appends a property to a path. */
export function propertyStep(key: string, before: string): string {
  if (key.length <= MAX_NAME && (NAME.test(key) || FOREIGN_NAME.test(key)))
    return before === '' ? key : `.${key}`;
  const shown = key.length <= MAX_NAME ? key : `${key.slice(0, MAX_NAME)}…`;
  return `[${oneLine(JSON.stringify(shown)).replaceAll('`', '\\u0060')}]`;
}
