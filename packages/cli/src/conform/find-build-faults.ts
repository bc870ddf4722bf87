import { relative } from 'node:path';
import { build, type LoadedConfig } from '@btcp/codegen';
import type { Manifest } from '@btcp/core';
import { findDifference } from '@btcp/schema';
import { InputError } from '../errors.ts';

/**
 * Finds what was changed in the files of a build after it, from which no source would give them.
 *
 * @param published - What `manifest.json` says.
 * @param registered - What clients are told: the manifest in `registration.ts`.
 * @returns Sentences.
 * @throws InputError if the project does not build.
 */
export async function findBuildFaults(
  { root, outDir, file }: LoadedConfig,
  published: Manifest,
  registered: Manifest,
): Promise<readonly string[]> {
  const { stale, manifest } = await build({ cwd: root, configFile: file, mode: 'check' });
  if (!manifest)
    throw new InputError('The project does not build any more.', 'Correct what `btcp build` finds.');
  const folder = relative(root, outDir);
  const edited = stale.map(({ path }) => `${folder}/${path} is not what the tools give.`);
  const difference = findDifference(published, registered);
  if (!difference) return edited;
  const { path, expected, actual } = difference;
  return [
    ...edited,
    `${folder}/registration.ts differs from manifest.json: ${path || '/'} is ${shown(actual)}, and ${shown(expected)} in manifest.json.`,
  ];
}

const MAX_SHOWN = 100;

function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
