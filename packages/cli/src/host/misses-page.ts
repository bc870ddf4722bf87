import type { BTCPError } from '@btcp/core';

/**
 * Whether code failed in Node because a global of pages is missing, such as `localStorage`.
 *
 * @param message - The message of its error.
 */
export async function missesPage(message: string): Promise<boolean> {
  const name = /(?:^|\s)([\w$]+) is not defined/.exec(message)?.[1];
  if (name === undefined || name in globalThis) return false;
  // Only after a failure, as loading a DOM takes a while.
  const { createMockDOM } = await import('@btcp/testing');
  const { defaultView } = createMockDOM() as { readonly defaultView?: object | null };
  return name in (defaultView ?? {});
}

/** What `ctx.storage` says outside of pages. */
const NO_STORAGE = /^There is no (?:local|session)Storage here\.$/;

/** Whether a call failed because there is no page. */
export async function needsPage({ code, message }: BTCPError): Promise<boolean> {
  return code === 'DOM_UNAVAILABLE' || NO_STORAGE.test(message) || (await missesPage(message));
}

/** Advice where the command has `--html`. */
export const HELP_WITH_PAGE = 'Give the tool a page: --html page.html.';
