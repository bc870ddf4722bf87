import { CAPABILITIES, CAPABILITY_ALIASES } from '@btcp/core';
import { findKeywordIssues } from '../model/find-keyword-issues.ts';
import { readSchema } from '../model/normalize-schema.ts';
import { getOwn, isObject } from '../model/own-property.ts';
import type { SchemaIssue } from '../model/pointer.ts';
import {
  anything,
  type Check,
  type Field,
  integer,
  array,
  type ManifestIssue,
  object,
  orNull,
  issueAt,
  string,
  boolean,
} from './field-checks.ts';
import { CAPABILITY_STRING, SHOWN_STRING, TIMEOUT, TOOL_STRINGS, UI_STRINGS } from './limits.ts';
import { FULL_VERSION } from './versions.ts';

/** Keywords that an input schema must not have at its root: many readers only take an object's properties. */
const NOT_AT_ROOT = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const'];

const CAPABILITY_HELP =
  'Write category:action in lower-case letters, for example "dom:read" or "network:fetch:same-origin".';
const WILDCARD_HELP = 'Wildcards are for grants: list each capability that the tool needs.';

const capability: Check = (value, place) => {
  const at = { ...place, help: CAPABILITY_HELP };
  const issues = string({ ...CAPABILITY_STRING, ...SHOWN_STRING })(value, at);
  if (issues.length > 0)
    return String(value).includes('*') ? issues.map((p) => ({ ...p, help: WILDCARD_HELP })) : issues;
  const isKnown =
    Object.hasOwn(CAPABILITIES, String(value)) || Object.hasOwn(CAPABILITY_ALIASES, String(value));
  const what = `is "${String(value)}", which is not a capability of the protocol; hosts may not know it.`;
  return isKnown ? [] : [issueAt(at, 'known-capability', what, 'warning')];
};

export const CAPABILITIES_FIELD: Field = {
  check: array(capability),
  help: 'Write an array, for example `["dom:read"]`; an empty one, `[]`, where none is needed.',
  isRequired: true,
};

// What its keywords alone do not show: references, endless recursion, other dialects.
const schema: Check = (value, { path }) => {
  const issues = findKeywordIssues(value);
  const found: readonly SchemaIssue[] = issues.length > 0 ? issues : readSchema(value).issues;
  return found.map((issue) => ({ ...issue, path: path + issue.path, severity: 'error' }));
};

const inputSchema: Check = (value, at) => {
  const issues = schema(value, at);
  if (issues.length > 0) return issues;
  const type = isObject(value) ? getOwn(value, 'type') : undefined;
  if (!isObject(value) || type !== 'object')
    return [issueAt(at, 'object-input', 'must describe an object, with `"type": "object"` at its root.')];
  return NOT_AT_ROOT.filter((keyword) => Object.hasOwn(value, keyword)).map((keyword) =>
    issueAt(at, 'object-input', `must not have \`${keyword}\` at its root.`),
  );
};

const EXAMPLE_FIELDS = {
  description: { check: string(), help: 'Say what the example shows.' },
  input: { check: object({}), help: 'Write the input of the call as an object.', isRequired: true },
  output: { check: anything, help: '' },
};

const MCP_FIELDS = {
  name: { check: string({ minLength: 1 }), help: 'Write the name that MCP clients know the tool by.' },
  title: { check: string(), help: 'Write a name for people.' },
  description: {
    check: orNull(string()),
    help: 'Write what MCP clients are to be told, or null for nothing.',
  },
  annotations: {
    check: orNull(object({})),
    help: 'Write hints, for example `{ destructiveHint: true }`, or null for none.',
  },
  inputSchema: { check: object({}), help: 'Write keywords, for example `{ $schema: "…" }`.' },
  outputSchema: { check: object({}), help: 'Write keywords, for example `{ $schema: "…" }`.' },
  icons: { check: array(object({})), help: 'Write an array: `[{ src: "https://…" }]`.' },
  execution: { check: object({}), help: 'Write an object, for example `{ taskSupport: "optional" }`.' },
  _meta: { check: object({}), help: 'Write an object whose keys begin with your own domain.' },
};

const UI_HELP = 'Let `btcp build` write it.';
const DOMAINS: Field = { check: array(string(UI_STRINGS.domain)), help: UI_HELP };
const UI_FIELDS = {
  sha256: { check: string(UI_STRINGS.sha256), help: UI_HELP, isRequired: true },
  connectDomains: DOMAINS,
  resourceDomains: DOMAINS,
};

/** The fields of the objects in a published tool, by their path: `*` is every element of an array. */
export const NESTED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'examples.*': Object.keys(EXAMPLE_FIELDS),
  ui: Object.keys(UI_FIELDS),
  mcp: Object.keys(MCP_FIELDS),
  'mcp.annotations': ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'],
  'mcp.icons.*': ['src', 'mimeType', 'sizes', 'theme'],
  'mcp.execution': ['taskSupport'],
};

const TOOL = object({
  name: {
    check: string(TOOL_STRINGS.name),
    help: 'Use letters, digits and "_", beginning with a letter, for example "getCellValue".',
    isRequired: true,
  },
  description: {
    check: string(TOOL_STRINGS.description),
    help: 'Say what the tool does, what it needs and what it returns, for an agent that knows nothing else of it.',
    isRequired: true,
  },
  inputSchema: {
    check: inputSchema,
    help: 'Write `Type.Object({ text: Type.String() })`, with what a call takes; in JSON, `{ "type": "object", "properties": { "text": { "type": "string" } } }`. Put a union into a property, `Type.Object({ request: Type.Union([ … ]) })`.',
    isRequired: true,
  },
  outputSchema: { check: schema, help: 'Write a JSON Schema, or leave `outputSchema` out.' },
  capabilities: CAPABILITIES_FIELD,
  capabilitiesVerified: {
    check: boolean,
    help: 'Leave it out: `btcp build` writes it where the code of a tool agrees with its capabilities.',
  },
  examples: {
    check: array(object(EXAMPLE_FIELDS)),
    help: 'Write an array: `[{ description: "…", input: { … }, output: … }]`.',
  },
  deprecated: { check: boolean, help: 'Write true, or leave `deprecated` out.' },
  deprecationMessage: {
    check: string(),
    help: 'Write what to use instead, for example "Use getCellValues instead."',
  },
  successor: {
    check: string(),
    help: 'Write the name of the tool to use instead, for example "getCellValues".',
  },
  sunset: {
    check: string({ pattern: FULL_VERSION.source }),
    help: 'Write the version in which the tool will be gone, for example "2.0.0".',
  },
  aliasOf: { check: string(), help: 'Write the name of the tool that this is a former name of.' },
  tags: { check: array(string()), help: 'Write an array of strings, for example `["orders", "shop"]`.' },
  timeout: { check: integer(TIMEOUT), help: 'Write milliseconds, for example 30000.' },
  confirm: {
    check: (value, at) =>
      typeof value === 'boolean' ? [] : string({ minLength: 1, maxLength: 200 })(value, at),
    help: 'Write the sentence that asks a user, for example "Delete this invoice?", or true.',
  },
  ui: { check: object(UI_FIELDS), help: UI_HELP },
  mcp: {
    check: object(MCP_FIELDS),
    help: 'Write the fields of an MCP tool, for example `{ title: "…" }`, or leave it out.',
  },
});

/**
 * What keeps a tool from being built: everything that the published meta-schema refuses, and what a build asks for
 * beyond it. Whether examples fit their schemas is not checked here.
 *
 * @param tool - A tool as a manifest publishes it, as JSON of unknown shape; never written to.
 * @returns None for a valid one. Paths are JSON pointers into the tool. Never throws for JSON.
 */
export function findToolIssues(tool: unknown): ManifestIssue[] {
  return TOOL(tool, { path: '', name: 'tool', help: 'Write a tool as an object.' });
}
