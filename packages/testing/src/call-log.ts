import type { BTCPClient } from '@btcp/client';
import { copyJson, type BTCPError } from '@btcp/core';

/** A call to a test client. Without `output` and `error` it has not ended. */
export interface RecordedCall {
  readonly tool: string;
  /** As the caller passed it: a copy, if it is JSON. */
  readonly input: unknown;
  readonly output?: unknown;
  readonly error?: BTCPError;
}

/**
 * Logs the calls of a client.
 *
 * @param calls - Receives them, in the order of their start.
 */
export function recordCalls(client: BTCPClient, calls: RecordedCall[]): void {
  const running = new Map<number, RecordedCall>();
  client.on('callStarted', ({ id, tool, input }) => {
    const call = { tool, input: snapshot(input) };
    calls.push(call);
    running.set(id, call);
  });
  const end = (id: number, result: Pick<RecordedCall, 'output' | 'error'>): void => {
    Object.assign(running.get(id) ?? {}, result);
    running.delete(id);
  };
  client.on('callSucceeded', ({ id, output }) => end(id, { output: snapshot(output) }));
  client.on('callFailed', ({ id, error }) => end(id, { error }));
}

// The caller may change what it passed and received.
function snapshot(value: unknown): unknown {
  const copy = copyJson(value, false);
  return copy.ok ? copy.value : value;
}
