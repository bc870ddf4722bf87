import type { Diagnostic } from '@btcp/core';
import { compareText } from '../../source/match-files.ts';

/** Sorts by file, line, column, id and message; drops duplicates. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { id, tool, file, line, column, message } = diagnostic;
    const key = [id, tool, file, line, column, message].join('\0');
    if (!seen.has(key)) seen.set(key, diagnostic);
  }
  return [...seen.values()].sort(
    (a, b) =>
      compareText(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compareText(a.id, b.id) ||
      compareText(a.message, b.message),
  );
}
