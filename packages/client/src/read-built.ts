import {
  findBuiltFingerprints,
  joinFingerprints,
  type Registration,
  type ToolValidators,
  type Validator,
} from '@btcp/core';
import { createEntry, findRunner, ownValue, type CheckedRegistration } from './tool-entry.ts';

/**
 * Reads what a build wrote, which was checked then: its parts must be there, and those of one build.
 *
 * @returns `undefined` for all other registrations, also for broken ones: the checks say what is wrong with them.
 */
export function readBuilt(registration: Registration): CheckedRegistration | undefined {
  try {
    const { manifest, implementations, validators } = registration;
    const fingerprints = findBuiltFingerprints(manifest);
    if (!fingerprints) return undefined;
    const entries = manifest.tools.map((tool) => {
      const { input, output } = ownValue(validators, tool.name) as ToolValidators;
      return createEntry(manifest, tool, findRunner(implementations, tool.name), { input, output });
    });
    const found = entries.map(({ input, output }) => [fingerprintOf(input), fingerprintOf(output)]);
    return joinFingerprints(found) === fingerprints ? { manifest, entries } : undefined;
  } catch {
    return undefined;
  }
}

// Callers in plain JavaScript may pass what only has a fingerprint.
const fingerprintOf = (validator: Validator | undefined): string | undefined =>
  typeof validator === 'function' ? validator.schema : validator;
