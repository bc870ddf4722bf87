import { findBuiltFingerprints, type Registration, type ToolValidators, type Validator } from '@btcp/core';
import { refusal } from '../refusal.ts';
import { ownValue, runnerOf, type CheckedRegistration, type Checks } from '../tool-entry.ts';

/**
 * Reads a built registration, which the build has checked: its parts must be present and from one build.
 *
 * @returns `undefined` for all other registrations, even broken ones: the checks report their problems.
 */
export function readBuilt(registration: Registration): CheckedRegistration | undefined {
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
