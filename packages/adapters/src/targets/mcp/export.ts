import type { JsonSchema, JsonSchemaObject, ManifestTool, McpFields } from '@btcp/core';
import { derivedHints } from '@btcp/core/internal';
import { equal, isObject, joinPointer, type MutableObject, getOwn, mapValues } from '@btcp/schema/internal';
import { type ExportChange, KEEP, KEEP_ALL } from '../../lower/rules.ts';
import type { SchemaRules, Lowering } from '../../lower/lowering.ts';
import { copyJson, mapRefs } from '../../lower/schemas.ts';
import { mcpName, withMcpFields } from '../../profile/mcp-fields/mcp-fields.ts';
import { lowerInlined } from '../../lower/lower-schema.ts';
import { inlineRefs } from '../../lower/steps/references.ts';
import { overlay } from '../../profile/mcp-fields/listed-schema.ts';
import { BTCP_FIELDS, type BtcpMeta } from '../../profile/mcp-fields/read-mcp-fields.ts';
import type { ObjectSchema, ExportProfile, ToolToWrite, WrittenTool } from '../../profile/export-profile.ts';

export interface McpTool {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations?: { readOnlyHint?: true; openWorldHint?: false };
  _meta?: Record<string, unknown>;
}

/** A tool as MCP lists it since 2026-07-28, where an output may be of any type. */
export interface McpTool2026 extends Omit<McpTool, 'outputSchema'> {
  outputSchema?: unknown;
}

/** Without references, which some clients do not follow. */
const INLINED: SchemaRules = {
  keywords: { rules: { ...KEEP_ALL.keywords.rules, $defs: { do: 'omit' } }, unknown: KEEP },
  recursion: 'fall-back',
  before: [inlineRefs],
};

/** MCP tools before the revision of 2026: properties and outputs must be described by object schemas. */
export const mcp2025Export: ExportProfile = {
  // The specification only advises against other characters, and a server is called by the name that it listed.
  names: { chars: 'A-Za-z0-9_.\\-', max: 128, separator: '.', kept: /^[^\p{C}]{1,128}$/u },
  nameOf: mcpName,
  media: 'reference',
  schema: { ...KEEP_ALL, after: [booleanProperties] },
  inlined: { ...INLINED, after: [booleanProperties] },
  write: (entry) => writeMcpTool(entry, writeWrapped),
};

/** MCP tools since the revision of 2026-07-28. */
export const mcp2026Export: ExportProfile = {
  ...mcp2025Export,
  schema: KEEP_ALL,
  inlined: INLINED,
  write: (entry) => writeMcpTool(entry, (schema) => ({ schema, changes: [] })),
};

interface WrittenOutput {
  readonly schema: JsonSchema;
  readonly changes: readonly ExportChange[];
}

/** A tool as MCP lists it, with what MCP has no field for under `_meta`. */
export function writeMcpTool(
  { tool, name, description, inputSchema, outputSchema: given, options }: ToolToWrite,
  writeOutput: (schema: JsonSchema) => WrittenOutput,
): WrittenTool {
  const outputSchema =
    options.inlineRefs === true && isObject(given) ? lowerInlined(given, INLINED, KEEP_ALL).schema : given;
  const output = outputSchema === undefined ? undefined : writeOutput(outputSchema);
  const written = mcpTool(tool, { name, description, inputSchema, outputSchema: output?.schema });
  const changes = [...findUnlisted(tool, written), ...findUnlistedHints(tool, written)];
  return { tool: written, changes: [...(output?.changes ?? []), ...changes] };
}

interface McpBasics {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: MutableObject;
  readonly outputSchema?: unknown;
}

export function mcpTool<T extends McpBasics>(
  tool: ManifestTool,
  { outputSchema, ...basics }: T,
): Omit<T, 'outputSchema'> & McpFields {
  const annotations = derivedHints(tool);
  const meta = metaOf(tool);
  const written = {
    ...basics,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
  return withMcpFields(written, tool);
}

/** Schemas in an author's MCP fields that are not listed. */
function findUnlisted({ mcp = {} }: ManifestTool, written: MutableObject): ExportChange[] {
  return (['inputSchema', 'outputSchema'] as const).flatMap((field): ExportChange[] => {
    const given = mcp[field];
    const schema = written[field];
    if (given === undefined || (isObject(schema) && equal(overlay(schema, given), schema))) return [];
    const detail = `\`mcp.${field}\` no longer says the same as \`${field}\`, so it was left out: correct it, or delete it`;
    return [{ code: 'field-dropped', path: `/mcp/${field}`, detail, effect: 'none' }];
  });
}

/** Hints of an author by which clients would skip a question, and which no build has confirmed. */
function findUnlistedHints({ mcp }: ManifestTool, { annotations }: MutableObject): ExportChange[] {
  const listed = isObject(annotations) ? annotations : {};
  return Object.entries(mcp?.annotations ?? {})
    .filter(([name]) => !Object.hasOwn(listed, name))
    .map(([name, value]) => ({
      code: 'field-dropped',
      path: joinPointer('/mcp/annotations', name),
      detail: `\`${name}: ${JSON.stringify(value)}\` was left out: no build has verified that the code does no more`,
      effect: 'none',
    }));
}

/** The fields that MCP lacks, under BTCP's keys, so that importing the tool again loses nothing. */
function metaOf(tool: ManifestTool): MutableObject {
  const meta: MutableObject = {};
  for (const field of Object.keys(BTCP_FIELDS) as (keyof BtcpMeta)[]) {
    if (isToldElsewhere(field, tool)) continue;
    if (tool[field] !== undefined) meta[`dev.btcp/${field}`] = copyJson(tool[field]);
  }
  return meta;
}

// A tool from MCP is exported without metadata that it did not have.
function isToldElsewhere(
  field: keyof BtcpMeta,
  { mcp, capabilities, deprecated, deprecationMessage = '' }: ManifestTool,
): boolean {
  const isSilent = mcp?.annotations !== undefined && capabilities.length === 0;
  if (field === 'capabilities') return isSilent;
  // Importers read the prefix of the description.
  const isInPrefix = deprecated === true && !deprecationMessage.includes(']');
  return isSilent && isInPrefix && (field === 'deprecated' || field === 'deprecationMessage');
}

/** An output for revisions before 2026-07-28: one that is not an object is wrapped, as the official SDK does. */
export function wrapOutput(schema: JsonSchemaObject): MutableObject {
  if (schema['type'] === 'object') return schema;
  const result = mapRefs(schema, (ref) => `#/properties/result${ref.slice(1)}`);
  return { type: 'object', properties: { result }, required: ['result'] };
}

function writeWrapped(given: JsonSchema): WrittenOutput {
  const output = isObject(given) ? given : given ? {} : { not: {} };
  const schema = wrapOutput(output);
  if (schema === output) return { schema, changes: [] };
  const detail = 'outputs must be objects before 2026-07-28, so the result is wrapped as `{ result: … }`';
  return { schema, changes: [{ code: 'output-wrapped', path: '/outputSchema', detail, effect: 'none' }] };
}

/** Reports and makes objects of the schemas of properties. */
function booleanProperties(schema: MutableObject, lowering: Lowering): MutableObject {
  const written = withObjectProperties(schema);
  const detail = "a property's schema must be an object; the same values fit";
  if (written !== schema)
    lowering.report({ code: 'keyword-rewritten', keyword: 'properties', detail, effect: 'none' });
  return written;
}

/** Writes the schema `true` of a property as `{}`, and `false` as one that nothing fits: before 2026-07-28 it is an object. */
export function withObjectProperties(schema: MutableObject): MutableObject {
  const properties = getOwn(schema, 'properties');
  if (!isObject(properties) || !Object.values(properties).some((value) => typeof value === 'boolean'))
    return schema;
  return { ...schema, properties: mapValues(properties, asObject) };
}

const asObject = (value: unknown): unknown =>
  typeof value === 'boolean' ? (value ? {} : { not: {} }) : value;
