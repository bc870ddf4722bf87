import type { Registration } from '@btcp/core';
import type { RegisteredManifest, ToolsHandle, UseOptions } from '../client-options.ts';
import type { ClientState } from '../client-state.ts';
import type { register } from '../register.ts';

/** A registration that is in use, until it is disposed. */
export interface Use {
  readonly name: string;
  readonly register: () => Promise<RegisteredManifest | undefined>;
  ready: Promise<RegisteredManifest | undefined>;
}

/**
 * Uses a registration: of several with one manifest's name the last counts, and the one before it when that is disposed.
 *
 * @param doRegister - Passed instead of imported, as it belongs to the first file of a page.
 */
export function openUse(
  state: ClientState,
  doRegister: typeof register,
  registration: Registration,
  options: UseOptions,
): ToolsHandle {
  const { uses, registry } = state;
  const add = (added: Registration): Use => {
    // Callers in plain JavaScript may pass anything; `register` says what is wrong.
    const name = String((added as Partial<Registration> | undefined)?.manifest?.name);
    const list = uses.get(name) ?? [];
    uses.set(name, list);
    const isCurrent = (): boolean => uses.get(name)?.at(-1) === newUse;
    const newUse = {
      name,
      register: () => doRegister(state, added, { ...options, replace: true }, isCurrent),
    } as Use;
    list.push(newUse);
    newUse.ready = newUse.register();
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
    if (last) last.ready = last.register();
    else registry.delete(removed.name);
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
