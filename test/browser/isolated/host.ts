import { BTCPClient, type CallOptions, type ClientOptions } from '@btcp/client';
import { BTCPError, type Registration } from '@btcp/core';
import { timeCalls, type PageTimes } from './time-calls.ts';

/** How a call ended, as JSON. */
export type Outcome = { readonly value: unknown } | { readonly code: string; readonly message: string };

/** What a host sets of isolation. */
export type LevelOptions = Pick<ClientOptions, 'sandbox' | 'isolation'>;

/** The functions of the host page, for tests to call. */
export interface Host {
  /** Registers the page's tools in a new client; `change` is merged into the registration. */
  readonly register: (options?: LevelOptions, change?: object) => Promise<Outcome>;
  readonly call: (tool: string, input?: unknown, timeout?: number) => Promise<Outcome>;
  readonly callWithProgress: (tool: string) => Promise<Outcome>;
  readonly grant: (...capabilities: readonly string[]) => Promise<void>;
  /** For the bench, of a tool `echoText`. */
  readonly time: (rounds: number) => Promise<PageTimes>;
  readonly revoke: (...capabilities: readonly string[]) => Promise<void>;
}

const outcomeOf = async (run: () => Promise<unknown>): Promise<Outcome> => {
  try {
    return { value: await run() };
  } catch (error) {
    const { code, message } = BTCPError.from(error);
    return { code, message };
  }
};

/** Makes the functions of a host page. */
export function createHost(registration: Registration): Host {
  let client = new BTCPClient();
  const call = (tool: string, input: unknown, options: CallOptions): Promise<Outcome> =>
    outcomeOf(() => client.callTool(tool, input, options));
  const host: Host = {
    time: (rounds) => timeCalls(rounds, host.register, (text) => host.call('echoText', { text })),
    register: (options = {}, change = {}) =>
      outcomeOf(async () => {
        client = new BTCPClient(options);
        const { manifest }: { readonly manifest?: object } = change;
        const changed = { ...registration, ...change };
        await client.registerManifest(
          manifest ? { ...changed, manifest: { ...registration.manifest, ...manifest } } : changed,
        );
        return client.listTools().map((tool) => tool.name);
      }),
    call: (tool, input = {}, timeout) => call(tool, input, { timeout }),
    callWithProgress: (tool) => call(tool, {}, { onProgress: () => undefined }),
    grant: async (...capabilities) => void (await client.grantCapabilities(capabilities)),
    revoke: async (...capabilities) => void (await client.revokeCapabilities(capabilities)),
  };
  return host;
}
