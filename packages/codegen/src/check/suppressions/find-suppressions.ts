import type { SourceProject } from '../../source/source-project.ts';
import type { ts } from '../../source/ts.ts';
import { commentAt } from '../../source/nodes.ts';

/** A comment that suppresses a rule. */
export interface Suppression {
  /** The rule's id; empty where none is named. */
  readonly id: string;
  /** Whether the comment names other rules too. */
  readonly isShared: boolean;
  /** Empty where none is given. */
  readonly reason: string;
  /** Relative to the project's root. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The line it applies to: its own if code precedes it, else the next line with code. */
  readonly coveredLine: number;
}

const COMMENT = /\/(?:\/|\*\*?)[ \t]*btcp-ignore(?![\w-])([^\r\n]*)/gi;
const CONTENT = /^[ \t]*([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)?[ \t]*:?[ \t]*(.*)$/;

/** The comments `// btcp-ignore <id>: <reason>` of a file; they may name several rules, or be block comments. */
export function findSuppressions(project: SourceProject, path: string): readonly Suppression[] {
  if (!/btcp-ignore/i.test(project.text(path) ?? '')) return [];
  const file = project.file(path);
  if (!file) return [];
  return [...file.text.matchAll(COMMENT)].flatMap((match) => {
    // The match may be inside a string or another comment.
    const comment = commentAt(file, match.index);
    if (!comment) return [];
    const [, given = '', reason = ''] = CONTENT.exec(match[1]?.replace(/\*\/.*$/, '') ?? '') ?? [];
    const ids = given.split(',').map((id) => id.trim());
    const { line, character } = file.getLineAndCharacterOfPosition(match.index);
    return ids.map((id) => ({
      id,
      isShared: ids.length > 1,
      reason: reason.trim(),
      file: project.relative(path),
      line: line + 1,
      column: character + 1,
      length: file.text.slice(comment.pos, comment.end).split(/\r?\n/)[0]?.trimEnd().length ?? 0,
      coveredLine: coveredLine(file, match.index, comment.end) + 1,
    }));
  });
}

function coveredLine(file: ts.SourceFile, position: number, end: number): number {
  const { line } = file.getLineAndCharacterOfPosition(position);
  const lineStart = file.getPositionOfLineAndCharacter(line, 0);
  // In JSX, comments are written in braces.
  if (/[^\s{]/.test(file.text.slice(lineStart, position))) return line;
  return file.getLineAndCharacterOfPosition(skipTrivia(file.text, end)).line;
}

/** Where the next token begins, after white space and comments. */
function skipTrivia(text: string, position: number): number {
  const trivia = /(?:\s+|(?<=\*\/)\}|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = position;
  return position + (trivia.exec(text)?.[0].length ?? 0);
}
