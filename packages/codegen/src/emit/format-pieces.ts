import type { Options } from 'prettier';
import type { Cache, Memo } from '../cache/cache.ts';
import { formatFailed } from '../write/format-options.ts';
import { formatPlain } from './format-plain.ts';
import { formatAll, type FormatRequest } from './format-text.ts';

/** A part of a file that is formatted separately: statements, or a block whose members are formatted one by one. */
export type Piece =
  | string
  /** `head` ends in `{}`. */
  | { readonly head: string; readonly members: readonly string[] };

/** The caches and the pool that formatting uses. */
export interface Formatting {
  readonly cache: Pick<Cache, 'get'>;
  readonly memo: Memo;
  readonly pool: { run(task: 'format', item: FormatRequest): Promise<string> };
}

/** Joins the pieces of a file without formatting them. */
export function joinPieces(pieces: readonly Piece[]): string {
  const texts = pieces.map((piece) =>
    typeof piece === 'string' ? piece : fill(piece.head, `${piece.members.join('\n')}\n`),
  );
  return `${texts.join('\n\n')}\n`;
}

/**
 * Formats a file as prettier does, piece by piece. Those that prettier itself has to format are cached.
 *
 * @throws ProjectError if prettier fails.
 */
export async function formatPieces(
  pieces: readonly Piece[],
  options: Options,
  formatting: Formatting,
): Promise<string> {
  const texts = pieces.flatMap((piece) =>
    typeof piece === 'string' ? [piece] : [piece.head, ...piece.members.map(asBlock)],
  );
  const formatted = await formatTexts(texts, { ...options, endOfLine: 'lf' }, formatting);
  const textOf = (text: string): string => formatted.get(text) ?? '';
  const parts = pieces.map((piece) =>
    typeof piece === 'string'
      ? textOf(piece)
      : fill(textOf(piece.head), piece.members.map((member) => membersOf(textOf(asBlock(member)))).join('')),
  );
  return `${parts.join('\n\n')}\n`.replaceAll('\n', ENDS[options.endOfLine ?? 'lf']);
}

const ENDS = { crlf: '\r\n', cr: '\r', lf: '\n', auto: '\n' } as const;

async function formatTexts(
  texts: readonly string[],
  options: Options,
  { cache, memo, pool }: Formatting,
): Promise<ReadonlyMap<string, string>> {
  const last = memo.get(pool, `formatted with ${JSON.stringify(options)}`, [], () => ({
    texts: new Map<string, string>(),
  }));
  // Plugin objects hold functions, which cannot be sent to another thread.
  const isData = (options.plugins ?? []).every((plugin) => typeof plugin === 'string');
  const ask = async (text: string): Promise<string> =>
    isData ? pool.run('format', { text, options }) : ((await formatAll([{ text, options }]))[0] ?? '');
  const formatted = new Map<string, string>();
  const format = async (text: string): Promise<void> => {
    const known =
      last.texts.get(text) ??
      formatPlain(text, options) ??
      (await cache.get(['format', options, text], () => ask(text)));
    formatted.set(text, known);
  };
  try {
    await Promise.all([...new Set(texts)].map(format));
    // Only those of the last build: each edit changes some.
    return (last.texts = formatted);
  } catch (error) {
    throw formatFailed(error);
  }
}

/** Inserts members between the braces that `head` ends in. */
function fill(head: string, members: string): string {
  const end = head.lastIndexOf('}');
  return members === '' ? head : `${head.slice(0, end)}\n${members}${head.slice(end)}`;
}

const asBlock = (member: string): string => `interface Some {\n${member}\n}`;

// The lines between those of the braces.
const membersOf = (block: string): string => block.slice(block.indexOf('\n') + 1, block.lastIndexOf('}'));
