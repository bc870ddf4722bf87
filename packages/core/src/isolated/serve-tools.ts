import { setFailureDetails } from '#failure-details';
import { BTCPError } from '../btcp-error.ts';
import { copyJson } from '../copy-json.ts';
import { FAILURE_DETAILS } from '../failures/failure-details.ts';
import type { LoadedImplementation } from '../registration.ts';
import type { Progress, ToolContext } from '../tool.ts';
import { MAX_MESSAGE, type HostMessage, type RealmMessage, type SentError } from './messages.ts';
import { RealmContext } from './realm-context.ts';

/** The globals of a realm: a worker has them, and the engine gives them to QuickJS. */
interface RealmScope {
  close?: () => void;
  postMessage: (message: string) => void;
  addEventListener: (type: 'message', listener: (event: { readonly data: string }) => void) => void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: BTCPError) => void;
}

/**
 * Runs tools for a host: the end of the `isolated.js` that `btcp build` writes.
 *
 * @param tools - The implementations by name.
 * @param build - Identifies the script, so that a host notices another manifest's, or an old one.
 */
export function serveTools(tools: Readonly<Record<string, LoadedImplementation>>, build?: string): void {
  setFailureDetails(FAILURE_DETAILS);
  const scope = globalThis as unknown as RealmScope;
  const { postMessage } = scope;
  // A worker that closed itself would answer no call, and nothing would tell its host.
  delete scope.close;
  const send = (message: RealmMessage): void => postMessage.call(scope, JSON.stringify(message));
  const waiting = new Map<number, Waiting>();
  let requests = 0;

  const run = async (message: HostMessage & { readonly type: 'call' }): Promise<void> => {
    const { call, tool, input, confirm } = message;
    const ask = (member: string, args: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const request = ++requests;
        // First, because it throws where the arguments are not JSON.
        send({ type: 'request', call, request, member, args });
        waiting.set(request, { resolve, reject });
      });
    const progress = (update: Progress): void => send({ type: 'progress', call, update });
    try {
      const context = new RealmContext(
        ask,
        message.progress ? progress : undefined,
      ) as unknown as ToolContext;
      const found = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
      const value = confirm ? sentenceOf(found, input) : await execute(found, input, context);
      // JSON would leave out, or replace, what it does not have.
      const copy = copyJson(value, true, MAX_MESSAGE);
      if (!copy.ok)
        throw new BTCPError('INVALID_OUTPUT', {
          message: `Invalid output of "${tool}"`,
          issues: copy.issues,
        });
      send({ type: 'result', call, value: copy.value });
    } catch (thrown) {
      send({ type: 'failure', call, error: BTCPError.from(thrown).toJSON() as unknown as SentError });
    }
  };

  const settle = (message: Exclude<HostMessage, { readonly type: 'call' }>): void => {
    const asked = waiting.get(message.request);
    waiting.delete(message.request);
    if (message.type === 'answer') asked?.resolve(message.value);
    else asked?.reject(new BTCPError(message.error.code, message.error));
  };

  scope.addEventListener('message', ({ data }) => {
    // The host is trusted: it could do anything here.
    const message = JSON.parse(data) as HostMessage;
    if (message.type === 'call') void run(message);
    else settle(message);
  });
  send({ type: 'ready', build });
}

function sentenceOf(tool: unknown, input: unknown): unknown {
  const { confirm } = Object(tool) as { readonly confirm?: unknown };
  return typeof confirm === 'function' ? (confirm as (input: unknown) => unknown)(input) : null;
}

function execute(tool: LoadedImplementation | undefined, input: unknown, context: ToolContext): unknown {
  if (!tool) throw new BTCPError('TOOL_NOT_FOUND', 'The isolated script lacks this tool.');
  // What `defineTool` returns can be called, too, but with less of a context.
  const { execute: run = tool } = tool as { readonly execute?: unknown };
  return (run as (input: unknown, context: ToolContext) => unknown).call(tool, input, context);
}
