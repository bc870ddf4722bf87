import { isObject } from './values.ts';

const LIMIT = 60;
const DEPTH = 4;
// Strings that need no escapes in JSON.
const PLAIN = /^[ !#-[\]-~]*$/;
// Characters that would break or disguise the line: C1 controls, line separators, marks of text direction.
const UNSAFE = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Short, safe JSON of any value, for a message: one line, about 60 characters, whatever the value holds. */
export function preview(value: unknown, limit: number = LIMIT): string {
  const text = write(value, limit, DEPTH);
  if (typeof value === 'string') return text;
  return text.length <= limit + 1 ? text : `${cut(text, limit)}…`;
}

/** Escapes what would break or disguise the line that a text is shown in. */
export function oneLine(text: string): string {
  return SAFE.test(text) ? text : text.replace(CONTROL, code).replace(UNSAFE, code);
}

const SAFE = /^[ -~]*$/;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f]/g;

const code = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escape = (json: string): string => json.replace(UNSAFE, code);

function write(value: unknown, room: number, depth: number): string {
  if (typeof value === 'string') return writeText(value, room);
  if (Array.isArray(value)) return writeList(value, room, depth);
  if (isObject(value)) return writeRecord(value, room, depth);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  return String(value);
}

function writeText(text: string, room: number): string {
  if (text.length <= room && PLAIN.test(text)) return `"${text}"`;
  let shown = text.length <= room ? text : cut(text, room);
  let json = escape(JSON.stringify(shown));
  // Escapes have made it longer.
  while (json.length > 2 * room + 2 && shown.length > 1) {
    shown = cut(shown, shown.length >> 1);
    json = escape(JSON.stringify(shown));
  }
  return shown === text ? json : `${json.slice(0, -1)}…"`;
}

// Never splits a surrogate pair.
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

function writeList(list: readonly unknown[], room: number, depth: number): string {
  if (list.length === 0) return '[]';
  return depth === 0
    ? '[…]'
    : `[${writeParts(list.length, room, (i, left) => write(list[i], left, depth - 1))}]`;
}

function writeRecord(record: Readonly<Record<string, unknown>>, room: number, depth: number): string {
  const keys = Object.keys(record);
  if (keys.length === 0) return '{}';
  if (depth === 0) return '{…}';
  return `{${writeParts(keys.length, room, (i, left) => {
    const key = keys[i] ?? '';
    return `${writeText(key, left)}:${write(readOrMark(record, key), left, depth - 1)}`;
  })}}`;
}

// Stops as soon as the line is full: the value may be huge.
function writeParts(count: number, room: number, part: (i: number, left: number) => string): string {
  let text = '';
  for (let i = 0; i < count; i++) {
    if (text.length >= room) return `${text},…`;
    text += (i === 0 ? '' : ',') + part(i, room - text.length);
  }
  return text;
}

function readOrMark(record: Readonly<Record<string, unknown>>, key: string): unknown {
  try {
    return record[key];
  } catch {
    return undefined;
  }
}
