import type { Diagnostic } from '@btcp/core';
import type { ts } from 'ts-morph';
import type { SourceProject } from './source-project.ts';

export type Position = Pick<Diagnostic, 'file' | 'line' | 'column'> & { readonly length?: number };

/** The position of a node, its length cut at the end of its first line. */
export function positionOf(project: SourceProject, node: ts.Node): Position {
  const file = node.getSourceFile();
  const start = node.getStart(file);
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const lineEnd = file.text.indexOf('\n', start);
  const end = Math.min(node.getEnd(), lineEnd === -1 ? file.text.length : lineEnd);
  return {
    file: project.relative(file.fileName),
    line: line + 1,
    column: character + 1,
    length: Math.max(1, end - start),
  };
}

export function placeAt(
  project: SourceProject,
  file: ts.SourceFile,
  start: number,
  length: number,
): Position {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return { file: project.relative(file.fileName), line: line + 1, column: character + 1, length };
}
