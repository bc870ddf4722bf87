import type { CodeRange } from './character-sets.ts';

/**
 * Partitions all characters into classes that no set distinguishes.
 *
 * @returns For each set, the numbers of its classes.
 */
export function classesOf(sets: readonly (readonly CodeRange[])[]): readonly (readonly number[])[] {
  const borders = [...new Set(sets.flat().flatMap(([from, to]) => [from, to + 1]))].sort((a, b) => a - b);
  const members = borders.map((): number[] => []);
  const places = new Map(borders.map((border, place) => [border, place]));
  for (const [set, ranges] of sets.entries()) {
    for (const [from, to] of ranges) {
      const end = places.get(to + 1) ?? 0;
      for (let place = places.get(from) ?? 0; place < end; place++)
        if (members[place]?.at(-1) !== set) members[place]?.push(set);
    }
  }
  const classes = sets.map((): number[] => []);
  for (const [number, key] of [...new Set(members.map(String))].entries())
    for (const set of key === '' ? [] : key.split(',')) classes[Number(set)]?.push(number);
  return classes;
}
