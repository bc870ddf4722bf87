/** Milliseconds until a file that is not read counts as missing. */
const TIMEOUT = 10_000;

/** The text of a file of the page's. */
export async function readScript(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) }).catch((error: unknown) => {
    throw new Error(`${String(error)}; a policy of the page needs \`connect-src 'self'\``);
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.text();
}
