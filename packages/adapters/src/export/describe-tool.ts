import type { ManifestTool } from '@btcp/core';
import type { Change } from '../lower/change.ts';

/** A tool's description for formats that have no field for its deprecation, cut to what they allow. */
export function describeTool(
  { description, deprecated, deprecationMessage }: ManifestTool,
  maxLength: number = Infinity,
): { readonly description: string; readonly changes: readonly Change[] } {
  const text = deprecated === true ? deprecationPrefix(deprecationMessage) + description : description;
  if (text.length <= maxLength) return { description: text, changes: [] };
  const detail = `a description may have ${maxLength} characters; this one has ${text.length}`;
  return {
    description: cut(text, maxLength),
    changes: [{ code: 'description-truncated', path: '/description', detail, effect: 'none' }],
  };
}

const deprecationPrefix = (message: string | undefined): string =>
  message === undefined ? '[DEPRECATED] ' : `[DEPRECATED: ${message}] `;

function cut(text: string, length: number): string {
  // Half a surrogate pair is no text.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
