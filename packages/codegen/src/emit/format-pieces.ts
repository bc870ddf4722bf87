import type { Options, Plugin } from 'prettier';
import type { AnswerCache } from '../cache/answer-cache.ts';
import { formatFailed } from '../write/format-options.ts';

/** A part of a file that is formatted separately: statements, or a block whose members are formatted one by one. */
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

/** Stands between pieces that are formatted in one go, which takes a third of the time. */
const MARK = '// The next piece.';
// Lines of comments begin with an asterisk.
const MARK_LINE = /^\/\/ The next piece\.$/m;

/**
 * The text of a file as prettier formats it. What was formatted before is not formatted again, so that an edit of one
 * tool costs the pieces of that tool.
 *
 * @throws ProjectError if prettier fails.
 */
export async function formatPieces(
  pieces: readonly Piece[],
  options: Options,
  answers: Pick<AnswerCache, 'find' | 'put'>,
): Promise<string> {
  const texts = pieces.flatMap((piece) =>
    typeof piece === 'string' ? [piece] : [piece.head, ...piece.members.map(asBlock)],
  );
  const formatted = await formatTexts(texts, { ...options, endOfLine: 'lf' }, answers);
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
  answers: Pick<AnswerCache, 'find' | 'put'>,
): Promise<ReadonlyMap<string, string>> {
  const questionOf = (text: string): readonly unknown[] => ['format', options, text];
  // The key includes the question, which determines the type.
  const known = new Map(
    texts.map((text) => [text, answers.find(questionOf(text))?.value as string | undefined]),
  );
  const unknown = [...known.keys()].filter((text) => known.get(text) === undefined);
  if (unknown.length === 0) return known as ReadonlyMap<string, string>;
  try {
    const all = await formatText(unknown.join(`\n\n${MARK}\n\n`), options);
    for (const [index, part] of all.split(MARK_LINE).entries()) {
      const text = unknown[index] ?? '';
      known.set(text, part.trim());
      answers.put(questionOf(text), part.trim());
    }
  } catch (error) {
    throw formatFailed(error);
  }
  return known as ReadonlyMap<string, string>;
}

// Without what finds options, files and parsers, prettier loads and runs in half the time.
async function formatText(text: string, options: Options): Promise<string> {
  if (options.parser !== undefined || (options.plugins ?? []).length > 0)
    return (await import('prettier')).format(text, options);
  const [{ format }, ...plugins] = await loadFormatter();
  return format(text, { ...options, parser: 'babel-ts', plugins });
}

/** Loads what formats, unless that was done before. */
export function loadFormatter(): Promise<Formatter> {
  return (formatter ??= Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/babel'),
    import('prettier/plugins/estree'),
  ]));
}

type Formatter = [{ readonly format: (text: string, options: Options) => Promise<string> }, Plugin, Plugin];
let formatter: Promise<Formatter> | undefined;

/** Puts members between the braces that a text ends in. */
function fill(head: string, members: string): string {
  const end = head.lastIndexOf('}');
  return members === '' ? head : `${head.slice(0, end)}\n${members}${head.slice(end)}`;
}

const asBlock = (member: string): string => `interface Some {\n${member}\n}`;

// Between the line of the opening brace and that of the closing one.
const membersOf = (block: string): string => block.slice(block.indexOf('\n') + 1, block.lastIndexOf('}'));
