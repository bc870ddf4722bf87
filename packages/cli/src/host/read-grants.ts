/** The capabilities in the value of one `--grant`. */
export function readGrants(list: string): readonly string[] {
  return list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
}
