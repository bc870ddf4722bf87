import { STRICT_TARGETS, type Target } from '@btcp/adapters/formats';

/** Other names of formats, for imports and exports alike; those of strict forms end in `-strict`. */
export const FORMAT_ALIASES: ReadonlyMap<string, Target> = new Map([
  ['mcp', 'mcp-2025-11-25'],
  ...STRICT_TARGETS.map((target) => [`${target}-strict`, target] as const),
]);
