import type { Registration } from '@btcp/core';
import { lateParts } from '#late-parts';
import type { RegisteredManifest, RegisterOptions } from './client-options.ts';
import type { ClientState } from './client-state.ts';
import { Lane } from './lane.ts';
import { Refusal } from './refusal.ts';
import type { CheckedRegistration, RegisteredTool } from './tool-entry.ts';
import { readBuilt } from './registration/read-built.ts';

/**
 * Registers all tools of a manifest, or on any problem none.
 *
 * @param isCurrent - Whether it is still to be registered, of one that `use` registers.
 * @returns `undefined` if it is not.
 */
export async function register(
  state: ClientState,
  registration: Registration,
  given: RegisterOptions,
  isCurrent?: () => boolean,
): Promise<RegisteredManifest | undefined> {
  const { registry, options } = state;
  const { clears } = registry;
  const built = readBuilt(registration);
  const needsMore =
    options.verify ??
    options.findUnconsented ??
    given.sandbox ??
    options.sandbox ??
    built?.manifest.config?.sandbox;
  // Awaits only what there is, so that what was built is registered at once.
  const checked =
    built && needsMore === undefined
      ? built
      : await (await lateParts.need()).prepare(state, registration, given, built);
  const { name } = checked.manifest;
  if (isCurrent?.() === false) return void checked.retire?.();
  const before = registry.manifests.get(name);
  // Of two at once, the first one is registered meanwhile; React's StrictMode, for one, registers everything twice.
  if (
    before &&
    !given.replace &&
    before.registration.manifest === registration.manifest &&
    before.registration.implementations === registration.implementations
  ) {
    checked.retire?.();
    return resultOf(state, before);
  }
  const conflict = clears === registry.clears ? findConflict(state, checked, given) : 'removed';
  if (conflict) {
    checked.retire?.();
    await lateParts.load();
    throw Refusal.toError(new Refusal('MANIFEST_CONFLICT', name, conflict));
  }
  if (!isCurrent) state.uses.delete(name);
  add(state, checked, registration, given);
  return resultOf(state, checked);
}

/** What has one of its names. */
function findConflict(
  { registry }: ClientState,
  { manifest: { name }, entries }: CheckedRegistration,
  { replace }: RegisterOptions,
): RegisteredTool | 'itself' | undefined {
  if (!replace && registry.manifests.has(name)) return 'itself';
  return entries
    .map(({ tool }) => registry.tools.get(tool.name)?.tool)
    .find((tool) => tool && tool.manifest !== name);
}

function add(
  { registry, options, limits }: ClientState,
  checked: CheckedRegistration,
  registration: Registration,
  given: RegisterOptions,
): void {
  const { name, config } = checked.manifest;
  const before = registry.manifests.get(name);
  const lane = before?.lane ?? new Lane(limits.queued, name);
  const unconsented = new Set(checked.changedTools?.map(({ tool }) => tool));
  const entries = checked.entries.map((entry) => ({
    ...entry,
    lane,
    isUnconsented: unconsented.has(entry.tool.name),
    options: given,
  }));
  registry.set({ ...checked, entries, lane, registration });
  before?.retire?.();
  lane.resize(Math.min(config?.maxConcurrent ?? limits.concurrent, options.limits?.concurrent ?? Infinity));
}

function resultOf(
  { gate }: ClientState,
  { manifest, changedTools }: CheckedRegistration,
): RegisteredManifest {
  const missingCapabilities = gate.missing({ ...manifest, manifest: manifest.name });
  return { manifest, missingCapabilities, changedTools };
}
