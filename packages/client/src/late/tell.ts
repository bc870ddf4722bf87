import type { Manifest } from '@btcp/core';
import type { ClientState } from '../client-state.ts';
import type { Emitter } from '../events.ts';
import type { Tools } from '../registry.ts';
import type { RegisteredTool } from '../tool-entry.ts';

const MAX_SAID = 1000;

/** Whether something is said for the first time; after too much, nothing is. */
export const isNews = ({ said }: Pick<ClientState, 'said'>, text: string): boolean =>
  said.size < MAX_SAID && said.size < said.add(text).size;

/** Warns of a deprecated tool that is called, once. */
export function warnDeprecated(state: ClientState, tool: RegisteredTool): void {
  if (!isNews(state, tool.name)) return;
  if (state.events.active) state.events.emit('deprecatedCalled', { tool });
  // oxlint-disable-next-line no-console -- nobody listens, and the call works
  else console.warn('BTCP: deprecated', tool.name, JSON.stringify(tool.deprecationMessage));
}

/** Tells listeners which tools were registered and unregistered. */
export function tellChanges(events: Emitter, before: Tools, after: Tools): void {
  const added = findNew(after, before);
  const removed = findNew(before, after);
  if (added.length + removed.length > 0) events.emit('toolsChanged', { added, removed });
}

/** Names of the tools that others lack, or have a different one for. */
const findNew = (tools: Tools, others: Tools): readonly string[] =>
  [...tools.keys()].filter((name) => tools.get(name) !== others.get(name));

/** Lets the tools that wait for consent to a manifest be called. */
export function consentTo({ registry }: ClientState, manifest: Manifest): void {
  const registered = registry.manifests.get(manifest.name);
  if (registered?.manifest !== manifest) return;
  const entries = registered.entries.map((entry) =>
    // A new entry is told as a change.
    entry.isUnconsented ? { ...entry, isUnconsented: false } : entry,
  );
  registry.set({ ...registered, entries });
}
