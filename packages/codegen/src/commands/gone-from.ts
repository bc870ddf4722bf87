import type { Diagnostic } from '@btcp/core';

/**
 * Returns the fixed diagnostics that are no longer reported. Compares counts, because lines move: if one of three equal
 * diagnostics is left, two are gone.
 */
export function goneFrom(
  repaired: readonly Diagnostic[],
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
): readonly Diagnostic[] {
  const gone = new Map<string, number>();
  for (const each of before) gone.set(keyOf(each), (gone.get(keyOf(each)) ?? 0) + 1);
  for (const each of after) gone.set(keyOf(each), (gone.get(keyOf(each)) ?? 0) - 1);
  return repaired.filter((each) => {
    const left = gone.get(keyOf(each)) ?? 0;
    gone.set(keyOf(each), left - 1);
    return left > 0;
  });
}

function keyOf({ id, file, tool, message }: Diagnostic): string {
  return JSON.stringify([id, file, tool, message]);
}
