import type { ImportFormat } from '@btcp/adapters';

/** Other names for formats, which imports and exports take alike; those of strict forms end in `-strict`. */
export const FORMAT_ALIASES: ReadonlyMap<string, Exclude<ImportFormat, 'json-schema'>> = new Map([
  ['mcp', 'mcp-2025-11-25'],
  ['openai-chat-strict', 'openai-chat'],
  ['openai-responses-strict', 'openai-responses'],
  ['anthropic-strict', 'anthropic'],
]);

/** The targets that have a strict form. */
export const STRICT_TARGETS: readonly string[] = [...FORMAT_ALIASES]
  .filter(([alias]) => alias.endsWith('-strict'))
  .map(([, target]) => target);
