import type { Options } from 'prettier';
import type { AnswerCache } from '../cache/answer-cache.ts';
import { formatFailed } from '../write/format-options.ts';

/** A part of a file that is formatted apart: some statements, or a block with members, each of which is. */
export type Piece =
  | string
  /** `head` ends in `{}`. */
  | { readonly head: string; readonly members: readonly string[] };

/** The text of a file before it is formatted. */
export function joinPieces(pieces: readonly Piece[]): string {
  const texts = pieces.map((piece) =>
    typeof piece === 'string' ? piece : fill(piece.head, `${piece.members.join('\n')}\n`),
  );
  return `${texts.join('\n\n')}\n`;
}

/**
 * The text of a file as prettier formats it. What was formatted before is not formatted again, so that an edit of one
 * tool costs the pieces of that tool.
 *
 * @throws ProjectError if prettier fails.
 */
export async function formatPieces(
  pieces: readonly Piece[],
  options: Options,
  answers: Pick<AnswerCache, 'get'>,
): Promise<string> {
  const formatted = (text: string): Promise<string> =>
    answers.get(['format', options, text], () => formatText(text, options));
  const formatPiece = async (piece: Piece): Promise<string> => {
    if (typeof piece === 'string') return formatted(piece);
    const head = await formatted(piece.head);
    const members = await Promise.all(
      piece.members.map(async (member) => membersOf(await formatted(`interface Some {\n${member}\n}`))),
    );
    return fill(head, members.join(''));
  };
  try {
    const texts = await Promise.all(pieces.map(formatPiece));
    return texts.join(/\r?\n?$/.exec(texts[0] ?? '')?.[0]);
  } catch (error) {
    throw formatFailed(error);
  }
}

// Without what finds options, files and parsers, prettier loads and runs in half the time.
async function formatText(text: string, options: Options): Promise<string> {
  if (options.parser !== undefined || (options.plugins ?? []).length > 0)
    return (await import('prettier')).format(text, options);
  const [{ format }, ...plugins] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/babel'),
    import('prettier/plugins/estree'),
  ]);
  return format(text, { ...options, parser: 'babel-ts', plugins });
}

/** Puts members between the braces that a text ends in. */
function fill(head: string, members: string): string {
  const end = head.lastIndexOf('}');
  return members === '' ? head : `${head.slice(0, end)}\n${members}${head.slice(end)}`;
}

// Between the line of the opening brace and that of the closing one.
const membersOf = (block: string): string => block.slice(block.indexOf('\n') + 1, block.lastIndexOf('}'));
