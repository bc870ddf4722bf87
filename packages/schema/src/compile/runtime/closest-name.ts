/** The name that somebody most likely meant, or `undefined` when none is close. */
export function closestName(written: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  const folded = fold(written);
  let least = Math.floor(folded.length / 3) + 1;
  for (const name of names) {
    const distance = distanceBelow(folded, fold(name), least);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

const LONGEST = 64;

// What people mix up: case, and the separators of naming styles.
const fold = (name: string): string =>
  name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[_\-\s]/g, '');

// Edit distance (insert, delete, replace, swap neighbours); exact only below `limit`.
function distanceBelow(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
