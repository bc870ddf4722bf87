import { BTCPError } from '@btcp/core';
import { App as HostedApp } from '@modelcontextprotocol/ext-apps';
import { type ReceivedResult, valueOf } from './received-result.ts';

/** The tools of a manifest by their names, as `Tools` of the built `client.ts` declares them. */
export type Tools<T> = { readonly [Name in keyof T]: (...call: never[]) => Promise<unknown> };

/** A tool's document, connected to the host that shows it. */
export interface App<T extends Tools<T>, Name extends keyof T> {
  /** What the tool was called with; its defaults are not filled in. */
  readonly input: Parameters<T[Name]>[0];
  /** What the tool returned. */
  readonly result: Awaited<ReturnType<T[Name]>>;
  /**
   * Calls a tool of the same server through the host, which may ask the user.
   *
   * @throws BTCPError
   */
  call<Called extends keyof T & string>(name: Called, ...call: Parameters<T[Called]>): ReturnType<T[Called]>;
  /** The `App` of `@modelcontextprotocol/ext-apps`: theme, links, messages to the model. */
  readonly host: HostedApp;
}

/** Options of `openApp`. */
export interface OpenAppOptions {
  /** What the host is told of the document. Default: its title, and version 1.0.0. */
  readonly name?: string;
  readonly version?: string;
}

/**
 * Connects a tool's document to the host of MCP Apps that shows it, and waits for the result of the call.
 *
 * @example
 * const app = await openApp<Tools, 'listOrders'>();
 * show(app.result.orders);
 * await app.call('payOrder', { order: 'o1' });
 *
 * @throws BTCPError that the tool failed with, or `CALL_CANCELLED`.
 */
export async function openApp<T extends Tools<T>, Name extends keyof T>({
  name = document.title || 'btcp-app',
  version = '1.0.0',
}: OpenAppOptions = {}): Promise<App<T, Name>> {
  const host = new HostedApp({ name, version });
  let input: unknown = {};
  host.addEventListener('toolinput', (params) => (input = params.arguments ?? {}));
  const received = new Promise<ReceivedResult>((resolve, reject) => {
    host.addEventListener('toolresult', (result) => resolve(result as ReceivedResult));
    host.addEventListener('toolcancelled', ({ reason = 'The call was cancelled.' }) =>
      reject(new BTCPError('CALL_CANCELLED', reason)),
    );
  });
  const [result] = await Promise.all([received.then(valueOf), host.connect()]);
  const call = async (tool: string, given: unknown = {}, options: CallOptions = {}): Promise<unknown> => {
    const { onProgress, ...others } = options;
    const request = { method: 'tools/call', params: { name: tool, arguments: given } };
    try {
      const requested = { ...others, ...(onProgress && { onprogress: onProgress }) };
      return valueOf((await host.request(request, RECEIVED, requested)) as ReceivedResult);
    } catch (error) {
      throw BTCPError.is(error) ? error : BTCPError.from(error);
    }
  };
  // The types hold because the server validates inputs and outputs.
  return { input, result, call, host } as unknown as App<T, Name>;
}

/**
 * Takes a result as it is: `callServerTool` has the schema of MCP before 2026-07-28, where a result was an object. What
 * the tool returned has been validated by the server.
 */
const RECEIVED = {
  '~standard': {
    version: 1,
    vendor: 'btcp',
    validate: (value: unknown) => ({ value }),
  },
} as const;

/** As `CallOptions` of the built `client.ts`. */
interface CallOptions {
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (update: { readonly progress: number }) => void;
}
