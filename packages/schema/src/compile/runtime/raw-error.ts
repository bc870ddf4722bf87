/** One failure as the emitted code reports it: facts only, worded when somebody reads the issues. */
export interface RawError {
  /** JSON pointer to the value that was checked. */
  readonly path: string;
  readonly keyword: string;
  /** What the keyword asks for, in the keyword's own shape. */
  readonly params: unknown;
  /** The value that was checked. */
  readonly value: unknown;
  /** Set while the name of a property is being checked. */
  readonly name: string | undefined;
}

/** Adds a failure to a list that starts as `null`; returns the list. */
export function report(
  errors: RawError[] | null,
  path: string,
  keyword: string,
  params: unknown,
  value: unknown,
  name?: string,
): RawError[] {
  const error: RawError = { path, keyword, params, value, name };
  if (errors === null) return [error];
  errors.push(error);
  return errors;
}

/** Adds the failures of a referenced schema, `null` when there are none, to a list; returns the list. */
export function join(errors: RawError[] | null, more: RawError[] | null): RawError[] | null {
  if (errors === null || more === null) return errors ?? more;
  for (const error of more) errors.push(error);
  return errors;
}

/** One segment of a JSON pointer. */
export function pointerSegment(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}
