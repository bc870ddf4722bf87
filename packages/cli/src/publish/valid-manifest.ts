import type { Manifest } from '@btcp/core';
import { ManifestFacts } from '@btcp/schema/check';
import { InputError } from '../errors.ts';

/**
 * Validates a manifest: a build writes a valid one, but anybody can change the file.
 *
 * @param name - How the message names it.
 * @throws InputError that says the first thing that is wrong.
 */
export function validManifest(read: unknown, name: string): Manifest {
  const { issues, tools } = new ManifestFacts(read);
  const issue = [...issues, ...tools.flatMap((tool) => tool.issues)].find(
    ({ severity }) => severity === 'error',
  );
  // Without issues it is what the meta-schema describes.
  if (!issue) return read as Manifest;
  throw new InputError(`${name} is not a valid manifest: ${issue.message}`, 'Run `btcp build`.');
}
