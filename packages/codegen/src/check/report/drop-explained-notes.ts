import type { Diagnostic } from '@btcp/core';

/**
 * Leaves out the notes on validators that were not compared where the pattern that kept ajv from it is reported as an
 * error: behind the comments that ask to ignore it, so that the note stays where the error goes.
 */
export function dropExplainedNotes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const explained = new Set(
    diagnostics
      .filter(({ id, severity }) => id === 'pattern-slow' && severity === 'error')
      .map(({ tool }) => tool),
  );
  return diagnostics.filter(({ id, tool }) => id !== 'validators-unjudged' || !explained.has(tool));
}
