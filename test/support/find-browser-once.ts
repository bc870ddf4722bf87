import type { TestProject } from 'vitest/node';
import { findOrInstallBrowser, skipsBrowser } from './find-browser.ts';

/** The result of looking for a browser: its executable, the request to skip, or why there is none. */
export type BrowserFound =
  | { readonly kind: 'found'; readonly executable: string }
  | { readonly kind: 'skip' }
  | { readonly kind: 'missing'; readonly reason: string };

declare module 'vitest' {
  interface ProvidedContext {
    readonly browser: BrowserFound;
  }
}

/** Finds or installs the browser before the first browser test, once for all of them; vitest calls it. */
export async function setup(project: TestProject): Promise<() => void> {
  const browser = await lookForBrowser();
  project.provide('browser', browser);
  return () => {
    // At the end, after vitest's summary, where it is seen.
    if (browser.kind === 'skip')
      process.stderr.write('\nBTCP_BROWSER=skip: the browser tests were SKIPPED.\n');
  };
}

// A failure here would also stop the tests that need no browser, so it is passed to those that do.
async function lookForBrowser(): Promise<BrowserFound> {
  if (skipsBrowser()) return { kind: 'skip' };
  try {
    return { kind: 'found', executable: await findOrInstallBrowser() };
  } catch (error) {
    return { kind: 'missing', reason: error instanceof Error ? error.message : String(error) };
  }
}
