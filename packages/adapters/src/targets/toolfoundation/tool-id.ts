import type { Issue } from '@btcp/core';

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
