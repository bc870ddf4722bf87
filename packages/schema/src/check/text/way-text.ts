/** One call on the way to a place, as far as messages need it. */
export interface WayStep {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** `, through save (src/a.ts:3) → write (src/b.ts:9)`; nothing in the handler itself. */
export function wayText(path: readonly WayStep[]): string {
  if (path.length === 0) return '';
  return `, through ${path.map(({ name, file, line }) => `${name} (${file}:${line})`).join(' → ')}`;
}
