import type { HostAbortSignal, Progress } from '@btcp/core';

interface ProgressNotification {
  readonly method: 'notifications/progress';
  readonly params: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  };
}

/** What is needed of a request's context in the MCP SDK. */
export interface McpContext {
  readonly mcpReq: {
    readonly signal: HostAbortSignal;
    readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
    notify(notification: ProgressNotification): Promise<void>;
  };
}

/**
 * What passes a tool's progress on to an MCP client that asked for it.
 *
 * @returns Never throws, and drops what MCP does not allow: what is no number, and what does not grow.
 */
export function mcpProgress({ mcpReq }: McpContext): ((update: Progress) => void) | undefined {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -Infinity;
  // A tool may say anything.
  return (update: Partial<Progress> | null | undefined) => {
    const { progress, total, message } = update ?? {};
    if (typeof progress !== 'number' || !Number.isFinite(progress) || progress <= last) return;
    last = progress;
    const params = {
      progressToken,
      progress,
      ...(typeof total === 'number' && Number.isFinite(total) && { total }),
      ...(typeof message === 'string' && { message }),
    };
    // Nobody is left to hear it when the connection has gone.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
