import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { launchBrowser } from './open-page.ts';

/**
 * A `describe` with a browser of its own: launched before its tests, closed after them. Its tests fail when there is
 * no browser, and are skipped under `BTCP_BROWSER=skip`. For tests under `test/browser` only.
 *
 * @param tests - Defines the tests; `browser()` is the running browser, to be called inside of them.
 */
export function describeBrowser(name: string, tests: (browser: () => Browser) => void): void {
  const found = inject('browser');
  describe.skipIf(found.kind === 'skip')(name, () => {
    let running: Browser | undefined;
    beforeAll(async () => {
      if (found.kind === 'missing') throw new Error(found.reason);
      if (found.kind === 'found') running = await launchBrowser(found.executable);
    });
    afterAll(() => running?.close());
    tests(() => {
      if (!running)
        throw new Error('The browser runs only while the tests do: call browser() inside of a test.');
      return running;
    });
  });
}
