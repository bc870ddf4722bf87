import type { Issue, ValidationResult, Validator } from '@btcp/core';
import { issuesOf } from './issues.ts';
import { preview } from './preview.ts';
import type { RawError } from './raw-error.ts';

/**
 * Makes a validator of what was compiled from one schema.
 *
 * @param schema - The fingerprint of the schema.
 * @param check - Whether a value fits; stops at the first failure.
 * @param collect - Every failure of a value that does not fit. Runs when somebody first reads the issues.
 * @param complete - Applies defaults to a copy; absent when the schema has none.
 */
export function validator(
  schema: string,
  check: (value: unknown) => boolean,
  collect: (value: unknown, path: string) => RawError[] | null,
  complete?: (value: unknown) => unknown,
): Validator {
  const validate = (value: unknown): ValidationResult => {
    try {
      if (check(value)) return { ok: true, value: complete === undefined ? value : complete(value) };
    } catch (error) {
      return { ok: false, issues: [unreadable(error)] };
    }
    return failure(value, collect);
  };
  return Object.assign(validate, { schema });
}

function failure(
  value: unknown,
  collect: (value: unknown, path: string) => RawError[] | null,
): ValidationResult {
  let issues: readonly Issue[] | undefined;
  return {
    ok: false,
    get issues() {
      return (issues ??= collectIssues(value, collect));
    },
  };
}

function collectIssues(
  value: unknown,
  collect: (value: unknown, path: string) => RawError[] | null,
): Issue[] {
  try {
    return issuesOf(collect(value, '') ?? [UNSTABLE], value);
  } catch (error) {
    return [unreadable(error)];
  }
}

// A getter, or the caller, changed the value between the check and the reading of the issues.
const UNSTABLE: RawError = { path: '', keyword: 'changed', params: null, value: undefined, name: undefined };

// Reading a value can only fail by running out of stack, or in a getter or proxy of the caller's own.
function unreadable(error: unknown): Issue {
  if (error instanceof RangeError) {
    return { path: '', keyword: 'depth', message: 'the value is nested too deeply to be checked' };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { path: '', keyword: 'unreadable', message: `the value could not be read: ${preview(reason)}` };
}
