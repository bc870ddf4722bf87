import type { BTCPError, Registration } from '@btcp/core';
import type { RegisteredManifest, ToolsHandle, UseOptions } from '../client-options.ts';
import type { ClientState } from '../client-state.ts';
import type { register } from '../register.ts';

export interface Use {
  readonly name: string;
  readonly register: () => Promise<RegisteredManifest | undefined>;
  ready: Promise<RegisteredManifest | undefined>;
  /** Whether a name of its tools was taken. */
  isRefused: boolean;
}

/** The registrations in use of each client, by the names of their manifests. */
const ofClients = new WeakMap<ClientState, Map<string, Use[]>>();

export function usesOf(state: ClientState): Map<string, Use[]> {
  const uses = ofClients.get(state) ?? new Map<string, Use[]>();
  ofClients.set(state, uses);
  return uses;
}

/** When each manifest, and all (`undefined`), were last removed: a number of `registry.removals`. */
const removals = new WeakMap<ClientState, Map<string | undefined, number>>();

function noteRemoval(state: ClientState, name?: string): void {
  const ofNames = removals.get(state) ?? new Map<string | undefined, number>();
  removals.set(state, ofNames.set(name, ++state.registry.removals));
}

/** Whether a manifest was removed, alone or with all, after so many removals. */
export const isRemovedSince = (state: ClientState, name: string, since: number): boolean =>
  [undefined, name].some((each) => (removals.get(state)?.get(each) ?? 0) > since);

/** Removes a manifest's tools; returns whether one of that name was registered. */
export function unregister(state: ClientState, name: string): boolean {
  const { registry } = state;
  noteRemoval(state, name);
  usesOf(state).delete(name);
  registry.manifests.get(name)?.retire?.();
  const isFound = registry.manifests.delete(name);
  registry.update();
  // Its names may be those that others wait for.
  for (const last of [...usesOf(state).values()].map((list) => list.at(-1))) {
    if (!last?.isRefused) continue;
    start(last);
    // Its first failure was reported.
    last.ready.catch(() => undefined);
  }
  return isFound;
}

function start(use: Use): void {
  use.isRefused = false;
  use.ready = use.register().catch((error: unknown) => {
    use.isRefused = (error as BTCPError | undefined)?.code === 'MANIFEST_CONFLICT';
    throw error;
  });
}

export function unregisterAll(state: ClientState): void {
  const { registry } = state;
  usesOf(state).clear();
  noteRemoval(state);
  for (const { retire } of registry.manifests.values()) retire?.();
  registry.manifests.clear();
  registry.update();
}

/**
 * Uses a registration: of several with one manifest's name the last counts, and the one before it when that is disposed. One
 * that was refused, because a name was taken, is registered when that is free.
 *
 * @param doRegister - Passed instead of imported, as it belongs to the first file of a page.
 */
export function openUse(
  state: ClientState,
  doRegister: typeof register,
  registration: Registration,
  options: UseOptions,
): ToolsHandle {
  const uses = usesOf(state);
  const add = (added: Registration): Use => {
    // Callers in plain JavaScript may pass anything; `register` says what is wrong.
    const name = String((added as Partial<Registration> | undefined)?.manifest?.name);
    const list = uses.get(name) ?? [];
    uses.set(name, list);
    const isCurrent = (): boolean => uses.get(name)?.at(-1) === newUse;
    const newUse = {
      name,
      register: () => doRegister(state, added, options, isCurrent),
    } as Use;
    list.push(newUse);
    start(newUse);
    return newUse;
  };
  const remove = (removed: Use): void => {
    const list = uses.get(removed.name) ?? [];
    const index = list.indexOf(removed);
    if (index < 0) return;
    list.splice(index, 1);
    // Another one is registered in its place.
    if (index < list.length) return;
    const last = list.at(-1);
    if (last) start(last);
    else unregister(state, removed.name);
  };
  let use = add(registration);
  const stop = (registration as Registration | undefined)?.onUpdate?.((next) => {
    const before = use;
    use = add(next);
    remove(before);
  });
  return {
    get ready() {
      return use.ready;
    },
    dispose: () => {
      stop?.();
      remove(use);
    },
  };
}
