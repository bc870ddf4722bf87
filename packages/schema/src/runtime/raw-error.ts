import { escapePointerToken } from './pointer-tokens.ts';

/** One failure as emitted code reports it: facts only, worded when the issues are read. */
export interface RawError {
  /** JSON pointer to the value that was checked. */
  readonly path: string;
  readonly keyword: string;
  /** What the keyword requires, in a shape of its own. */
  readonly params: unknown;
  readonly value: unknown;
  /** The property name, while names are checked. */
  readonly name: string | undefined;
  /** Whether another part of the same `allOf` declares the property that this one refuses. */
  readonly isDeclared?: true;
}

/** Reports every failure of a value at a JSON pointer. */
export type Collect = (value: unknown, path: string) => void;

let gathered: RawError[] | null = null;

/** Reports a failure to the enclosing `gather`. */
export function report(path: string, keyword: string, params: unknown, value: unknown, name?: string): void {
  const error: RawError = { path, keyword, params, value, name };
  if (gathered === null) gathered = [error];
  else gathered.push(error);
}

/** How many failures were reported to the enclosing `gather`. */
export function countFailures(): number {
  return gathered === null ? 0 : gathered.length;
}

/**
 * Marks reported failures about properties of an object that other parts of its schema declare.
 *
 * @param from - How many failures were reported before those of the object.
 */
export function declare(path: string, names: ReadonlySet<string>, from: number): void {
  for (let index = from; index < countFailures(); index++) {
    const error = gathered?.[index];
    if (error && isAt(error, path) && error.keyword === 'additionalProperties' && names.has(error.name ?? ''))
      gathered?.splice(index, 1, { ...error, isDeclared: true });
  }
}

/**
 * Whether a failure of a value, or within it, is of the value itself. Compared by length: the pointers of one value
 * all begin alike, and V8 would copy each long one to compare it.
 */
export const isAt = ({ path }: RawError, place: string): boolean => path.length === place.length;

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

/** The path of a failure: of an unknown property its own, while the emitted code reports its object. */
export function pathOf(error: RawError): string {
  return isUnknownProperty(error) ? `${error.path}/${escapePointerToken(error.name ?? '')}` : error.path;
}

/** Whether an error is about a property that should not be there at all. */
export function isUnknownProperty({ keyword, name }: RawError): boolean {
  return name !== undefined && isAboutProperty(keyword);
}

/** Whether a keyword refuses a property itself. */
export const isAboutProperty = (keyword: string): boolean =>
  keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
