import type { Registration, SandboxLevel } from '@btcp/core';
import type { ClientState } from '../client-state.ts';
import type { RegisteredManifest, RegisterOptions } from '../client-options.ts';
import type { CheckedRegistration, RegisteredTool } from '../tool-entry.ts';
import { isRemovedSince, usesOf } from './uses.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';

const OPTIONS: readonly string[] = [
  'replace',
  'sandbox',
  'signature',
  'context',
  'afterRun',
] satisfies (keyof RegisterOptions)[];

type Running = Pick<CheckedRegistration, 'entries' | 'retire'>;

/**
 * Registers what takes more than to add it: checks a registration that was not built, verifies one, starts what runs its
 * tools isolated, and looks at those that have its names.
 *
 * @param removals - How often manifests were removed when the registration began.
 */
// oxlint-disable-next-line max-params -- names of properties would be in the file that a page loads first
export async function prepare(
  state: ClientState,
  registration: Registration,
  asked: RegisterOptions | undefined,
  built: CheckedRegistration | undefined,
  removals: number,
  isCurrent: (() => boolean) | undefined,
): Promise<RegisteredManifest | undefined> {
  const { registry, options, parts } = state;
  const { verify, findUnconsented } = options;
  const given = readOptions(parts, asked);
  const { sandbox = options.sandbox } = given;
  // `use` takes the place of an older build.
  const replaces = !!isCurrent || given.replace;
  const checked = built ?? (await check(state, registration));
  const { manifest } = checked;
  // Awaits only what there is, so that what was built is registered at once.
  if (verify) refuseVerdict(parts, await verify(manifest, given.signature));
  // Throws where it returns nothing, which would count as consent.
  const changedTools = findUnconsented && [...(await findUnconsented(manifest))];
  const running: Running =
    sandbox === undefined && !manifest.config?.sandbox
      ? checked
      : await startIsolated(state, checked, registration, sandbox);
  if (isCurrent?.() === false) return void running.retire?.();
  const before = registry.manifests.get(manifest.name);
  // Of two at once, the first one is registered meanwhile; React's StrictMode, for one, registers everything twice.
  if (
    before &&
    !replaces &&
    before.registration.manifest === registration.manifest &&
    before.registration.implementations === registration.implementations
  ) {
    running.retire?.();
    const missingCapabilities = state.gate.missing({ ...before.manifest, manifest: manifest.name });
    return { manifest: before.manifest, missingCapabilities, changedTools: before.changedTools };
  }
  const conflict = findConflict(state, checked, replaces, removals);
  if (conflict) {
    running.retire?.();
    throw new parts.BTCPError('MANIFEST_CONFLICT', FAILURE_TEXTS.MANIFEST_CONFLICT(manifest.name, conflict));
  }
  if (!isCurrent) usesOf(state).delete(manifest.name);
  return replace(state, { ...running, manifest, changedTools }, registration, given);
}

/** Refuses what `verifyManifest` returns, for example: that something is not valid would count for nothing. */
function refuseVerdict(parts: ClientState['parts'], verdict: unknown): void {
  if (verdict !== undefined)
    throw new parts.BTCPError('INVALID_ARGUMENT', '`verify` must throw, not return.');
}

function readOptions(parts: ClientState['parts'], asked: RegisterOptions | undefined): RegisterOptions {
  const given = asked ?? {};
  const unknown = Object.keys(given).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined)
    throw new parts.BTCPError(
      'INVALID_ARGUMENT',
      FAILURE_TEXTS.INVALID_ARGUMENT('option', unknown, OPTIONS.join()),
    );
  return given;
}

/** Adds a manifest, in the place of one of its name; with its tools that wait for consent. */
function replace(
  state: ClientState,
  checked: CheckedRegistration,
  registration: Registration,
  given: RegisterOptions,
): RegisteredManifest {
  const before = state.registry.manifests.get(checked.manifest.name);
  const entries = checked.entries.map((entry) => ({
    ...entry,
    isUnconsented: !!checked.changedTools?.some(({ tool }) => tool === entry.tool.name),
  }));
  const all = { ...checked, entries };
  const added = state.parts.add(state, all, registration, given, before?.lane);
  before?.retire?.();
  // More may run now.
  before?.lane.passOn?.();
  return added;
}

async function check(
  { parts, options }: ClientState,
  registration: Registration,
): Promise<CheckedRegistration> {
  const { checkRegistration } = await import('../registration/check-registration.ts');
  return checkRegistration(parts, registration, options.compile);
}

async function startIsolated(
  { parts, options }: ClientState,
  checked: CheckedRegistration,
  registration: Registration,
  sandbox: SandboxLevel | undefined,
): Promise<Running> {
  const { isolate } = await import('../isolated/isolate.ts');
  return isolate(parts, checked, registration.isolated, sandbox, options.isolation);
}

/** What has one of its names, or that it was removed meanwhile. */
function findConflict(
  state: ClientState,
  { manifest: { name }, entries }: CheckedRegistration,
  replaces: boolean | undefined,
  removals: number,
): RegisteredTool | 'itself' | 'removed' | undefined {
  const { registry } = state;
  if (isRemovedSince(state, name, removals)) return 'removed';
  if (!replaces && registry.manifests.has(name)) return 'itself';
  return entries
    .map(({ tool }) => registry.tools.get(tool.name)?.tool)
    .find((tool) => tool && tool.manifest !== name);
}
