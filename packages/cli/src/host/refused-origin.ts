import type { BTCPError } from '@btcp/core';

/** The origin from which the client lets no tool fetch, where a call failed because of that. */
export function refusedOrigin({ code, message, suggestion = '' }: BTCPError): string | undefined {
  // The code is also that of capabilities which are not granted.
  if (code !== 'CAPABILITY_DENIED' || !suggestion.includes('`fetchOrigins`')) return undefined;
  return / from (https?:\/\/\S+)\.$/.exec(message)?.[1];
}

/** Advice where the command has `--fetch-origin`; `undefined` for other errors. */
export function adviseOnOrigin(error: BTCPError): string | undefined {
  const origin = refusedOrigin(error);
  return origin === undefined
    ? undefined
    : `Let tools fetch from it: --fetch-origin ${origin}; or give them a \`fetch\` of your own: --context context.ts.`;
}
