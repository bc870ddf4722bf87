import type { BTCPClient } from '@btcp/client';
import { BTCPError, IMPLIED_CAPABILITIES } from '@btcp/core';

/** Throws for what a host would refuse, as a host does that is asked for each use. */
export interface CapabilityGuard {
  /**
   * @param capability - That the use needs.
   * @param use - For the message, for example `localStorage.getItem`.
   * @throws BTCPError `CAPABILITY_DENIED`, unless it is granted, and declared by a tool that is running, if one is.
   */
  readonly demand: (capability: string, use: string) => void;
  /** Stops following the client's calls. */
  readonly stop: () => void;
}

/** Guards by the grants of a client, and by the declarations of the tools that it runs. */
export function guardCapabilities(client: BTCPClient): CapabilityGuard {
  const running = new Map<number, string>();
  const stops = [
    client.on('callStarted', ({ id, tool }) => void running.set(id, tool)),
    client.on('callSucceeded', ({ id }) => void running.delete(id)),
    client.on('callFailed', ({ id }) => void running.delete(id)),
  ];
  const declares = (tool: string, capability: string): boolean =>
    covers(client.getTool(tool)?.capabilities ?? [], capability);
  return {
    demand(capability, use) {
      const tools = [...running.values()];
      const [first = ''] = tools;
      if (!covers(client.capabilities, capability))
        throw denied(capability, `\`${use}\` needs ${capability}, which is not granted.`);
      if (tools.length > 0 && !tools.some((tool) => declares(tool, capability)))
        throw denied(capability, `\`${use}\` needs ${capability}, which "${first}" does not declare.`);
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}

const denied = (capability: string, message: string): BTCPError =>
  new BTCPError('CAPABILITY_DENIED', { message, data: { missing: [capability] } });

/** Whether one of some capabilities is another one, implies it, or is a wildcard for it. */
function covers(held: readonly string[], capability: string): boolean {
  return held.some(
    (id) =>
      id === capability ||
      IMPLIED_CAPABILITIES[id]?.includes(capability) ||
      (id.endsWith('*') && capability.startsWith(id.slice(0, -1))),
  );
}
