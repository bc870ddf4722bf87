import { BTCPError, parseCallJson } from '@btcp/core';
import { getOwn, isObject } from '@btcp/schema';
import type { RawCall } from '../../profile/format-calls.ts';
import { readXml, type XmlElement } from './read-xml.ts';

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
export function readForgeCall(text: unknown): RawCall {
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
