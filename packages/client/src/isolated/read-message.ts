import type { Progress } from '@btcp/core';
import { MAX_MESSAGE, type RealmMessage, type SentError } from '@btcp/core/isolated';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a message of a realm, whose code may send anything.
 *
 * @returns Undefined for what is not a message. Values of results and arguments of requests are checked by who uses them.
 */
export function readMessage(message: unknown): RealmMessage | undefined {
  if (typeof message !== 'string' || message.length > MAX_MESSAGE || holdsTooMuch(message)) return undefined;
  const fields = parse(message);
  const call = fields['call'];
  if (fields['type'] === 'ready') return { type: 'ready', build: fields['build'] };
  if (!isId(call)) return undefined;
  switch (fields['type']) {
    case 'result':
      return { type: 'result', call, value: fields['value'] };
    case 'failure':
      return { type: 'failure', call, error: readError(fields['error']) };
    case 'progress':
      return { type: 'progress', call, update: readProgress(fields['update']) };
    case 'request': {
      const { request, member, args } = fields;
      if (!isId(request) || typeof member !== 'string' || !Array.isArray(args)) return undefined;
      return { type: 'request', call, request, member, args };
    }
    default:
      return undefined;
  }
}

/** More than values of calls may have, which are copied to 500 levels. */
const MAX_DEPTH = 512;

/** Objects, arrays and properties of a message. */
const MAX_PARTS = 2 ** 18;

/** Told before it is parsed, because each level and each part costs much more time and memory than a character. */
function holdsTooMuch(text: string): boolean {
  let depth = 0;
  let parts = 0;
  let isString = false;
  for (let at = 0; at < text.length && depth <= MAX_DEPTH && parts <= MAX_PARTS; at++) {
    const character = text[at];
    if (character === '"') isString = !isString;
    else if (isString) at += character === '\\' ? 1 : 0;
    else if (character === ']' || character === '}') depth--;
    else if (character === ':') parts++;
    else if (character === '[' || character === '{') {
      depth++;
      parts++;
    }
  }
  return depth > MAX_DEPTH || parts > MAX_PARTS;
}

function parse(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

// No copy: of a long string, or an object of many properties, that would block the host.
const fieldsOf = (value: unknown): Fields => Object(value) as Fields;

// Hosts show it to people.
const MAX_PROGRESS_MESSAGE = 1000;

function readProgress(value: unknown): Progress | undefined {
  const { progress, total, message } = fieldsOf(value);
  if (typeof progress !== 'number') return undefined;
  return {
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message: message.slice(0, MAX_PROGRESS_MESSAGE) }),
  };
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

function readError(value: unknown): SentError {
  const { code, message, suggestion, issues, data } = fieldsOf(value);
  return {
    code: typeof code === 'string' && /^[A-Z][A-Z\d_]{0,63}$/.test(code) ? code : 'EXECUTION_ERROR',
    message: typeof message === 'string' ? message : 'The tool failed.',
    suggestion: typeof suggestion === 'string' ? suggestion : undefined,
    // `BTCPError.from` copies what is right of them.
    issues: issues as SentError['issues'],
    data: data as SentError['data'],
  };
}
