import { BTCPError } from '@btcp/core';
import { parseCallJson } from '@btcp/core/internal';
import { getOwn, isObject } from '@btcp/schema/internal';
import { type JSONRPCMessage, parseJSONRPCMessage, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** A line, or both ends of one that is too long. */
export interface Line {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Bytes kept at each end of a line that is too long. */
const ENDS = 1000;

const NEWLINE = 10;

/** Splits a stream of bytes into lines, and holds at most one line of the allowed size. */
export class LineSplitter {
  readonly #most: number;
  #parts: Buffer[] = [];
  #size = 0;

  /** @param most - Maximum bytes of a line. */
  constructor(most: number) {
    this.#most = most;
  }

  *split(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, to));
      yield this.#take();
      from = to + 1;
    }
    this.#add(chunk.subarray(from));
  }

  #add(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= this.#most) return;
    const all = Buffer.concat(this.#parts);
    // Copies: a view would keep the whole buffer.
    this.#parts = [Buffer.from(all.subarray(0, ENDS)), Buffer.from(all.subarray(-ENDS))];
  }

  #take(): Line {
    const line = { text: Buffer.concat(this.#parts).toString('utf8'), isWhole: this.#size <= this.#most };
    this.#parts = [];
    this.#size = 0;
    return line;
  }
}

/** Maximum bytes of a message, as in the SDK. */
export const MAX_BYTES: number = 10 * 1024 * 1024;

export interface Refusal {
  /** The id to answer: null if it is unknown, undefined if no answer is expected. */
  readonly id: string | number | null | undefined;
  readonly code: number;
  readonly reason: string;
}

/** The content of a line. */
export type ReadMessage =
  { readonly ok: true; readonly message: JSONRPCMessage } | { readonly ok: false; readonly refusal: Refusal };

/** Parses a line as an MCP message, or explains why it is refused. */
export function readMessage({ text, isWhole }: Line): ReadMessage {
  if (!isWhole) {
    const reason = 'The message has more than 10 MB.';
    return refused(idAtAnEnd(text), ProtocolErrorCode.InvalidRequest, reason);
  }
  let value: unknown;
  try {
    value = parseCallJson(text, 'The message');
  } catch (error) {
    if (BTCPError.is(error)) {
      const reason = `${error.message}. ${error.suggestion}`;
      return refused(idOf(JSON.parse(text)), ProtocolErrorCode.InvalidParams, reason);
    }
    return refused(null, ProtocolErrorCode.ParseError, 'What came in is not JSON.');
  }
  const id = idOf(value);
  // The SDK would drop it silently.
  if (hasProtoKey(value))
    return refused(id, ProtocolErrorCode.InvalidParams, 'No property may have the name "__proto__".');
  try {
    return { ok: true, message: parseJSONRPCMessage(value) };
  } catch {
    return refused(id, ProtocolErrorCode.InvalidRequest, 'This is not an MCP message.');
  }
}

function refused(id: Refusal['id'], code: number, reason: string): ReadMessage {
  return { ok: false, refusal: { id, code, reason } };
}

function idOf(value: unknown): Refusal['id'] {
  if (!isObject(value)) return null;
  // Two peers that answer each other's answers would never end.
  if (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')) return undefined;
  const id = getOwn(value, 'id');
  if (typeof id === 'string' || typeof id === 'number') return id;
  return id === undefined && typeof getOwn(value, 'method') === 'string' ? undefined : null;
}

const ID = String.raw`"id"\s{0,9}:\s{0,9}("[^"\\]{1,99}"|\d{1,15})`;
// Other members: none has a brace, so nothing of the arguments matches.
const OTHER = String.raw`"(?:jsonrpc|method)"\s{0,9}:\s{0,9}"[^"\\]{0,99}"`;
const AT_START = new RegExp(String.raw`^\s{0,9}\{\s{0,9}(?:${OTHER}\s{0,9},\s{0,9}){0,2}${ID}`);
const AT_END = new RegExp(String.raw`${ID}(?:\s{0,9},\s{0,9}${OTHER}){0,2}\s{0,9}\}\s{0,9}$`);

/** The id of a message of which only both ends are known; clients write it before the arguments, or after them. */
function idAtAnEnd(text: string): string | number | null {
  const id = (AT_START.exec(text) ?? AT_END.exec(text))?.[1];
  return id === undefined ? null : (JSON.parse(id) as string | number);
}

/** Whether a JSON value has a property named `__proto__` anywhere. */
export function hasProtoKey(root: unknown): boolean {
  // Without recursion: JSON of 10 MB can be five million levels deep.
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const member of Object.values(value)) open.push(member);
  }
  return false;
}
