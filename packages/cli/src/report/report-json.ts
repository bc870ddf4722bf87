import type { Diagnostic } from '@btcp/core';

/** Diagnostics as one JSON text for programs, with what else a command has to tell. */
export function reportJson(diagnostics: readonly Diagnostic[], more: object = {}): string {
  const plain = diagnostics.map(({ id, severity, tool, file, line, column, message, help, data, fix }) => ({
    id,
    severity,
    tool: tool ?? null,
    file,
    line,
    column,
    message,
    help,
    data,
    ...(fix && { fixable: true }),
  }));
  return JSON.stringify({ diagnostics: plain, ...more }, null, 2) + '\n';
}
