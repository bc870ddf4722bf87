import { branchesOf, charactersOf } from './unions.ts';
import { propertyStep } from './sentences.ts';
import { pointerKeys } from './pointer-tokens.ts';
import { gather, isUnknownProperty, pathOf, type Collect, type RawError } from './raw-error.ts';

/** The characters of all paths that are read. */
const MAX_CHARACTERS = 2 ** 25;

/** The properties to leave out, by name; `undefined` leaves out all of it. */
interface Undeclared extends Map<string, Undeclared | undefined> {}

/**
 * Leaves out of a value what its schema's closed objects refuse. That is known from the failures that a collecting
 * function reports, so no other code is emitted for it.
 */
export function withoutUndeclared(
  value: unknown,
  collect: Collect,
  onDropped?: (place: string) => void,
): unknown {
  const errors = gather(collect, value, '') ?? [];
  // It still does not fit then.
  if (charactersOf(errors) > MAX_CHARACTERS) return value;
  const undeclared: Undeclared = new Map();
  for (const path of undeclaredIn(errors)) add(undeclared, pointerKeys(path));
  const dropped = new Set<string>();
  const rest = without(value, undeclared, '', dropped);
  if (onDropped) dropped.forEach((place) => onDropped(place));
  return rest;
}

/** JSON pointers of undeclared properties. */
function undeclaredIn(errors: readonly RawError[]): string[] {
  return errors.flatMap((error) => {
    if (isUndeclared(error)) return [pathOf(error)];
    const [first = [], ...others] = fixableBranches(error).map(undeclaredIn);
    // Keeps what another branch declares: at worst the value does not fit, and none of it is returned.
    const known = others.map((paths) => new Set(paths));
    return first.filter((path) => known.every((paths) => paths.has(path)));
  });
}

/** The branches of a union that would accept a value without its undeclared properties. */
function fixableBranches(error: RawError): (readonly RawError[])[] {
  const branches = branchesOf(error) ?? [];
  // Several branches of `oneOf` fit already.
  if (branches.includes(null)) return [];
  return branches.filter((branch) => branch !== null).filter((branch) => branch.every(isFixable));
}

// A property that any part of an `allOf` declares is kept: then the value does not fit, and none of it is returned.
const isUndeclared = (error: RawError): boolean => isUnknownProperty(error) && !error.isDeclared;

const isFixable = (error: RawError): boolean => isUndeclared(error) || fixableBranches(error).length > 0;

function add(undeclared: Undeclared, keys: readonly string[]): void {
  let at = undeclared;
  for (const key of keys.slice(0, -1)) {
    const next = at.has(key) ? at.get(key) : (new Map() as Undeclared);
    if (next === undefined) return;
    at.set(key, next);
    at = next;
  }
  at.set(keys.at(-1) ?? '', undefined);
}

/** @param dropped - Receives the paths of what is left out. */
function without(value: unknown, undeclared: Undeclared, place: string, dropped: Set<string>): unknown {
  if (undeclared.size === 0) return value;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      without(item, undeclared.get(String(index)) ?? NOTHING, `${place}[]`, dropped),
    );
  }
  // A key with a map leads into an object. `fromEntries` makes `__proto__` a property like any other.
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, each]: [string, unknown]) => {
      if (!undeclared.has(key)) return [[key, each]];
      const at = place + propertyStep(key, place);
      const inner = undeclared.get(key);
      if (inner !== undefined) return [[key, without(each, inner, at, dropped)]];
      dropped.add(at);
      return [];
    }),
  );
}

const NOTHING: Undeclared = new Map();
