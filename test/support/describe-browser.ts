import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, inject } from 'vitest';

/**
 * A `describe` with a connection to the browser that all files share; what it opened is closed after its tests. They
 * fail when there is no browser, and are skipped under `BTCP_BROWSER=skip`. For tests under `test/browser` only.
 *
 * @param tests - Defines the tests; `browser()` is the running browser, to be called inside of them.
 */
export function describeBrowser(name: string, tests: (browser: () => Browser) => void): void {
  const found = inject('browser');
  describe.skipIf(found.kind === 'skip')(name, () => {
    let running: Browser | undefined;
    beforeAll(async () => {
      if (found.kind === 'missing') throw new Error(found.reason);
      if (found.kind === 'found') running = await chromium.connect(found.endpoint);
    });
    afterAll(() => running?.close());
    tests(() => {
      if (!running)
        throw new Error('The browser runs only while the tests do: call browser() inside of a test.');
      return running;
    });
  });
}
