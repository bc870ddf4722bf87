/** Logs fields that are left out of results: each place of a tool once. */
export function warnOnce(): (tool: string, place: string) => void {
  const told = new Set<string>();
  return (tool, place) => {
    const message = `BTCP: "${tool}" returned \`${place}\`, which its output schema does not declare: it was left out.`;
    // oxlint-disable-next-line no-console -- the caller gets a valid result, so that nobody else would say it
    if (told.size < told.add(message).size) console.warn(message);
  };
}
