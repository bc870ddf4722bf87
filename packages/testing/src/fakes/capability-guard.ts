import type { BTCPClient, RegisteredTool } from '@btcp/client';
import { BTCPError, withImplied } from '@btcp/core';

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
  const isGranted = (capability: string, manifest?: string): boolean =>
    client.preflightCapabilities([capability], { manifest }).missing.length === 0;
  return {
    demand(capability, use) {
      const tools = [...running.values()].flatMap((name) => client.getTool(name) ?? []);
      const [first] = tools;
      const declares = ({ capabilities }: RegisteredTool): boolean =>
        capabilities.some((id) => withImplied(id).includes(capability));
      if (!isGranted(capability) && !tools.some(({ manifest }) => isGranted(capability, manifest)))
        throw denied(capability, `\`${use}\` needs ${capability}, which is not granted.`);
      if (first && !tools.some(declares))
        throw denied(capability, `\`${use}\` needs ${capability}, which "${first.name}" does not declare.`);
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}

const denied = (capability: string, message: string): BTCPError =>
  new BTCPError('CAPABILITY_DENIED', { message, data: { missing: [capability] } });
