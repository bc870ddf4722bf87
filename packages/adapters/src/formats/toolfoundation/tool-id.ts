import type { Issue } from '@btcp/core';

/** The parts of a toolfoundation id: `name`, `namespace:name` or `namespace:name:version`. */
export interface ToolId {
  readonly namespace?: string;
  readonly name: string;
  readonly version?: string;
}

/** toolfoundation's names for what can be wrong with a record. */
export type ToolFoundationCode =
  'ErrInvalidToolID' | 'ErrInvalidTool' | 'ErrInvalidSchema' | 'ErrUnsupportedSchema' | 'ErrExternalRef';

/** What toolfoundation would not take of a record or an id, under its own name for it. */
export interface ToolFoundationIssue extends Issue {
  readonly code: ToolFoundationCode;
}

/** An id taken apart, or what is wrong with it. */
export type ParsedToolId =
  { readonly ok: true; readonly id: ToolId } | { readonly ok: false; readonly issue: ToolFoundationIssue };

/** Takes an id apart. Names are not judged here: `findToolFoundationIssues` does. */
export function parseToolId(text: string): ParsedToolId {
  const parts = text.split(':');
  if (parts.length > 3) return invalid(`"${text}" has ${parts.length - 1} colons; at most 2 are allowed.`);
  if (parts.includes('')) return invalid(`"${text}" has an empty part; write namespace:name:version.`);
  const [first = '', second, version] = parts;
  if (second === undefined) return { ok: true, id: { name: first } };
  return { ok: true, id: { namespace: first, name: second, ...(version !== undefined && { version }) } };
}

/**
 * Puts an id together. Without a namespace it is the name alone: a version has no place there.
 *
 * @returns Nothing where a part is empty or has a colon, so that the id could not be taken apart again.
 */
export function toolId({ namespace, name, version }: ToolId): string | undefined {
  const parts = namespace === undefined || namespace === '' ? [name] : [namespace, name, version];
  const given = parts.filter((part) => part !== undefined && part !== '');
  return name === '' || given.some((part) => part?.includes(':')) ? undefined : given.join(':');
}

function invalid(message: string): ParsedToolId {
  return { ok: false, issue: { code: 'ErrInvalidToolID', path: '', keyword: 'pattern', message } };
}
