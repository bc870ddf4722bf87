import type { Diagnostic } from '@btcp/core';
import { syntaxErrorsOf } from './nodes.ts';
import { placeAt } from './position.ts';
import type { SourceProject } from './source-project.ts';
import { ts } from './ts.ts';

const JSX = /<\/\w*>|\/>/;
const JSX_HELP =
  'Correct the syntax; if this is JSX, rename the file to `.tsx`, and let `tools` in the config match that.';

export function moduleSyntax(project: SourceProject, path: string): readonly Diagnostic[] {
  const file = project.file(path);
  if (!file) return [];
  const help =
    path.endsWith('.ts') && JSX.test(file.text)
      ? JSX_HELP
      : 'Correct the syntax; nothing else in this file can be checked before.';
  return syntaxErrorsOf(file).map(({ start, length, messageText }) => ({
    id: 'syntax-error',
    severity: 'error',
    ...placeAt(project, file, start, length),
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
    help,
  }));
}
