import type { Example, ManifestTool, McpFields } from '@btcp/core';
import { joinPointer } from '@btcp/schema';
import type { ImportProfile } from './import-profile.ts';
import { findToolFoundationProblems } from '../toolfoundation/find-toolfoundation-problems.ts';
import { toolId } from '../toolfoundation/tool-id.ts';
import { isJsonObject, ownMember, RefusedError, type JsonObject } from './raw-tool.ts';
import { readDescription } from './read-description.ts';
import { readBtcpMeta, readJsonExamples, readMcpFields, type BtcpMeta } from './read-mcp-fields.ts';
import { readName } from './read-name.ts';
import { readInputSchema, readOutputSchema } from './read-schemas.ts';
import { readSchemaTool } from './read-schema-tool.ts';
import type { Reader } from './reader.ts';

/** A tool of another format as a BTCP tool. */
export interface ReadTool {
  readonly tool: ManifestTool;
  /** The name or id that its format knows it by. */
  readonly sourceName: string;
  /** Whether it was written for a strict mode. */
  readonly strict: boolean;
}

/**
 * Reads one tool.
 *
 * @param taken - Names that other tools have.
 * @throws RefusedError if it cannot be read.
 */
export function readTool(value: unknown, taken: ReadonlySet<string>, reader: Reader): ReadTool {
  const { profile, warn } = reader;
  const raw = unwrap(value, profile);
  const [problem] = profile.hasIds === true ? findToolFoundationProblems(raw) : [];
  if (problem)
    throw new RefusedError(problem.path, `${problem.code}: ${problem.message}`, 'Correct the record.');
  const name = readName(ownMember(raw, 'name'), taken, reader);
  const meta = profile.hasMcpFields === true ? readBtcpMeta(ownMember(raw, '_meta'), reader) : {};
  const described = readDescription(ownMember(raw, 'description'), name, meta, reader);
  const input = readInputSchema(raw, reader);
  const output = readOutputSchema(raw, reader);
  if (meta.capabilities === undefined) {
    const detail =
      'the source cannot say what the tool may use, so it gets `capabilities: []`; once `execute` is written, `btcp check --write-capabilities` adds what it uses';
    warn({ code: 'capabilities-missing', path: '/capabilities', detail });
  }
  warnOfOtherFields(raw, reader);
  const examples = meta.examples ?? examplesOf(raw, reader);
  const { original } = described;
  const whole = original === undefined ? {} : { description: original };
  const mcp =
    profile.hasMcpFields === true
      ? {
          ...mcpOf(raw, name, whole, meta, reader),
          ...(input.listing && { inputSchema: input.listing }),
          ...(output?.listing && { outputSchema: output.listing }),
        }
      : whole;
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
  return { tool, sourceName: idOf(raw, reader), strict: ownMember(raw, 'strict') === true };
}

function unwrap(value: unknown, { isSchema, wrapper }: ImportProfile): JsonObject {
  if (!isJsonObject(value)) {
    throw new RefusedError('', 'This is no tool.', 'Write a tool as an object with a name and a schema.');
  }
  if (isSchema === true) return readSchemaTool(value);
  const inner = wrapper === undefined ? undefined : ownMember(value, wrapper);
  const { type } = value;
  if (isJsonObject(inner)) return inner;
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
  const read = new Set([...fieldsRead(profile), ...(profile.hasIds === true ? ['_meta/examples'] : [])]);
  const { name: source, description = null } = raw;
  return {
    ...(typeof source === 'string' && source !== name && { name: source }),
    ...(description === null && { description }),
    ...whole,
    ...readMcpFields(raw, meta.capabilities, (field) => read.has(field), reader),
  };
}

function examplesOf(raw: JsonObject, { profile, warn }: Reader): readonly Example[] {
  if (profile.hasIds === true) return readJsonExamples(ownMember(raw, '_meta'));
  const inputs = profile.examples === undefined ? undefined : ownMember(raw, profile.examples);
  if (inputs === undefined) return [];
  if (Array.isArray(inputs) && inputs.every(isJsonObject)) return inputs.map((input) => ({ input }));
  warn({ code: 'field-dropped', path: `/${profile.examples ?? ''}`, detail: 'no list of example inputs' });
  return [];
}

function tagsOf(raw: JsonObject, meta: BtcpMeta, { profile }: Reader): Pick<ManifestTool, 'tags'> {
  const given = profile.hasIds === true ? ownMember(raw, 'tags') : undefined;
  const tags = meta.tags ?? (meta.capabilities === undefined ? given : undefined);
  const isTags = Array.isArray(tags) && tags.length > 0 && tags.every((tag) => typeof tag === 'string');
  return isTags ? { tags } : {};
}

/** The fields of a tool that become fields of a BTCP tool. */
const fieldsRead = (profile: ImportProfile): readonly string[] => [
  'name',
  'description',
  ...[...profile.input, ...profile.output].map(({ field }) => field),
  ...(profile.examples === undefined ? [] : [profile.examples]),
  ...profile.quiet,
];

function warnOfOtherFields(raw: JsonObject, { profile, warn }: Reader): void {
  // Everything else is kept for exports to MCP.
  if (profile.hasMcpFields === true) return;
  const known = fieldsRead(profile);
  for (const field of Object.keys(raw)) {
    if (known.includes(field)) continue;
    const detail = `BTCP has no field for \`${field}\` of ${profile.title}`;
    warn({ code: 'field-dropped', path: joinPointer('', field), detail });
  }
}

function idOf(raw: JsonObject, { profile }: Reader): string {
  const { name, namespace, version } = raw;
  const id = { name: String(name), ...textOf('namespace', namespace), ...textOf('version', version) };
  return (profile.hasIds === true ? toolId(id) : undefined) ?? id.name;
}

const textOf = (field: string, value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'string' ? { [field]: value } : {};
