import { normalizeSchema } from '@btcp/schema';
import { getAtPointer, getOwn, isObject } from '@btcp/schema/internal';
import type { JsonObject } from '../../profile/import-profile.ts';
import type { Issue } from '@btcp/core';

/** Bytes. */
const MAX_NAME = 128;

const DIALECT = /^(https:\/\/json-schema\.org\/draft\/2020-12|http:\/\/json-schema\.org\/draft-07)\//;

/**
 * Finds why toolfoundation would refuse a record, by the names of its own errors.
 *
 * @param record - A `model.Tool` as JSON.
 */
export function findToolFoundationIssues(record: unknown): readonly ToolFoundationIssue[] {
  if (!isObject(record)) return [invalidTool('', 'type', 'A record is an object.')];
  return [
    ...nameIssues(getOwn(record, 'name')),
    ...idIssues(record),
    ...schemaIssues(record, 'inputSchema'),
    ...(isAbsent(getOwn(record, 'outputSchema')) ? [] : schemaIssues(record, 'outputSchema')),
  ];
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const invalidTool = (path: string, keyword: string, message: string): ToolFoundationIssue => ({
  code: 'ErrInvalidTool',
  path,
  keyword,
  message,
});

function nameIssues(name: unknown): readonly ToolFoundationIssue[] {
  if (typeof name !== 'string' || name === '')
    return [invalidTool('/name', 'required', 'A name is required.')];
  const others = [...new Set(name.replace(/[A-Za-z0-9_.-]/g, ''))];
  if (others.length > 0)
    return [
      invalidTool('/name', 'pattern', `The name has characters that are not allowed: ${others.join(' ')}`),
    ];
  return name.length > MAX_NAME
    ? [invalidTool('/name', 'maxLength', `The name has ${name.length} bytes; ${MAX_NAME} are allowed.`)]
    : [];
}

function idIssues(record: JsonObject): readonly ToolFoundationIssue[] {
  const { name, namespace, version } = record;
  if (typeof name !== 'string' || name === '') return [];
  for (const [field, value] of Object.entries({ namespace, version })) {
    if (!isAbsent(value) && typeof value !== 'string')
      return [invalidTool(`/${field}`, 'type', `\`${field}\` is a string.`)];
  }
  const parts = {
    name,
    ...(typeof namespace === 'string' && { namespace }),
    ...(typeof version === 'string' && { version }),
  };
  const message = 'Namespace and version must not have a colon: they are parts of the id.';
  return toolId(parts) === undefined
    ? [{ code: 'ErrInvalidToolID', path: '', keyword: 'pattern', message }]
    : [];
}

function schemaIssues(record: JsonObject, field: string): readonly ToolFoundationIssue[] {
  const schema = getOwn(record, field);
  const path = `/${field}`;
  if (isAbsent(schema)) return [invalidTool(path, 'required', `\`${field}\` is required.`)];
  if (!isObject(schema))
    return [{ code: 'ErrInvalidSchema', path, keyword: 'type', message: 'A schema is an object.' }];
  const dialect = getOwn(schema, '$schema');
  if (dialect !== undefined && !(typeof dialect === 'string' && DIALECT.test(dialect))) {
    const message = `The dialect ${JSON.stringify(dialect)} is neither 2020-12 nor draft-07.`;
    return [{ code: 'ErrUnsupportedSchema', path: `${path}/$schema`, keyword: '$schema', message }];
  }
  return normalizeSchema(schema).issues.map((issue) => ({
    code: isExternal(schema, issue.path) ? 'ErrExternalRef' : 'ErrInvalidSchema',
    path: path + issue.path,
    keyword: issue.keyword,
    message: issue.message,
  }));
}

// A reference that does not begin with `#` is external, unless a schema inside has that name.
function isExternal(schema: JsonObject, path: string): boolean {
  if (!/\/\$(ref|dynamicRef)$/.test(path)) return false;
  const ref = getAtPointer(schema, path);
  return typeof ref === 'string' && !ref.startsWith('#');
}

/** The parts of a toolfoundation id: `name`, `namespace:name` or `namespace:name:version`. */
export interface ToolId {
  readonly namespace?: string;
  readonly name: string;
  readonly version?: string;
}

/** toolfoundation's names of its errors. */
export type ToolFoundationCode =
  'ErrInvalidToolID' | 'ErrInvalidTool' | 'ErrInvalidSchema' | 'ErrUnsupportedSchema' | 'ErrExternalRef';

/** Why toolfoundation would refuse a record or an id, by its own name. */
export interface ToolFoundationIssue extends Issue {
  readonly code: ToolFoundationCode;
}

/** The parts of an id, or why it is invalid. */
export type ParsedToolId =
  { readonly ok: true; readonly id: ToolId } | { readonly ok: false; readonly issue: ToolFoundationIssue };

/** Parses an id. Names are checked elsewhere: see `findToolFoundationIssues`. */
export function parseToolId(text: string): ParsedToolId {
  const parts = text.split(':');
  if (parts.length > 3) return invalid(`"${text}" has ${parts.length - 1} colons; at most 2 are allowed.`);
  if (parts.includes('')) return invalid(`"${text}" has an empty part; write namespace:name:version.`);
  const [first = '', second, version] = parts;
  if (second === undefined) return { ok: true, id: { name: first } };
  return { ok: true, id: { namespace: first, name: second, ...(version !== undefined && { version }) } };
}

/**
 * Joins the parts of an id. Without a namespace it is the name alone: a version has no place there.
 *
 * @returns `undefined` where a part is empty or has a colon, so that the id could not be parsed again.
 */
export function toolId({ namespace, name, version }: ToolId): string | undefined {
  const parts = namespace === undefined || namespace === '' ? [name] : [namespace, name, version];
  const given = parts.filter((part) => part !== undefined && part !== '');
  return name === '' || given.some((part) => part?.includes(':')) ? undefined : given.join(':');
}

function invalid(message: string): ParsedToolId {
  return { ok: false, issue: { code: 'ErrInvalidToolID', path: '', keyword: 'pattern', message } };
}
