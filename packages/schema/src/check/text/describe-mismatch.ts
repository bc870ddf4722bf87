/** How a returned value violates its schema. */
export type Mismatch = {
  /** For example `rows[].id`; empty for the result itself. */
  readonly path: string;
  /** More properties of the same object with the same problem. */
  readonly others?: readonly string[];
  readonly problem: 'missing' | 'extra' | 'wrong';
  /** What was returned, in words; empty where nothing was. */
  readonly got: string;
  /** What the schema expects there, in words. */
  readonly wants: string;
};

/** Completes a sentence that begins with "returns". */
export function describeMismatch({ path, others = [], problem, got, wants }: Mismatch): string {
  const place = path === '' ? '' : ` as \`${path}\``;
  if (problem === 'missing')
    return path === ''
      ? `nothing, but its output schema wants ${wants}`
      : `no ${named([path, ...others])}, which its output schema requires`;
  return `${got}${place}, but its output schema wants ${wants}`;
}

/** How to fix a mismatch. */
export function adviseOnMismatch({ path, others = [], problem, got, wants }: Mismatch): string {
  const what = path === '' ? 'the result' : `\`${path}\``;
  if (problem === 'missing')
    return path === ''
      ? `Return ${wants} on every path, or let the output schema allow null and return that.`
      : `Return ${named([path, ...others])} too, or wrap it in \`Type.Optional\` in the output schema.`;
  return `Return ${wants}${path === '' ? '' : ` as ${what}`}; or, if ${got} is right, let the output schema allow that.`;
}

function named(paths: readonly string[]): string {
  const names = paths.map((each) => `\`${each}\``);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
