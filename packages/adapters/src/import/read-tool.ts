import type { ManifestTool, McpFields } from '@btcp/core';
import { getOwn, isObject, joinPointer, TOOL_STRINGS } from '@btcp/schema/internal';
import { type ImportProfile, type Reader, RefusedError, type JsonObject } from '../profile/import-profile.ts';
import { readBtcpMeta, readMcpFields, type BtcpMeta } from '../profile/mcp-fields/read-mcp-fields.ts';
import { readInputSchema, readOutputSchema } from './read-schemas.ts';
import { deprecationPrefix } from '../profile/describe-tool.ts';

export interface ReadTool {
  readonly tool: ManifestTool;
  readonly sourceName: string;
  /** Whether it was written for a strict form. */
  readonly strict: boolean;
}

/**
 * Reads one tool.
 *
 * @param taken - Names of other tools.
 * @throws RefusedError if it cannot be read.
 */
export function readTool(value: unknown, taken: ReadonlySet<string>, reader: Reader): ReadTool {
  const { profile, warn } = reader;
  const raw = unwrap(value, profile);
  profile.check?.(raw);
  const name = readName(getOwn(raw, 'name'), taken, reader);
  const meta = profile.hasMcpFields === true ? readBtcpMeta(getOwn(raw, '_meta'), reader) : {};
  const described = readDescription(getOwn(raw, 'description'), name, meta, reader);
  const input = readInputSchema(raw, reader);
  const output = readOutputSchema(raw, reader);
  if (meta.capabilities === undefined) {
    const detail =
      'the source cannot say what the tool may use, so it gets `capabilities: []`; once `execute` is written, `btcp check --write-capabilities` adds what it uses';
    warn({ code: 'capabilities-missing', path: '/capabilities', detail });
  }
  warnOfOtherFields(raw, reader);
  const examples = meta.examples ?? profile.readExamples?.(raw, reader) ?? [];
  const { original } = described;
  const whole = original === undefined ? {} : { description: original };
  const mcp =
    profile.hasMcpFields === true
      ? {
          ...mcpOf(raw, name, whole, meta, reader),
          ...(input.listing && { inputSchema: input.listing }),
          ...(output?.listing && { outputSchema: output.listing }),
        }
      : { ...(name !== raw['name'] && { name: String(raw['name']) }), ...whole };
  const tool = {
    name,
    description: described.description,
    inputSchema: input.schema,
    ...(output && { outputSchema: output.schema }),
    capabilities: meta.capabilities ?? [],
    ...(examples.length > 0 && { examples }),
    ...described.deprecation,
    ...tagsOf(raw, meta, reader),
    ...(meta.timeout !== undefined && { timeout: meta.timeout }),
    ...(Object.keys(mcp).length > 0 && { mcp }),
  };
  return {
    tool,
    sourceName: profile.idOf?.(raw) ?? String(raw['name']),
    strict: getOwn(raw, 'strict') === true,
  };
}

function unwrap(value: unknown, { fromSchema, wrapper }: ImportProfile): JsonObject {
  if (!isObject(value)) {
    throw new RefusedError('', 'This is not a tool.', 'Write a tool as an object with a name and a schema.');
  }
  if (fromSchema !== undefined) return fromSchema(value);
  const inner = wrapper === undefined ? undefined : getOwn(value, wrapper);
  const { type } = value;
  if (isObject(inner)) return inner;
  const isBuiltIn = typeof type === 'string' && !['function', 'custom', 'object'].includes(type);
  if (isBuiltIn && !Object.hasOwn(value, 'input_schema') && !Object.hasOwn(value, 'parameters')) {
    const help = 'Take it out of the list: its provider runs it, and only knows how to call it.';
    throw new RefusedError('/type', `The tool is "${type}", which has no schema.`, help);
  }
  return value;
}

function mcpOf(
  raw: JsonObject,
  name: string,
  whole: Pick<McpFields, 'description'>,
  meta: BtcpMeta,
  reader: Reader,
): McpFields {
  const { profile } = reader;
  const read = new Set(fieldsRead(profile));
  const { name: source, description = null } = raw;
  return {
    ...(typeof source === 'string' && source !== name && { name: source }),
    ...(description === null && { description }),
    ...whole,
    ...readMcpFields(raw, meta.capabilities, (field) => read.has(field), reader),
  };
}

function tagsOf(raw: JsonObject, meta: BtcpMeta, { profile }: Reader): Pick<ManifestTool, 'tags'> {
  const given = profile.tags === undefined ? undefined : getOwn(raw, profile.tags);
  const tags = meta.tags ?? (meta.capabilities === undefined ? given : undefined);
  const isTags = Array.isArray(tags) && tags.length > 0 && tags.every((tag) => typeof tag === 'string');
  return isTags ? { tags } : {};
}

const fieldsRead = (profile: ImportProfile): readonly string[] => [
  'name',
  'description',
  ...[...profile.input, ...profile.output].map(({ field }) => field),
  ...profile.quiet,
];

function warnOfOtherFields(raw: JsonObject, { profile, warn }: Reader): void {
  // Other fields are kept for exports to MCP.
  if (profile.hasMcpFields === true) return;
  const known = fieldsRead(profile);
  for (const field of Object.keys(raw)) {
    if (known.includes(field)) continue;
    const detail = `BTCP has no field for \`${field}\` of ${profile.title}`;
    warn({ code: 'field-dropped', path: joinPointer('', field), detail });
  }
}

const { pattern, maxLength: MAX_LENGTH } = TOOL_STRINGS.name;
const VALID = new RegExp(pattern);

/** The name for a BTCP tool: the source's own if it is valid and unused, else a similar one. */
function readName(source: unknown, taken: ReadonlySet<string>, { warn }: Reader): string {
  if (typeof source !== 'string' || source.trim() === '')
    throw new RefusedError('/name', 'The tool has no `name`.', 'Give it a name, for example "getCellValue".');
  const name = firstFree(validName(source), taken);
  if (name !== source) {
    const shown = source.length > 2 * MAX_LENGTH ? `${source.slice(0, 2 * MAX_LENGTH)}…` : source;
    const detail = `"${shown}" is ${VALID.test(source) && source.length <= MAX_LENGTH ? 'taken already' : 'no name that BTCP allows'}; the tool is called "${name}"`;
    warn({ code: 'name-rewritten', path: '/name', detail });
  }
  return name;
}

function validName(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9]+/g, (other) => (/^\p{M}+$/u.test(other) ? '' : '_'));
  const trimmed = VALID.test(text) ? text : letters.replace(/^_+|_+$/g, '');
  const name = /^[a-zA-Z]/.test(trimmed) ? trimmed : `tool_${trimmed}`;
  return name.slice(0, MAX_LENGTH).replace(/^tool_$/, 'tool');
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) {
    const suffix = `_${count}`;
    free = name.slice(0, MAX_LENGTH - suffix.length) + suffix;
  }
  return free;
}

const { minLength: MIN, maxLength: MAX } = TOOL_STRINGS.description;

/** A description, without the deprecation that exports prepend to it. */
export interface ReadDescription {
  readonly description: string;
  /** The source's own description, if BTCP's limits changed it. */
  readonly original?: string;
  readonly deprecation: Pick<BtcpMeta, 'deprecated' | 'deprecationMessage' | 'successor' | 'sunset'>;
}

/**
 * Fits a description into BTCP's limits, which count code points.
 *
 * @param name - Added to a description that is too short.
 * @param meta - The source's own metadata, which may contain the deprecation.
 */
function readDescription(source: unknown, name: string, meta: BtcpMeta, { warn }: Reader): ReadDescription {
  const given = typeof source === 'string' ? source : '';
  const { text, deprecation } = takeDeprecation(given, meta);
  const characters = Array.from(text);
  if (characters.length > MAX) {
    const detail = `${characters.length} characters were cut to ${MAX}; the field \`mcp\` has them all`;
    warn({ code: 'description-truncated', path: '/description', detail });
    const description = `${characters.slice(0, MAX - 1).join('')}…`;
    return { description, original: given, deprecation };
  }
  const isEmpty = text.trim() === '';
  if (characters.length >= MIN && !isEmpty) return { description: text, deprecation };
  const description = `The tool "${name}"${isEmpty ? '; its source does not describe it.' : `: ${text}`}`;
  const what = typeof source === 'string' ? 'too short to choose a tool by' : 'missing';
  warn({ code: 'description-invalid', path: '/description', detail: `the description is ${what}` });
  return { description, ...(typeof source === 'string' && { original: given }), deprecation };
}

/** The deprecation prefix of a description, for readers without a field for it. */
const PREFIX = /^\[DEPRECATED(?:: ([^\]]*))?\] /;

function takeDeprecation(
  text: string,
  { capabilities, deprecated, deprecationMessage: message, successor, sunset }: BtcpMeta,
): { readonly text: string; readonly deprecation: ReadDescription['deprecation'] } {
  const known = {
    ...(deprecated !== undefined && { deprecated }),
    ...(message !== undefined && { deprecationMessage: message }),
    ...(successor !== undefined && { successor }),
    ...(sunset !== undefined && { sunset }),
  };
  if (deprecated === true) {
    const prefix = deprecationPrefix(message);
    return { text: text.startsWith(prefix) ? text.slice(prefix.length) : text, deprecation: known };
  }
  const found = PREFIX.exec(text);
  // A source with BTCP's capabilities has its deprecation too.
  if (!found || capabilities !== undefined) return { text, deprecation: known };
  const [prefix, said] = found;
  const deprecation = { deprecated: true, ...(said !== undefined && { deprecationMessage: said }) };
  return { text: text.slice(prefix.length), deprecation };
}
