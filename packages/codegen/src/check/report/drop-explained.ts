import type { Diagnostic } from '@btcp/core';

/**
 * Drops what only follows from an error that is reported: that validators were not compared with ajv, because of a slow
 * pattern; types and code that cannot be read, because an import leads to no file; advice on a use that isolated
 * tools cannot have; and a note on a stated hint that is wrong. Runs after suppressions, so that it stays where the error is suppressed.
 */
export function dropExplained(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return diagnostics.filter((each) => {
    const causes = EXPLAINED[each.id] ?? [];
    return !errors.some((error) =>
      causes.some(
        ({ cause, same }) => error.id === cause && same.every((field) => error[field] === each[field]),
      ),
    );
  });
}

interface Cause {
  /** The id of the error that explains a diagnostic. */
  readonly cause: string;
  /** The fields in which both agree then. */
  readonly same: readonly (keyof Diagnostic)[];
}

const OUT_OF_REACH: Cause = { cause: 'isolated-out-of-reach', same: ['tool', 'file', 'line', 'column'] };

const EXPLAINED: Readonly<Record<string, readonly Cause[]>> = {
  'validators-unjudged': [{ cause: 'pattern-slow', same: ['tool'] }],
  'types-unresolved': [{ cause: 'import-unresolved', same: ['file', 'line', 'column'] }],
  'capability-opaque': [{ cause: 'import-unresolved', same: ['file'] }, OUT_OF_REACH],
  'capability-missing': [OUT_OF_REACH],
  'capability-maybe': [OUT_OF_REACH],
  'capability-unverifiable': [OUT_OF_REACH],
  'power-unmapped': [OUT_OF_REACH],
  'hint-stated': [{ cause: 'hint-contradicted', same: ['tool', 'file', 'line', 'column'] }],
};
