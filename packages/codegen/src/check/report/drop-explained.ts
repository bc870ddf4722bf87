import type { Diagnostic } from '@btcp/core';

/**
 * Drops what only follows from an error that is reported: that validators were not compared with ajv, because of a slow
 * pattern; and types and code that cannot be read, because an import leads to no file. Runs after suppressions, so that
 * it stays where the error is suppressed.
 */
export function dropExplained(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return diagnostics.filter((each) => {
    const found = EXPLAINED[each.id];
    return !errors.some(
      (error) => error.id === found?.cause && found.same.every((field) => error[field] === each[field]),
    );
  });
}

/** Diagnostics, the error that explains each, and the fields in which both agree then. */
const EXPLAINED: Readonly<
  Record<string, { readonly cause: string; readonly same: readonly (keyof Diagnostic)[] }>
> = {
  'validators-unjudged': { cause: 'pattern-slow', same: ['tool'] },
  'types-unresolved': { cause: 'import-unresolved', same: ['file', 'line', 'column'] },
  'capability-opaque': { cause: 'import-unresolved', same: ['file'] },
};
