import { lineCommentAt } from '../source/line-comment-at.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { ts } from '../source/ts.ts';

/** A comment that asks to ignore a rule. */
export interface Suppression {
  /** The rule's id. */
  readonly id: string;
  /** Empty where none is given. */
  readonly reason: string;
  /** Relative to the project's root. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The line it is about: its own if there is code before it, or the next one with code. */
  readonly coveredLine: number;
}

const COMMENT = /\/\/[ \t]*btcp-ignore[ \t]+([A-Za-z0-9_-]+)[ \t]*:?[ \t]*([^\r\n]*)/g;

/** The comments `// btcp-ignore <id>: <reason>` of a file. */
export function findSuppressions(project: SourceProject, path: string): readonly Suppression[] {
  const file = project.file(path);
  if (!file?.text.includes('btcp-ignore')) return [];
  return [...file.text.matchAll(COMMENT)].flatMap((match) => {
    const [whole, id = '', reason = ''] = match;
    // The same characters may stand in a text, or in another comment.
    if (!lineCommentAt(file, match.index)) return [];
    const { line, character } = file.getLineAndCharacterOfPosition(match.index);
    return [
      {
        id,
        reason: reason.trim(),
        file: project.relative(path),
        line: line + 1,
        column: character + 1,
        length: whole.trimEnd().length,
        coveredLine: coveredLine(file, match.index) + 1,
      },
    ];
  });
}

function coveredLine(file: ts.SourceFile, position: number): number {
  const { line } = file.getLineAndCharacterOfPosition(position);
  const lineStart = file.getPositionOfLineAndCharacter(line, 0);
  if (/\S/.test(file.text.slice(lineStart, position))) return line;
  return file.getLineAndCharacterOfPosition(skipTrivia(file.text, position)).line;
}

/** Where the next code begins: behind spaces and comments. */
function skipTrivia(text: string, position: number): number {
  const trivia = /(?:\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = position;
  return position + (trivia.exec(text)?.[0].length ?? 0);
}
