import type { Registration, ToolValidators, Validator } from '@btcp/core';
import { findBuiltFingerprints, ownValue } from '@btcp/core/internal';
import { lateParts } from '#late-parts';
import type { RegisteredManifest, RegisterOptions } from './client-options.ts';
import type { ClientState } from './client-state.ts';
import type { Lane } from './registry.ts';
import { type CheckedRegistration, runnerOf, type Checks } from './tool-entry.ts';
import { refusal } from './refusal.ts';

/**
 * Reads a built registration, which the build has checked: its parts must be present and from one build.
 *
 * @returns `undefined` for all other registrations, even broken ones: the checks report their problems.
 */
function readBuilt(registration: Registration): CheckedRegistration | undefined {
  try {
    const { manifest, implementations, validators, validatorsOnCall } = registration;
    const fingerprints = findBuiltFingerprints(manifest)?.split(',');
    if (!fingerprints) return undefined;
    const entries = manifest.tools.map((tool, index) => {
      const { name } = tool;
      // Throws if there are none, or if they are others than those of the build.
      const checksOf = ({ input, output }: ToolValidators): Checks => {
        if (
          fingerprintOf(input) === fingerprints[2 * index] &&
          fingerprintOf(output) === fingerprints[2 * index + 1]
        )
          return { input, output };
        throw refusal('VALIDATORS_MISMATCH', name);
      };
      const load = ownValue(validatorsOnCall, name);
      const checks = load
        ? async (): Promise<Checks> => checksOf(await load())
        : checksOf(ownValue(validators, name) as ToolValidators);
      return { tool, runner: runnerOf(ownValue(implementations, name)), checks };
    });
    return { manifest, entries };
  } catch {
    return undefined;
  }
}

// As `joinFingerprints` writes them. Callers in plain JavaScript may pass objects with only a fingerprint.
const fingerprintOf = (validator: Validator | undefined): unknown =>
  typeof validator === 'function' ? validator.schema : (validator ?? '');

/**
 * Registers all tools of a manifest, or on any problem none: at once what was built, if nothing has its names.
 *
 * @param isCurrent - Whether it is still to be registered, of one that `use` registers.
 * @returns `undefined` if it is not.
 */
export async function register(
  state: ClientState,
  registration: Registration,
  given: RegisterOptions | undefined,
  isCurrent?: () => boolean,
): Promise<RegisteredManifest | undefined> {
  const { registry, options } = state;
  const { removals, manifests, tools } = registry;
  const built = readBuilt(registration);
  if (
    !built ||
    (options.verify ??
      options.findUnconsented ??
      // An option may be misspelt.
      given ??
      options.sandbox ??
      built.manifest.config?.sandbox) ||
    manifests.has(built.manifest.name) ||
    built.entries.some(({ tool }) => tools.has(tool.name))
  )
    return (lateParts.loaded ?? (await lateParts.need())).prepare(
      state,
      registration,
      given,
      built,
      removals,
      isCurrent,
    );
  return add(state, built, registration, {});
}

/**
 * Adds a manifest, in the place of one of its name.
 *
 * @param lane - That of the one before.
 */
export function add(
  { registry, options, limits, gate }: ClientState,
  checked: CheckedRegistration,
  registration: Registration,
  given: RegisterOptions,
  lane: Lane = { size: 0, running: 0 },
): RegisteredManifest {
  const { manifest, changedTools } = checked;
  const { name, config } = manifest;
  const entries = checked.entries.map((entry) => ({
    ...entry,
    tool: Object.freeze({ ...entry.tool, manifest: name }),
    timeout: entry.tool.timeout ?? config?.timeout,
    lane,
    options: given,
  }));
  registry.manifests.set(name, { ...checked, entries, lane, registration });
  registry.update();
  lane.size = Math.min(config?.maxConcurrent ?? limits.concurrent, options.limits?.concurrent ?? Infinity);
  return { manifest, missingCapabilities: gate.missing({ ...manifest, manifest: name }), changedTools };
}
