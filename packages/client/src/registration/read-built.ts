import {
  findBuiltFingerprints,
  joinFingerprints,
  type Registration,
  type ToolValidators,
  type Validator,
} from '@btcp/core';
import { createEntry, ownValue, runnerOf, type CheckedRegistration } from '../tool-entry.ts';

/**
 * Reads a built registration, which the build has checked: its parts must be present and from one build.
 *
 * @returns `undefined` for all other registrations, even broken ones: the checks report their problems.
 */
export function readBuilt(registration: Registration): CheckedRegistration | undefined {
  try {
    const { manifest, implementations, validators } = registration;
    const fingerprints = findBuiltFingerprints(manifest);
    if (!fingerprints) return undefined;
    const entries = manifest.tools.map((tool) => {
      const { input, output } = ownValue(validators, tool.name) as ToolValidators;
      return createEntry(manifest, tool, runnerOf(ownValue(implementations, tool.name)), { input, output });
    });
    const found = entries.map(({ input, output }) => [fingerprintOf(input), fingerprintOf(output)]);
    return joinFingerprints(found) === fingerprints ? { manifest, entries } : undefined;
  } catch {
    return undefined;
  }
}

// Callers in plain JavaScript may pass objects with only a fingerprint.
const fingerprintOf = (validator: Validator | undefined): string | undefined =>
  typeof validator === 'function' ? validator.schema : validator;
