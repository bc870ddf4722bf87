import { BTCPError, type ErrorCode, type HostAbortSignal, type Validator } from '@btcp/core';
import type { ToolEntry } from './check-registration.ts';
import { clearDeadline, createDeadline, setDeadline } from './deadline.ts';
import { invalid, toCallError } from './errors.ts';
import { copyJson } from './json-copy.ts';
import { createContext, type HostContext } from './tool-context.ts';

/** How a tool is run. */
export interface RunOptions {
  /** Milliseconds. */
  readonly timeout: number;
  /** The caller's. */
  readonly signal: HostAbortSignal | undefined;
  readonly context: HostContext | undefined;
}

/**
 * Runs a tool between its two validations until it ends, its time is over or its caller cancels, whichever is first.
 * What it does later is ignored, a rejection included.
 *
 * @throws BTCPError
 */
export function runTool(
  entry: ToolEntry,
  input: unknown,
  { timeout, signal, context }: RunOptions,
): Promise<unknown> {
  const { name } = entry.tool;
  // One promise and no async function: each would cost every call.
  return new Promise((resolve, reject) => {
    let controller: AbortController | undefined;
    let stopped: BTCPError | undefined;
    const fail = (thrown: unknown): void => {
      clearDeadline(deadline);
      signal?.removeEventListener('abort', cancel);
      reject(toCallError(thrown));
    };
    const stop = (code: ErrorCode, what: string, cause?: unknown): void => {
      stopped = new BTCPError(code, { message: `The call of "${name}" ${what}.`, cause });
      // First the caller's answer: what the tool makes of its signal comes too late.
      fail(stopped);
      controller?.abort(stopped);
    };
    const cancel = (): void => stop('CALL_CANCELLED', 'was cancelled', signal?.reason);
    const deadline = createDeadline(() => stop('EXECUTION_TIMEOUT', `took longer than ${timeout} ms`));
    // Most tools never read their signal, so its controller is made when one does.
    const getSignal = (): HostAbortSignal => {
      controller ??= new AbortController();
      if (stopped) controller.abort(stopped);
      return controller.signal;
    };
    const succeed = (returned: unknown): void => {
      if (stopped) return;
      try {
        resolve(validated(entry.output, returned, true, name));
        clearDeadline(deadline);
        signal?.removeEventListener('abort', cancel);
      } catch (thrown) {
        fail(thrown);
      }
    };
    try {
      const checked = validated(entry.input, input, false, name);
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel);
      const returned = entry.run(checked, createContext(getSignal, context));
      if (typeof (returned as { then?: unknown } | null | undefined)?.then !== 'function')
        return succeed(returned);
      Promise.resolve(returned).then(succeed, fail);
      if (!stopped) setDeadline(deadline, timeout);
    } catch (thrown) {
      fail(thrown);
    }
  });
}

function validated(
  validator: Validator | undefined,
  value: unknown,
  isOutput: boolean,
  name: string,
): unknown {
  const copy = copyJson(value, isOutput);
  const result = copy.ok && validator ? validator(copy.value) : copy;
  if (result.ok) return result.value;
  const [code, what] = isOutput
    ? (['INVALID_OUTPUT', 'output'] as const)
    : (['INVALID_INPUT', 'input'] as const);
  throw invalid(code, `${what} of "${name}"`, result.issues);
}
