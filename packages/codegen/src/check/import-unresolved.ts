import type { Diagnostic } from '@btcp/core';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { specifierBeside } from '../source/specifier-beside.ts';
import type { ts } from '../source/ts.ts';

/** Reports an import of the author's own code that leads to no file. */
export function importUnresolved(project: SourceProject, specifier: ts.StringLiteralLike): Diagnostic {
  const { text } = specifier;
  const beside = specifierBeside(text, specifier.getSourceFile().fileName);
  const where = text.startsWith('.')
    ? 'there is no such file'
    : '`paths` of the tsconfig leads it to no file';
  return {
    id: 'import-unresolved',
    severity: 'error',
    ...positionOf(project, specifier),
    message: `The import \`${text}\` cannot be resolved: ${where}${beside === undefined ? '.' : `; did you mean \`${beside}\`?`}`,
    help:
      beside === undefined
        ? 'Correct the path, or add the file: no tool that imports this module could be loaded.'
        : `Write \`${beside}\`.`,
  };
}
