import type { ManifestTool, JsonSchema, JsonSchemaObject } from '@btcp/core';
import type { ExportChange } from '../lower/rules.ts';
import { escapePointerToken, freeName, getOwn, isObject } from '@btcp/schema/internal';
import { RefusedError, type Reader } from './import-profile.ts';
import { mapRefs } from '../lower/schemas.ts';

type Described = Pick<ManifestTool, 'description' | 'deprecated' | 'deprecationMessage' | 'mcp'>;

/**
 * Characters of any description and title that is sent. The protocol's own limit for descriptions is 1,000;
 * `mcp.description` is for longer ones, but must not fill an agent's context.
 */
const MAX_DESCRIPTION = 20_000;
const MAX_TITLE = 100;

/**
 * A tool's description, with the advice for a deprecated tool first: many formats have no field for that.
 * `mcp.description` has it whole where a manifest's limit cut it.
 */
export function describeTool(tool: Described): string {
  return describeWithin(tool).description;
}

/** What `mcp.description` says, with that advice: a tool's author can't take it away. */
export function describeForMcp({ mcp, ...tool }: Described): string | null | undefined {
  const { description } = mcp ?? {};
  if (typeof description !== 'string' && (description === undefined || tool.deprecated !== true))
    return description;
  return cut(withDeprecation(description ?? '', tool), MAX_DESCRIPTION);
}

export const shownTitle = (title: string): string => cut(title, MAX_TITLE);

function wholeDescription({ description, mcp, ...tool }: Described): string {
  const whole = mcp?.description ?? '';
  return withDeprecation(whole.length > description.length ? whole : description, tool);
}

function withDeprecation(
  text: string,
  { deprecated, deprecationMessage }: Pick<Described, 'deprecated' | 'deprecationMessage'>,
): string {
  const prefix = deprecated === true ? deprecationPrefix(deprecationMessage) : '';
  return text.startsWith(prefix) ? text : prefix + text;
}

export const deprecationPrefix = (message: string | undefined): string =>
  message === undefined ? '[DEPRECATED] ' : `[DEPRECATED: ${message}] `;

/** A tool's description, cut to what a format allows. */
export function describeWithin(
  tool: Described,
  maxLength: number = MAX_DESCRIPTION,
): { readonly description: string; readonly changes: readonly ExportChange[] } {
  const text = wholeDescription(tool);
  if (text.length <= maxLength) return { description: text, changes: [] };
  const detail = `a description may have ${maxLength} characters; this one has ${text.length}`;
  return {
    description: cut(text, maxLength),
    changes: [{ code: 'description-truncated', path: '/description', detail, effect: 'none' }],
  };
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  // Never splits a surrogate pair.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** Keywords that BTCP does not take at the root of an input schema. */
const NOT_AT_ROOT = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const'];

/** Keywords that stay at the root when the rest becomes a definition. */
const KEPT_AT_ROOT: ReadonlySet<string> = new Set(['$defs', 'title', 'description', '$comment']);

/**
 * An input schema with `type: "object"` and without a union at its root, for the same objects. An input is always an
 * object, so other types need not be kept.
 *
 * @param schema - In the normal form.
 * @param field - The field it comes from, for messages.
 * @param warn - Receives the changes.
 */
export function asObjectInput(
  schema: JsonSchema,
  field: string,
  warn: Reader['warn'] = () => undefined,
): JsonSchemaObject {
  if (schema === true) return { type: 'object' };
  if (schema === false)
    throw new RefusedError(`/${field}`, 'The schema accepts nothing.', 'Describe an object.');
  const typed = withObjectType(schema, field, warn);
  const root = NOT_AT_ROOT.find((keyword) => Object.hasOwn(typed, keyword));
  if (root === undefined) return typed;
  const detail = `\`${root}\` at the root was moved to a definition that the root refers to`;
  warn({ code: 'keyword-rewritten', path: '/inputSchema', keyword: root, detail });
  return moveToDefinition(typed);
}

function withObjectType(schema: JsonSchemaObject, field: string, warn: Reader['warn']): JsonSchemaObject {
  const type = getOwn(schema, 'type');
  if (type === 'object') return schema;
  if (type !== undefined && !(Array.isArray(type) && type.includes('object'))) {
    const message = `The input is described as ${JSON.stringify(type)}.`;
    const help = 'A tool takes an object: describe one, with the value as a property.';
    throw new RefusedError(`/${field}/type`, message, help);
  }
  const detail = `\`type: "object"\` was ${type === undefined ? 'added' : 'written for several types'}: an input is always an object`;
  warn({ code: 'keyword-rewritten', path: '/inputSchema', keyword: 'type', detail });
  return { type: 'object', ...Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'type')) };
}

function moveToDefinition(schema: JsonSchemaObject): JsonSchemaObject {
  const given = getOwn(schema, '$defs');
  const definitions = isObject(given) ? given : {};
  const name = freeName('Input', (each) => Object.hasOwn(definitions, each), '_');
  const entries = Object.entries(schema);
  const moved = Object.fromEntries(entries.filter(([key]) => !KEPT_AT_ROOT.has(key)));
  const prefix = `#/$defs/${escapePointerToken(name)}`;
  const root = {
    type: 'object',
    ...Object.fromEntries(entries.filter(([key]) => KEPT_AT_ROOT.has(key) && key !== '$defs')),
    $ref: prefix,
    $defs: { ...definitions, [name]: moved },
  };
  return mapRefs(root, (ref) =>
    ref.startsWith('#/') && !ref.startsWith('#/$defs/') ? prefix + ref.slice(1) : ref,
  );
}
