import { BTCPClient, type ClientOptions } from '@btcp/client';
import { BTCPError, type Registration } from '@btcp/core';

/** How a call ended, as JSON. */
export type Outcome = { readonly value: unknown } | { readonly code: string; readonly message: string };

/** The functions of the host page, for tests to call. */
export interface Host {
  readonly register: (options?: ClientOptions, name?: string) => Promise<Outcome>;
  readonly call: (tool: string, input?: unknown, timeout?: number) => Promise<Outcome>;
  readonly grant: (...capabilities: readonly string[]) => Promise<void>;
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

/** Makes the functions of a host page, for registrations by name. */
export function createHost(registrations: Readonly<Record<string, Registration>>): Host {
  let client = new BTCPClient();
  return {
    register: (options = {}, name = Object.keys(registrations)[0] ?? '') =>
      outcomeOf(async () => {
        client = new BTCPClient(options);
        const registration = registrations[name];
        if (registration) await client.registerManifest(registration);
        return client.listTools().map((tool) => tool.name);
      }),
    call: (tool, input = {}, timeout) => outcomeOf(() => client.callTool(tool, input, { timeout })),
    grant: async (...capabilities) => void (await client.grantCapabilities(capabilities)),
    revoke: async (...capabilities) => void (await client.revokeCapabilities(capabilities)),
  };
}
