/**
 * Where a value may come from: a top-level name (see `bindingId`), a parameter of the function that is looked at
 * (`#0`), or what it is called on (`#this`).
 */
export type Source = string;

export const THIS = '#this';
export const parameter = (index: number): Source => `#${index}`;
export const isOuter = (source: Source): boolean => source.startsWith('#');

/**
 * How a value hangs together with one of a source, as text, so that sets compare it: what is `above` steps (members,
 * elements) inside of the value is what is `below` steps inside of the source's. `{ a: A }` is one above `A`, and
 * `A.properties` one below.
 */
export type Place = string;

/** Steps that are not counted any more: somewhere inside, or the value itself. */
export const ANYWHERE = 3;

export function placeOf(source: Source, above = 0, below = 0): Place {
  return `${Math.min(above, ANYWHERE)}${Math.min(below, ANYWHERE)}${source}`;
}

export const sourceAt = (place: Place): Source => place.slice(2);
const aboveOf = (place: Place): number => Number(place[0]);
export const belowOf = (place: Place): number => Number(place[1]);

/** The place of a member. */
export function memberOf(place: Place): Place {
  const above = aboveOf(place);
  return above > 0
    ? placeOf(sourceAt(place), above - 1, belowOf(place))
    : placeOf(sourceAt(place), 0, belowOf(place) + 1);
}

/** The place of something new that has the value as a member. */
export const holderOf = (place: Place): Place => placeOf(sourceAt(place), aboveOf(place) + 1, belowOf(place));

/** The place of what may be the value, or anything inside of it. */
export const anywhereIn = (place: Place): Place => placeOf(sourceAt(place), 0, ANYWHERE);

/** The place of something new that may hold the value, or anything inside of it. */
export const holderOfAnyIn = (place: Place): Place => placeOf(sourceAt(place), 1, ANYWHERE);

/** The place, seen from outside, of what has a place at a parameter. */
export function within(inner: Place, outer: Place): Place {
  const below = belowOf(inner);
  if (below === ANYWHERE) return placeOf(sourceAt(outer), aboveOf(inner), ANYWHERE);
  const rest = below - aboveOf(outer);
  return rest >= 0
    ? placeOf(sourceAt(outer), aboveOf(inner), belowOf(outer) + rest)
    : placeOf(sourceAt(outer), aboveOf(inner) - rest, belowOf(outer));
}

/** That a holder has something of a source's value inside of it: as many steps inside of each. */
export interface Link {
  readonly holder: Source;
  readonly inHolder: number;
  readonly held: Source;
  readonly inHeld: number;
}

/** What running some code does to values that are not its own. */
export class Effects {
  /** What gets other members. */
  readonly changes: Set<Place> = new Set();
  /** Top-level names that get another value. */
  readonly rebinds: Set<Source> = new Set();
  /** What is handed to code that cannot be followed. */
  readonly given: Set<Place> = new Set();
  /** What is inside of something else from now on: the place that gets it as a value, and the value's own. */
  readonly links: Map<string, readonly [Place, Place]> = new Map();
  /** Where the returned value may come from. */
  readonly returns: Set<Place> = new Set();
  /** A package that is called. */
  foreign: string | undefined;
  /** Whether it uses what only a page or a process has. */
  usesHost = false;

  change(places: Iterable<Place>): void {
    // What is new may be changed freely.
    for (const place of places) if (aboveOf(place) === 0) this.changes.add(place);
  }

  give(places: Iterable<Place>): void {
    for (const place of places) this.given.add(anywhereIn(place));
  }

  link(holders: Iterable<Place>, held: Iterable<Place>): void {
    const all = [...held];
    for (const holder of holders)
      for (const place of all)
        if (aboveOf(holder) === 0 && sourceAt(holder) !== sourceAt(place))
          this.links.set(`${holder}\n${place}`, [holder, place]);
  }

  /** A number that grows whenever there is more. */
  get size(): number {
    const flags = Number(this.foreign !== undefined) + Number(this.usesHost);
    const { changes, rebinds, given, links, returns } = this;
    return changes.size + rebinds.size + given.size + links.size + returns.size + flags;
  }
}

/** The link that comes of a value getting to a place: the place is where the value itself is. */
export function linkOf(holder: Place, held: Place): Link {
  // Somewhere inside may also be the value itself.
  const below = belowOf(holder) === ANYWHERE ? 0 : belowOf(holder);
  return {
    holder: sourceAt(holder),
    inHolder: Math.min(below + aboveOf(held), ANYWHERE),
    held: sourceAt(held),
    inHeld: belowOf(held),
  };
}
