/** How a value that is returned misses its schema. */
export type Misfit = {
  /** For example `rows[].id`; empty for the result itself. */
  readonly path: string;
  /** More of the same kind in the same object. */
  readonly others?: readonly string[];
  readonly problem: 'missing' | 'extra' | 'wrong';
  /** What is there, in words; empty where nothing is. */
  readonly got: string;
  /** What the schema wants there, in words. */
  readonly wants: string;
};

/** The end of a sentence that begins with "returns". */
export function saysMisfit({ path, others = [], problem, got, wants }: Misfit): string {
  const place = path === '' ? '' : ` as \`${path}\``;
  if (problem === 'missing')
    return path === ''
      ? `nothing, but its output schema wants ${wants}`
      : `no ${named([path, ...others])}, which its output schema requires`;
  if (problem === 'extra') return `\`${path}\`, which its output schema does not allow`;
  return `${got}${place}, but its output schema wants ${wants}`;
}

function named(paths: readonly string[]): string {
  const names = paths.map((each) => `\`${each}\``);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
