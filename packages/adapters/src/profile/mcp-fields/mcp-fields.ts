import { isObject, type MutableObject, listedHints } from '@btcp/schema/internal';
import type { ManifestTool, McpFields } from '@btcp/core';
import { describeForMcp, shownTitle } from '../describe-tool.ts';
import { listedSchema, type SchemaName, overlay } from './listed-schema.ts';

const isString = (value: unknown): boolean => typeof value === 'string';
const isName = (value: unknown): boolean => isString(value) && value !== '';

/** The type of each field; MCP clients refuse a whole list for one wrong field. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isName,
  description: (value) => value === null || isString(value),
  title: isString,
  annotations: (value) => value === null || isObject(value),
  inputSchema: isObject,
  outputSchema: isObject,
  icons: (value) => Array.isArray(value) && value.every(isObject),
  execution: isObject,
  _meta: isObject,
};

/** Whether MCP clients accept a field; fields unknown to MCP can be anything. */
export function isMcpField(field: string, value: unknown): boolean {
  return !Object.hasOwn(FIELDS, field) || value === undefined || FIELDS[field]?.(value) === true;
}

export function isMcpFields(value: MutableObject): boolean {
  return Object.entries(value).every(([field, said]) => isMcpField(field, said));
}

type McpSource = Pick<
  ManifestTool,
  | 'mcp'
  | 'description'
  | 'deprecated'
  | 'deprecationMessage'
  | 'capabilities'
  | 'capabilitiesVerified'
  | 'confirm'
>;

/**
 * Applies an author's MCP fields to a tool: over derived fields, and next to BTCP's metadata. They
 * can say less than what is derived, and not more: see `listedHints` and `describeForMcp`.
 *
 * @param written - As derived from the BTCP tool; its name stays, see `mcpName`.
 */
export function withMcpFields<T extends MutableObject>(written: T, tool: McpSource): T & McpFields {
  const { mcp } = tool;
  if (mcp === undefined) return written;
  const { name, _meta: own } = written;
  const { _meta: given } = mcp;
  const fields = {
    ...mcp,
    ...shownFields(tool, mcp),
    ...Object.fromEntries(SCHEMAS.map((field) => [field, listed(field, written, mcp)])),
    name,
    _meta: given === undefined ? own : { ...given, ...(isObject(own) && own) },
  };
  // Every field of the tool is one of `written`, or one of `mcp`.
  return overlay(written, fields) as T & McpFields;
}

function shownFields(tool: McpSource, { description, title, annotations }: McpFields): MutableObject {
  return {
    ...(description !== undefined && { description: describeForMcp(tool) }),
    ...(title !== undefined && { title: shownTitle(title) }),
    ...(annotations && { annotations: shownHints(tool) }),
  };
}

function shownHints(tool: McpSource): MutableObject {
  const hints = listedHints(tool);
  const { title } = hints;
  return { ...hints, ...(typeof title === 'string' && { title: shownTitle(title) }) };
}

const SCHEMAS: readonly SchemaName[] = ['inputSchema', 'outputSchema'];

function listed(field: SchemaName, { [field]: own }: MutableObject, mcp: McpFields): unknown {
  const given = mcp[field];
  return isObject(own) && isObject(given) ? (listedSchema(field, own, given) ?? own) : own;
}

export function mcpName({ name, mcp }: Pick<ManifestTool, 'name' | 'mcp'>): string {
  return mcp?.name ?? name;
}

export interface WebMcpFields {
  readonly title?: string;
  readonly description: string;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly untrustedContentHint: boolean;
    /** Whether a call has significant or irreversible effects; absent where nobody says so. */
    readonly consequentialHint?: true;
  };
}

/**
 * The WebMCP fields of a tool: its author's MCP fields, else what follows from the tool.
 *
 * @param description - As derived from the BTCP tool.
 */
export function webMcpFields(tool: McpSource, description: string): WebMcpFields {
  const { title } = tool.mcp ?? {};
  const hints = listedHints(tool);
  // MCP has no such hint; its `destructiveHint` is the nearest, where an author has set it.
  // A tool that asks its user has effects that matter to them.
  const asks = tool.confirm !== undefined && tool.confirm !== false;
  const isConsequential = asks || hints['consequentialHint'] === true || hints['destructiveHint'] === true;
  return {
    ...(title !== undefined && { title: shownTitle(title) }),
    description: describeForMcp(tool) ?? description,
    annotations: {
      // Hints without this one mean false.
      readOnlyHint: hints['readOnlyHint'] === true,
      untrustedContentHint: hints['untrustedContentHint'] === true,
      ...(isConsequential && { consequentialHint: true }),
    },
  };
}
