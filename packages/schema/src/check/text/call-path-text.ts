/** One call on the path to a place, as messages name it. */
export interface CallStep {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** `, through save (src/a.ts:3) → write (src/b.ts:9)`; empty in the handler itself. */
export function callPathText(path: readonly CallStep[]): string {
  if (path.length === 0) return '';
  return `, through ${path.map(({ name, file, line }) => `${name} (${file}:${line})`).join(' → ')}`;
}
