import type { BTCPClient } from '@btcp/client';
import type { Issue } from '@btcp/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openPage } from '../support/open-page.ts';
import { serveStory } from './serve-story.ts';

declare global {
  /** The client of the page: an example's page/main.ts puts it there. */
  var btcp: BTCPClient;
}

/** A `BTCPError` as JSON. */
interface CallError {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly issues?: readonly Issue[];
  readonly data?: unknown;
}

/** The outcome of a call in the page; an error is the result of its `toJSON`. */
export type Outcome = { readonly value: unknown } | { readonly error: CallError };

/** An example's page, its tools registered and nothing granted. */
export interface StoryPage {
  readonly page: Page;
  readonly url: string;
  /** Calls a tool as a program in the page would. */
  readonly call: (name: string, input?: unknown, options?: { timeout?: number }) => Promise<Outcome>;
  /** Ticks the page's own checkbox for a capability. */
  readonly grant: (capability: string) => Promise<void>;
  readonly revoke: (capability: string) => Promise<void>;
  /** Runs another program in the page and waits until it has set `data-orders` or the like to `ready`. */
  readonly load: (path: string, name: string) => Promise<void>;
}

/**
 * Opens an example's page for the tests around: once, as opening takes a second, and loaded anew before each test.
 * A test fails if the page then has a problem: a breach of its policy, an error, a console error.
 *
 * @param extra - Programs to serve beside the page's own: path in the URL → source file beside this one.
 */
export function useStory(
  browser: () => Browser,
  story: string,
  extra?: Readonly<Record<string, string>>,
): () => StoryPage {
  const closing: (() => Promise<void>)[] = [];
  let opened: (StoryPage & { readonly problems: readonly unknown[] }) | undefined;
  const current = (): StoryPage & { readonly problems: readonly unknown[] } => {
    if (!opened) throw new Error('The page is open only while the tests run.');
    return opened;
  };

  beforeAll(async () => {
    const { url, close } = await serveStory(story, extra);
    closing.push(close);
    const { page, problems, close: closePage } = await openPage(browser(), url);
    closing.push(closePage);
    opened = { ...storyPage(page, url), problems };
  });
  let before = 0;
  beforeEach(async () => {
    const { page, problems } = current();
    before = problems.length;
    await page.reload();
    await page.locator('[data-tools=ready]').waitFor();
  });
  afterEach(() => expect(current().problems.slice(before)).toEqual([]));
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  return current;
}

function storyPage(page: Page, url: string): StoryPage {
  const box = (capability: string): string => `#grants input[value="${capability}"]`;
  return {
    page,
    url,
    call: (name, input, options) => call(page, name, input, options),
    grant: (capability) => page.check(box(capability)),
    revoke: (capability) => page.uncheck(box(capability)),
    load: async (path, name) => {
      await page.addScriptTag({ url: path, type: 'module' });
      await page.locator(`[data-${name}=ready]`).waitFor();
    },
  };
}

function call(
  page: Page,
  name: string,
  input: unknown,
  options: { timeout?: number } = {},
): Promise<Outcome> {
  return page.evaluate(
    async ([name, input, options]) => {
      // The debugger may use eval, and so may code that it runs synchronously. After a break the page's policy applies.
      await new Promise((resolve) => setTimeout(resolve));
      try {
        return { value: await btcp.callTool(name, input, options) };
      } catch (error) {
        // `callTool` rejects only with a BTCPError, whose `toJSON` returns a CallError.
        return { error: (error as { toJSON: () => unknown }).toJSON() as CallError };
      }
    },
    [name, input, options] as const,
  );
}
