import type { Reader } from './reader.ts';

const MIN = 10;
const MAX = 1000;

/** What a description says, and the deprecation that exports write before it. */
export interface ReadDescription {
  readonly description: string;
  /** The source's own text where BTCP's limits changed it. */
  readonly original?: string;
  readonly deprecated?: true;
  readonly deprecationMessage?: string;
}

/** Formats without a field for it write the deprecation before the description. */
const DEPRECATED = /^\[DEPRECATED(?:: ([^\]]*))?\] /;

/**
 * Fits a description into BTCP's limits, which count characters as Unicode does.
 *
 * @param name - For a description that says too little to stand alone.
 */
export function readDescription(source: unknown, name: string, { warn }: Reader): ReadDescription {
  const text = typeof source === 'string' ? source : '';
  const prefix = DEPRECATED.exec(text);
  const own = text.slice(prefix?.[0].length ?? 0);
  const marked = {
    ...(prefix && { deprecated: true as const }),
    ...(prefix?.[1] !== undefined && { deprecationMessage: prefix[1] }),
  };
  const characters = Array.from(own);
  if (characters.length > MAX) {
    const detail = `${characters.length} characters were cut to ${MAX}`;
    warn({ code: 'description-truncated', path: '/description', detail });
    return { description: `${characters.slice(0, MAX - 1).join('')}…`, original: own, ...marked };
  }
  if (characters.length >= MIN && own.trim() !== '') return { description: own, ...marked };
  const description =
    own.trim() === '' ? `The tool "${name}"; its source does not describe it.` : `The tool "${name}": ${own}`;
  const what = typeof source === 'string' ? 'too short to choose a tool by' : 'missing';
  warn({ code: 'description-invalid', path: '/description', detail: `the description is ${what}` });
  return { description, ...(typeof source === 'string' && { original: own }), ...marked };
}
