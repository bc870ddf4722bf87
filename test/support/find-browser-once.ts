import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findOrInstallBrowser, skipsBrowser } from './find-browser.ts';
import { browserArguments } from './open-page.ts';

/** The result of looking for a browser: its executable and the one that runs, the request to skip, or why there is none. */
export type BrowserFound =
  | {
      readonly kind: 'found';
      readonly executable: string;
      /** Where the browser that all files share listens. */
      readonly endpoint: string;
    }
  | { readonly kind: 'skip' }
  | { readonly kind: 'missing'; readonly reason: string };

declare module 'vitest' {
  interface ProvidedContext {
    readonly browser: BrowserFound;
  }
}

let running: BrowserServer | undefined;

/** Finds or installs the browser before the first browser test, and launches it once for all of them; vitest calls it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await startBrowser();
  project.provide('browser', browser);
  return async () => {
    await running?.close();
    // At the end, after vitest's summary, where it is seen.
    if (browser.kind === 'skip')
      process.stderr.write('\nBTCP_BROWSER=skip: the browser tests were SKIPPED.\n');
  };
}

// A failure here would also stop the tests that need no browser, so it is passed to those that do.
async function startBrowser(): Promise<BrowserFound> {
  if (skipsBrowser()) return { kind: 'skip' };
  try {
    const executable = await findOrInstallBrowser();
    running = await chromium.launchServer({
      executablePath: executable,
      headless: true,
      args: browserArguments(),
      host: '127.0.0.1',
    });
    return { kind: 'found', executable, endpoint: running.wsEndpoint() };
  } catch (error) {
    return { kind: 'missing', reason: error instanceof Error ? error.message : String(error) };
  }
}
