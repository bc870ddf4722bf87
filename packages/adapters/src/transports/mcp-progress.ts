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

export interface McpContext {
  readonly mcpReq: {
    readonly signal: HostAbortSignal;
    readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
    notify(notification: ProgressNotification): Promise<void>;
    readonly id?: unknown;
    /** What a client of 2026-07-28 declares. */
    readonly envelope?: unknown;
    /** Of the MCP SDK 1, and its name for `id`. */
    readonly sendNotification?: unknown;
    readonly requestId?: unknown;
  };
}

/**
 * Milliseconds between a call's last progress and its result: the SDK's clients drop a progress that they read
 * together with the result.
 */
const APART = 50;

/**
 * Runs a call for an MCP client, and forwards the tool's progress if the client asked for it: while one notification is
 * being sent, only the latest waits, as a client that does not read would fill the memory. The result follows the
 * last progress after a delay.
 *
 * @param call - Receives the progress callback, which drops what MCP does not allow: no number, or one that does not grow.
 */
export async function withProgress<T>(
  { mcpReq }: McpContext,
  call: (onProgress?: (update: Progress) => void) => Promise<T>,
): Promise<T> {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return call();
  let last = -Infinity;
  let next: ProgressNotification | undefined;
  let sending: Promise<void> | undefined;
  let sentAt = -Infinity;
  const send = async (): Promise<void> => {
    while (next) {
      const notified = mcpReq.notify(next);
      next = undefined;
      // After the connection has closed, nobody is notified.
      await notified.catch(() => undefined);
    }
    sending = undefined;
    sentAt = performance.now();
  };
  // A tool may report anything.
  const result = await call((update: Partial<Progress> | null | undefined) => {
    const { progress, total, message } = update ?? {};
    if (typeof progress !== 'number' || !Number.isFinite(progress) || progress <= last) return;
    last = progress;
    const params = {
      progressToken,
      progress,
      ...(typeof total === 'number' && Number.isFinite(total) && { total }),
      ...(typeof message === 'string' && { message }),
    };
    next = { method: 'notifications/progress', params };
    sending ??= send();
  });
  await sending;
  const early = sentAt + APART - performance.now();
  if (early > 0) await sleep(early);
  return result;
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
