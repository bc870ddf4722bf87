import type { ManifestTool } from '@btcp/core';
import type { ExportChange } from '../export-change.ts';

type Described = Pick<ManifestTool, 'description' | 'deprecated' | 'deprecationMessage' | 'mcp'>;

/**
 * A tool's whole description, with the advice for a deprecated tool first: many formats have no field for that.
 * `mcp.description` has it whole where a manifest's limit cut it.
 */
export function describeTool({ description, deprecated, deprecationMessage, mcp }: Described): string {
  const whole = mcp?.description ?? '';
  const text = whole.length > description.length ? whole : description;
  const prefix = deprecated === true ? deprecationPrefix(deprecationMessage) : '';
  return text.startsWith(prefix) ? text : prefix + text;
}

/** The prefix of a deprecated tool's description. */
export const deprecationPrefix = (message: string | undefined): string =>
  message === undefined ? '[DEPRECATED] ' : `[DEPRECATED: ${message}] `;

/** A tool's description, cut to what a format allows. */
export function describeWithin(
  tool: Described,
  maxLength: number = Infinity,
): { readonly description: string; readonly changes: readonly ExportChange[] } {
  const text = describeTool(tool);
  if (text.length <= maxLength) return { description: text, changes: [] };
  const detail = `a description may have ${maxLength} characters; this one has ${text.length}`;
  return {
    description: cut(text, maxLength),
    changes: [{ code: 'description-truncated', path: '/description', detail, effect: 'none' }],
  };
}

function cut(text: string, length: number): string {
  // Never splits a surrogate pair.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
