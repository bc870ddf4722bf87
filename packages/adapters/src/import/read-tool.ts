import type { ManifestTool, McpFields } from '@btcp/core';
import { getOwn, isObject, joinPointer } from '@btcp/schema';
import type { ImportProfile, Reader } from '../profile/import-profile.ts';
import { RefusedError, type JsonObject } from '../profile/raw-tool.ts';
import { readDescription } from './read-description.ts';
import { readBtcpMeta, readMcpFields, type BtcpMeta } from '../profile/mcp-fields/read-mcp-fields.ts';
import { readName } from './read-name.ts';
import { readInputSchema, readOutputSchema } from './read-schemas.ts';

/** A tool of another format as a BTCP tool. */
export interface ReadTool {
  readonly tool: ManifestTool;
  /** Its name or id in the source format. */
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

/** The fields of a tool that become fields of a BTCP tool. */
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
