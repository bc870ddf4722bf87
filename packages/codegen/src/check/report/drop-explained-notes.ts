import type { Diagnostic } from '@btcp/core';

/**
 * Drops the note that validators were not compared with ajv where the slow pattern behind it is reported as an error.
 * Runs after suppressions, so that the note stays where the error is suppressed.
 */
export function dropExplainedNotes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const explained = new Set(
    diagnostics
      .filter(({ id, severity }) => id === 'pattern-slow' && severity === 'error')
      .map(({ tool }) => tool),
  );
  return diagnostics.filter(({ id, tool }) => id !== 'validators-unjudged' || !explained.has(tool));
}
