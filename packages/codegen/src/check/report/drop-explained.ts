import type { Diagnostic } from '@btcp/core';

/**
 * Drops what only follows from an error that is reported: that validators were not compared with ajv, because of a slow
 * pattern; and types and code that cannot be read, because an import leads to no file. Runs after suppressions, so that
 * it stays where the error is suppressed.
 */
export function dropExplained(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const explained = new Set(errors.flatMap((error) => EXPLAINS[error.id]?.(error) ?? []));
  return diagnostics.filter((each) => !explained.has(EXPLAINED[each.id]?.(each) ?? ''));
}

type KeyOf = (diagnostic: Diagnostic) => string;

const ofUnjudged: KeyOf = ({ tool }) => `validators-unjudged ${tool ?? ''}`;
const ofUnresolved: KeyOf = ({ file, line, column }) => `types-unresolved ${file}:${line}:${column}`;
const ofOpaque: KeyOf = ({ file }) => `capability-opaque ${file}`;

const EXPLAINED: Readonly<Record<string, KeyOf>> = {
  'validators-unjudged': ofUnjudged,
  'types-unresolved': ofUnresolved,
  'capability-opaque': ofOpaque,
};

/** What errors explain: keys of `EXPLAINED`. */
const EXPLAINS: Readonly<Record<string, (error: Diagnostic) => readonly string[]>> = {
  'pattern-slow': (error) => [ofUnjudged(error)],
  'import-unresolved': (error) => [ofUnresolved(error), ofOpaque(error)],
};
