/** How a value that is returned misses its schema. */
export type Misfit = {
  /** For example `rows[].id`; empty for the result itself. */
  readonly path: string;
  readonly problem: 'missing' | 'extra' | 'wrong';
  /** What is there, in words; empty where nothing is. */
  readonly got: string;
  /** What the schema wants there, in words. */
  readonly wants: string;
};

/** The end of a sentence that begins with "returns". */
export function saysMisfit({ path, problem, got, wants }: Misfit): string {
  const place = path === '' ? '' : ` as \`${path}\``;
  if (problem === 'missing')
    return path === ''
      ? `nothing, but its output schema wants ${wants}`
      : `no \`${path}\`, which its output schema requires`;
  if (problem === 'extra') return `\`${path}\`, which its output schema does not allow`;
  return `${got}${place}, but its output schema wants ${wants}`;
}
