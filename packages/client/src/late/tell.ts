import type { BTCPError, Manifest, Progress, CallOptions } from '@btcp/core';
import type { ClientState } from '../client-state.ts';
import { contained } from '../contained.ts';
import type { CallEnd, CallEvent, ClientEvents, ClientListener, Emitter } from '../events.ts';
import type { Tools } from '../registry.ts';
import type { RegisteredTool } from '../tool-entry.ts';

const MAX_SAID = 1000;

/** What each client has logged, or told to listeners, and does not say again. */
const saidBy = new WeakMap<object, Set<string>>();

/** Whether a client says something for the first time; after too much, nothing is. */
export function isNews(client: object, text: string): boolean {
  const said = saidBy.get(client) ?? new Set();
  saidBy.set(client, said);
  return said.size < MAX_SAID && said.size < said.add(text).size;
}

/** Warns of a deprecated tool that is called, once. */
export function warnDeprecated(state: ClientState, tool: RegisteredTool): void {
  if (!isNews(state, tool.name)) return;
  if (state.events.listeners.size > 0) state.events.tell('deprecatedCalled', () => ({ tool }));
  // oxlint-disable-next-line no-console -- nobody listens, and the call works
  else console.warn('BTCP: deprecated', tool.name, JSON.stringify(tool.deprecationMessage));
}

/** Which tools were registered and unregistered; undefined for none. */
export function changesOf(before: Tools, after: Tools): ClientEvents['toolsChanged'] | undefined {
  const added = findNew(after, before);
  const removed = findNew(before, after);
  return added.length + removed.length > 0 ? { added, removed } : undefined;
}

/** Names of the tools that others lack, or have a different one for. */
const findNew = (tools: Tools, others: Tools): readonly string[] =>
  [...tools.keys()].filter((name) => tools.get(name) !== others.get(name));

/** Calls an event's listeners, in the order they were added. Never throws. */
export function emit<Event extends keyof ClientEvents>(
  listeners: Emitter['listeners'],
  event: Event,
  detail: ClientEvents[Event] | undefined,
): void {
  if (!detail) return;
  // oxlint-disable-next-line no-useless-spread -- a copy, because listeners may add listeners
  for (const [name, listener] of [...listeners])
    if (name === event) void contained(listener as ClientListener<Event>, event)(detail);
}

/** Tells a caller how far its call is; the caller's mistake is not the tool's. */
export function tellProgress(onProgress: (update: Progress) => unknown, update: Progress): void {
  void contained(onProgress, 'onProgress')(update);
}

const calls = new WeakMap<ClientState, number>();

/**
 * Tells listeners of a call.
 *
 * @param started - When it did, on the clock of `performance.now()`: it may have ended already.
 * @param run - Runs it, once.
 */
// oxlint-disable-next-line max-params -- names of properties would be in the file that a page loads first
export function observe(
  state: ClientState,
  tool: string,
  input: unknown,
  { context, coerced }: CallOptions,
  started: number,
  run: () => Promise<unknown>,
): void {
  const { events } = state;
  const id = (calls.get(state) ?? 0) + 1;
  calls.set(state, id);
  const call: CallEvent = { id, tool, input, context, ...(coerced && { coerced }) };
  const end = (): CallEnd => ({ ...call, duration: performance.now() - started });
  events.tell('callStarted', () => call);
  run().then(
    (output) => events.tell('callSucceeded', () => ({ ...end(), output })),
    // It rejects only with a BTCPError.
    (error: unknown) => events.tell('callFailed', () => ({ ...end(), error: error as BTCPError })),
  );
}

/** Lets the tools that wait for consent to a manifest be called. */
export function consentTo({ registry }: ClientState, manifest: Manifest): void {
  const registered = registry.manifests.get(manifest.name);
  if (registered?.manifest !== manifest) return;
  const entries = registered.entries.map((entry) =>
    // A new entry is told as a change.
    entry.isUnconsented ? { ...entry, isUnconsented: false } : entry,
  );
  registry.manifests.set(manifest.name, { ...registered, entries });
  registry.update();
}
