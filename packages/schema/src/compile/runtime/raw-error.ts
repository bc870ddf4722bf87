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
  /** Whether another part of the same `allOf` declares the property that this one refuses. */
  readonly isDeclared?: true;
}

/** Reports every failure of a value at a JSON pointer. */
export type Collect = (value: unknown, path: string) => void;

let gathered: RawError[] | null = null;

/** Reports a failure to whoever is gathering. */
export function report(path: string, keyword: string, params: unknown, value: unknown, name?: string): void {
  const error: RawError = { path, keyword, params, value, name };
  if (gathered === null) gathered = [error];
  else gathered.push(error);
}

/** Marks what was reported of an object for having properties that other parts of its schema declare. */
export function declare(path: string, names: ReadonlySet<string>): void {
  for (const [index, error] of gathered?.entries() ?? [])
    if (error.path === path && error.keyword === 'additionalProperties' && names.has(error.name ?? ''))
      gathered?.splice(index, 1, { ...error, isDeclared: true });
}

/** The failures that a function reports; `null` when there are none. */
export function gather(collect: Collect, value: unknown, path: string): RawError[] | null {
  const outer = gathered;
  gathered = null;
  try {
    collect(value, path);
    return gathered;
  } finally {
    gathered = outer;
  }
}
