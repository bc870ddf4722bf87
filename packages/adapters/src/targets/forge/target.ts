import { KEEP_ALL } from '../../lower/rules.ts';
import { dropOutput, type PlainTool } from '../../profile/export-profile.ts';
import type { Calls, Exports, Imports } from '../../profile/format.ts';
import { outcomeText, type RawCall } from '../../profile/format-calls.ts';
import { BTCPError } from '@btcp/core';
import { ownValue, parseCallJson } from '@btcp/core/internal';
import { getOwn, isObject } from '@btcp/schema/internal';

/** What forge's `FormatToolForLLM` writes. */
export const forge: Exports<PlainTool> & Imports & Calls<string> = {
  export: {
    media: 'note',
    names: { chars: 'A-Za-z0-9_\\-', max: 64, separator: '__', isSnakeCase: true, describe: 'silent' },
    schema: KEEP_ALL,
    write: (entry) => ({
      tool: { name: entry.name, description: entry.description, parameters: entry.inputSchema },
      changes: dropOutput(entry, 'no field'),
    }),
  },
  import: { title: 'forge', input: [{ field: 'parameters' }], output: [], quiet: [] },
  // A call in the text of forge's model, whose arguments are strings; the result is text too.
  calls: {
    call: readForgeCall,
    reading: { strings: ['number', 'boolean', 'null', 'array', 'object'], isText: true },
    writeResult: (_, outcome) => outcomeText(outcome),
  },
};

/** Characters; forge itself stops at 10 MB. */
const MAX_LENGTH = 10 * 1024 * 1024;

/** Elements of a call. */
const PARTS: ReadonlySet<string> = new Set(['server_name', 'tool_name', 'arguments']);

/** The server of a tool that names none. */
const LOCAL = 'local';

/**
 * Reads the first tool call in a text, in the XML that forge writes or in JSON between `<tool>` and `</tool>`; further
 * calls are ignored.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where there is none, `INVALID_INPUT` where it cannot be read.
 */
function readForgeCall(text: unknown): RawCall {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) {
    const what = typeof text === 'string' ? `has ${text.length} characters` : 'is not a string';
    throw noCall(`what is to be a call ${what}`);
  }
  const start = /<tool\s*>/.exec(text);
  if (!start) throw noCall('the text has no <tool> in it');
  const body = start.index + start[0].length;
  const json = /\S/.exec(text.slice(body, body + 1000));
  return json?.[0] === '{' ? readJsonCall(text, body + json.index) : readXmlCall(readXml(text, start.index));
}

function readJsonCall(text: string, start: number): RawCall {
  const end = findJsonEnd(text, start);
  const call = end === undefined ? undefined : parse(text.slice(start, end));
  if (!isObject(call)) throw unreadable('is not a complete JSON object');
  return callOf(getOwn(call, 'tool_name'), getOwn(call, 'server_name'), getOwn(call, 'arguments'));
}

function parse(json: string): unknown {
  try {
    return parseCallJson(json, 'The tool call');
  } catch (error) {
    if (BTCPError.is(error)) throw error;
    return undefined;
  }
}

function readXmlCall(tool: XmlElement): RawCall {
  const child = (name: string): XmlElement | undefined => tool.children.find((each) => each.name === name);
  const stray = tool.children.find(({ name }) => !PARTS.has(name));
  if (stray) throw unreadable(`has <${stray.name}> where only <arguments> may hold arguments`);
  const given = child('arguments');
  const input = given === undefined ? {} : valueOf(given);
  // `<arguments/>` and JSON have no elements.
  const text = typeof input === 'string' ? input.trim() : input;
  return callOf(child('tool_name')?.text.trim(), child('server_name')?.text.trim(), text);
}

function callOf(name: unknown, server: unknown, input: unknown): RawCall {
  if (typeof name !== 'string' || name === '') throw unreadable('has no tool_name');
  if (server !== undefined && server !== '' && server !== LOCAL) {
    throw new BTCPError('TOOL_NOT_FOUND', {
      message: `The tool "${name}" is called on the server ${JSON.stringify(server)}, which is not this one.`,
      suggestion: `Leave server_name out, or write "${LOCAL}".`,
    });
  }
  return { exportedName: name, input };
}

/** A string where an element holds only text, else an object; elements with the same name become an array. */
function valueOf({ text, children }: XmlElement): unknown {
  if (children.length === 0) return text;
  const members = new Map<string, unknown[]>();
  for (const child of children) {
    const values = members.get(child.name);
    if (values) values.push(valueOf(child));
    else members.set(child.name, [valueOf(child)]);
  }
  return Object.fromEntries(
    [...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function noCall(what: string): BTCPError {
  return new BTCPError('INVALID_ARGUMENT', {
    message: `There is no tool call: ${what}.`,
    suggestion: 'Call a tool as <tool><tool_name>…</tool_name><arguments>…</arguments></tool>.',
  });
}

function unreadable(what: string): BTCPError {
  return new BTCPError('INVALID_INPUT', {
    message: `The tool call ${what}.`,
    suggestion: 'Write <tool><tool_name>…</tool_name><arguments>…</arguments></tool>.',
  });
}

/** The end of the JSON object that begins at an offset; `undefined` where it has none. A string may hold braces. */
function findJsonEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

/** An element: its text, joined, and its elements. Attributes are skipped. */
interface XmlElement {
  readonly name: string;
  text: string;
  readonly children: XmlElement[];
}

/** Levels of elements. */
const MAX_DEPTH = 64;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const NAME = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_.:-]*`;

/** What a model writes; of CDATA and a comment that do not end, all that follows. */
const TOKEN = [
  String.raw`<!\[CDATA\[(?<data>.*?)(?:\]\]>|$)`,
  '<!--.*?(?:-->|$)',
  String.raw`<(?<start>${NAME})(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?<empty>\/?)>`,
  String.raw`<\/(?<end>${NAME})\s*>`,
  '(?<text><?[^<]*)',
].join('|');

/**
 * Parses the element that begins at an offset. The XML is what models write: text, elements, CDATA, comments and the
 * five entities; no document types, so nothing can be expanded. A `<` or `&` that begins none of these is text.
 *
 * @throws BTCPError `INVALID_INPUT` where an element does not end.
 */
function readXml(text: string, start: number): XmlElement {
  const tokens = new RegExp(TOKEN, 'gsu');
  tokens.lastIndex = start;
  let open: XmlElement = { name: '', text: '', children: [] };
  const around: XmlElement[] = [];
  while (tokens.lastIndex < text.length) {
    const { data, start: name, empty, end, text: plain = '' } = tokens.exec(text)?.groups ?? {};
    if (name !== undefined) {
      const element = { name, text: '', children: [] };
      open.children.push(element);
      if (around.push(open) > MAX_DEPTH) throw unreadableXml(`nests more than ${MAX_DEPTH} levels deep`);
      open = element;
    }
    open.text += data ?? decodeEntities(plain);
    if (end === undefined && empty !== '/') continue;
    if (end !== undefined && end !== open.name) throw unreadableXml(`ends <${open.name}> with </${end}>`);
    const ended = open;
    open = around.pop() ?? open;
    if (around.length === 0) return ended;
  }
  throw unreadableXml(`does not end: </${open.name}> is missing`);
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(\w+));/g, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ownValue(ENTITIES, String(name)) ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal);
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return code > 0 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : whole;
  });
}

function unreadableXml(what: string): BTCPError {
  return new BTCPError('INVALID_INPUT', {
    message: `The tool call ${what}.`,
    suggestion: 'Write it again as a whole, with values that hold "<" or "&" in <![CDATA[…]]>.',
  });
}
