import { CAPABILITIES, CAPABILITY_ALIASES } from '@btcp/core';
import { findKeywordIssues } from '../model/find-keyword-issues.ts';
import { readSchema } from '../model/normalize-schema.ts';
import { getOwn, isObject, type MutableObject } from '../model/own-property.ts';
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

/** What the field `capabilities` of tools and manifests must be. */
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
  if (!isObject(value) || type !== 'object') {
    const here = { ...at, help: objectInputHelp(value) };
    return [issueAt(here, 'object-input', notAnObject(value))];
  }
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
    help: 'Describe what a call takes as an object, `{ "type": "object", "properties": { … } }`; unions belong into a property.',
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

const SOME_PROPERTIES = 3;

/** Keywords of a union, as TypeBox and JSON Schema write it. */
const UNIONS = ['anyOf', 'oneOf'];

/** What an input schema describes instead of an object, to follow its name in a sentence. */
function notAnObject(schema: unknown): string {
  const union = isObject(schema) && UNIONS.find((keyword) => Object.hasOwn(schema, keyword));
  return union
    ? `must describe one object, and it is a union: \`${union}\` stands at its root.`
    : 'must describe an object, with `"type": "object"` at its root.';
}

/** What to write in place of an input schema that describes no object. */
function objectInputHelp(schema: unknown): string {
  if (isObject(schema) && UNIONS.some((keyword) => Object.hasOwn(schema, keyword)))
    return 'Put the union into a property, `Type.Object({ request: Type.Union([ … ]) })`, or make it one object whose properties are optional: models and clients only take a root of `"type": "object"`.';
  if (isObject(schema) && isObject(schema['properties']) && !Object.hasOwn(schema, 'type'))
    return 'Add `"type": "object"` beside `properties`.';
  const names = isObject(schema) && !Object.hasOwn(schema, 'type') ? declaredNames(schema) : [];
  const type = isObject(schema) && typeof schema['type'] === 'string' ? schema['type'] : undefined;
  const [first = 'text'] = names;
  const inJson = `{ "type": "object", "properties": { "${first}": { "type": "${type ?? 'string'}" } } }`;
  const members =
    names.length > 0
      ? names.map((name) => `${name}: Type.String()`).join(', ')
      : `text: ${TYPE_CALLS.get(type) ?? 'Type.String()'}`;
  return `Write \`Type.Object({ ${members} })\`, with the type of each property; in JSON, \`${inJson}\`.`;
}

const TYPE_CALLS: ReadonlyMap<string | undefined, string> = new Map([
  ['number', 'Type.Number()'],
  ['integer', 'Type.Integer()'],
  ['boolean', 'Type.Boolean()'],
  ['array', 'Type.Array(Type.String())'],
]);

// `{ city: 'string' }`: the properties themselves, instead of a schema that declares them.
function declaredNames(schema: MutableObject): readonly string[] {
  return Object.keys(schema)
    .filter((name) => /^[A-Za-z_]\w{0,39}$/.test(name))
    .slice(0, SOME_PROPERTIES);
}
