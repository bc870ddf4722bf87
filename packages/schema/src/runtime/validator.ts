import type { Issue, ToolValidators, ValidationFailure, ValidationResult, Validator } from '@btcp/core';
import { late } from '#failures';
import type { Collect } from './raw-error.ts';

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
export function validator(schema: string, make: Make): Validator {
  late.preload(() => {});
  let check: Compiled[0] | undefined;
  let collect: Compiled[1];
  let complete: Compiled[2];
  const validate = (value: unknown): ValidationResult => {
    if (check === undefined) [check, collect, complete] = make();
    try {
      if (check(value)) return { ok: true, value: complete === undefined ? value : complete(value) };
    } catch (error) {
      return new Failure(value, () => {
        throw error;
      });
    }
    return new Failure(value, collect);
  };
  const project: Validator['project'] = (value, onDropped) => {
    if (check === undefined) [check, collect, complete] = make();
    return late.loaded ? late.loaded.withoutUndeclared(value, collect, onDropped) : value;
  };
  const { media } = make;
  return Object.assign(validate, { schema, project, ...(media !== undefined && { media }) });
}

/** Makes a validator's functions; of a schema with media it has their maximum length. */
interface Make {
  (): Compiled;
  readonly media?: number;
}

/** Adds the maximum length of all media to what makes a validator's functions. */
export const withMedia = (media: number, make: () => Compiled): Make =>
  Object.assign(() => make(), { media });

/**
 * Makes the validators of one tool: from the fingerprint and the compiled form of its input schema, and the same of its
 * output schema, if any.
 */
export function toolValidators(
  input: string,
  makeInput: Make,
  output?: string,
  makeOutput?: Make,
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
class Failure implements ValidationFailure {
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
      if (!late.loaded) return [UNLOADED];
      this.#value = late.loaded.collectIssues(this.#value, this.#collect);
      this.#collect = undefined;
    }
    return this.#value as readonly Issue[];
  }

  get loading(): Promise<void> | undefined {
    return late.loaded ? undefined : late.load();
  }

  toJSON(): unknown {
    return { ok: this.ok, issues: this.issues };
  }
}

const UNLOADED: Issue = {
  path: '',
  keyword: 'unloaded',
  message: 'the value does not fit; what says why is not loaded yet',
};
