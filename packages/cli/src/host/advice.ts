import type { BTCPError } from '@btcp/core';

/** Whether code failed with this message because a global of pages is missing, such as `localStorage`. */
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

/** The origin from which the client lets no tool fetch, where a call failed because of that. */
export function refusedOrigin({ code, message, suggestion = '' }: BTCPError): string | undefined {
  // The code is also that of capabilities which are not granted.
  if (code !== 'CAPABILITY_DENIED' || !suggestion.includes('`fetchOrigins`')) return undefined;
  return / from (https?:\/\/\S+)\.$/.exec(message)?.[1];
}

/** What `ctx.fetch` says of an address that no server answers: without a page, and in one from `--html`. */
const NO_SERVER = /^"[^]*" is a relative URL, |^http:\/\/localhost\/\S* could not be fetched: /;

/** Advice where the command has `--fetch-origin`; `undefined` for other errors. */
export function adviseOnOrigin(error: BTCPError): string | undefined {
  if (NO_SERVER.test(error.message))
    return 'A page from --html has the address http://localhost/, and no server: let tools fetch absolute URLs, whose origin --fetch-origin names; or give them a `fetch` of your own: --context context.ts.';
  const origin = refusedOrigin(error);
  return origin === undefined
    ? undefined
    : `Let tools fetch from it: --fetch-origin ${origin}; or give them a \`fetch\` of your own: --context context.ts.`;
}
