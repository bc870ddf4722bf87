import type { ManifestTool } from '@btcp/core';
import type { ExportChange } from '../lower/export-change.ts';

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

/** A title as people see it. */
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

/** The prefix of a deprecated tool's description. */
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
