import type { BTCPError } from '@btcp/core';

/**
 * Whether code failed in Node for want of a global that a page has, such as `localStorage`.
 *
 * @param message - Of what it threw.
 */
export async function missesPage(message: string): Promise<boolean> {
  const name = /(?:^|\s)([\w$]+) is not defined/.exec(message)?.[1];
  if (name === undefined || name in globalThis) return false;
  // Only after a failure, since loading a DOM takes a while.
  const { createMockDOM } = await import('@btcp/testing');
  const { defaultView } = createMockDOM() as { readonly defaultView?: object | null };
  return name in (defaultView ?? {});
}

/** Whether a call failed for want of a page. */
export async function needsPage({ code, message }: BTCPError): Promise<boolean> {
  return code === 'DOM_UNAVAILABLE' || (await missesPage(message));
}

/** What to do about it, where the command has `--html`. */
export const HELP_WITH_PAGE = 'Give the tool a page: --html page.html.';
