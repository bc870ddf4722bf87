/** The capabilities in what one `--grant` holds. */
export function readGrants(list: string): readonly string[] {
  return list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
}
