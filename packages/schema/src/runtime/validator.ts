import type { Issue, ToolValidators, ValidationResult, Validator } from '@btcp/core';
import { issuesOf } from './issues.ts';
import { preview } from './preview.ts';
import { withoutUndeclared } from './project.ts';
import { gather, type Collect, type RawError } from './raw-error.ts';

/** What was compiled from one schema. */
export type Compiled = readonly [
  /** Whether a value fits; stops at the first failure. */
  check: (value: unknown) => boolean,
  /** Reports every failure of a value that does not fit. Runs when the issues are first read. */
  collect: Collect,
  /** Applies defaults to a copy; absent when the schema has none. */
  complete?: (value: unknown) => unknown,
];

/**
 * Makes a validator from a compiled schema.
 *
 * @param schema - The fingerprint of the schema.
 * @param make - Called at the first value: few of a page's tools are ever called.
 */
export function validator(schema: string, make: () => Compiled): Validator {
  let check: Compiled[0] | undefined;
  let collect: Compiled[1];
  let complete: Compiled[2];
  const validate = (value: unknown): ValidationResult => {
    if (check === undefined) [check, collect, complete] = make();
    try {
      if (check(value)) return { ok: true, value: complete === undefined ? value : complete(value) };
    } catch (error) {
      return { ok: false, issues: [unreadable(error)] };
    }
    return new Failure(value, collect);
  };
  const project: Validator['project'] = (value, onDropped) => {
    if (check === undefined) [check, collect, complete] = make();
    return withoutUndeclared(value, collect, onDropped);
  };
  return Object.assign(validate, { schema, project });
}

/**
 * Makes the validators of one tool: from the fingerprint and the compiled form of its input schema, and the same of its
 * output schema, if any.
 */
export function toolValidators(
  input: string,
  makeInput: () => Compiled,
  output?: string,
  makeOutput?: () => Compiled,
): ToolValidators {
  return {
    input: validator(input, makeInput),
    ...(output !== undefined && makeOutput && { output: validator(output, makeOutput) }),
  };
}

/** Applies defaults, unless the value would no longer fit: then returns it unchanged. */
export function fillIfFits(
  check: (value: unknown) => boolean,
  fill: (value: unknown) => unknown,
): (value: unknown) => unknown {
  return (value) => {
    const filled = fill(value);
    return filled === value || check(filled) ? filled : value;
  };
}

/** Memoises a function that several validators share. */
export function once(make: () => Compiled): () => Compiled {
  let made: Compiled | undefined;
  return () => (made ??= make());
}

// A getter of the class costs nothing until it is read; an own one would cost more than ajv's whole first error.
class Failure {
  readonly ok = false;
  // The value, then its issues.
  #value: unknown;
  #collect: Collect | undefined;

  constructor(value: unknown, collect: Collect) {
    this.#value = value;
    this.#collect = collect;
  }

  get issues(): readonly Issue[] {
    if (this.#collect !== undefined) {
      this.#value = collectIssues(this.#value, this.#collect);
      this.#collect = undefined;
    }
    return this.#value as readonly Issue[];
  }

  toJSON(): unknown {
    return { ok: this.ok, issues: this.issues };
  }
}

function collectIssues(value: unknown, collect: Collect): readonly Issue[] {
  try {
    return issuesOf(gather(collect, value, '') ?? [UNSTABLE], value);
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
