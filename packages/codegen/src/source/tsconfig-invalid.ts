import { basename } from 'node:path';
import type { ProjectDiagnostic } from '../system/project-error.ts';
import { ts } from './ts.ts';

/** Reports what TypeScript cannot read in a tsconfig, at its place unless that is in a file that it extends. */
export function tsconfigInvalid(tsconfig: string, problem: ts.Diagnostic): ProjectDiagnostic {
  const { file, start, length, messageText } = problem;
  const isHere = file && start !== undefined && basename(file.fileName) === basename(tsconfig);
  const { line, character } = isHere
    ? ts.getLineAndCharacterOfPosition(file, start)
    : { line: 0, character: 0 };
  return {
    id: 'tsconfig-invalid',
    file: basename(tsconfig),
    line: line + 1,
    column: character + 1,
    ...(isHere && length !== undefined && { length }),
    message: `${basename(tsconfig)} cannot be read: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    help: 'Correct it; `npx tsc --showConfig` shows the same.',
  };
}
