/**
 * The name that somebody most likely meant, or `undefined` when none is close.
 *
 * @param most - Maximum edits, where a third of its letters would be more.
 */
export function closestName(
  written: string,
  names: readonly string[],
  most: number = MAX_LENGTH,
): string | undefined {
  let best: string | undefined;
  const folded = fold(written);
  let least = Math.min(Math.floor(folded.length / 3), most) + 1;
  for (const name of names) {
    const distance = distanceBelow(folded, fold(name), least);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

const MAX_LENGTH = 64;
const FOLDED = /^[a-z\d]*$/;

// Ignores what people mix up: case, and the separators of naming styles.
function fold(name: string): string {
  const text = name.slice(0, MAX_LENGTH);
  return FOLDED.test(text)
    ? text
    : text
        .toLowerCase()
        .replace(/[_\-\s]/g, '')
        .slice(0, MAX_LENGTH);
}

// Edit distance (insert, delete, replace, swap neighbours); exact only below `limit`.
function distanceBelow(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  // A common prefix costs nothing.
  return distanceOfRests(a.slice(start), b.slice(start), limit);
}

const ROW = MAX_LENGTH + 1;
/** The distance of the first `i` characters of one name from the first `j` of another, at `i * ROW + j`. */
const distances = new Uint8Array(ROW * ROW);
const at = (i: number, j: number): number => distances[i * ROW + j] ?? 0;

function distanceOfRests(a: string, b: string, limit: number): number {
  for (let j = 0; j <= b.length; j++) distances[j] = j;
  for (let i = 1; i <= a.length; i++) {
    let least = i;
    distances[i * ROW] = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let distance = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, at(i - 2, j - 2) + 1);
      distances[i * ROW + j] = distance;
      least = Math.min(least, distance);
    }
    // The distance can only grow from here.
    if (least >= limit) return limit;
  }
  return at(a.length, b.length);
}
