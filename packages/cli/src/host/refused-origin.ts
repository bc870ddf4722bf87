import type { BTCPError } from '@btcp/core';

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
