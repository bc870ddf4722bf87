import { relative } from 'node:path';
import { build, type LoadedConfig } from '@btcp/codegen';
import type { Manifest } from '@btcp/core';
import { findDifference } from '@btcp/schema';
import { InputError } from '../errors.ts';

/**
 * Finds the files of a build that were changed after it.
 *
 * @returns Sentences.
 * @throws InputError if the project does not build.
 */
export async function findEdited({ root, outDir, file }: LoadedConfig): Promise<readonly string[]> {
  const { stale, manifest } = await build({ cwd: root, configFile: file, mode: 'check' });
  if (!manifest)
    throw new InputError('The project does not build any more.', 'Correct what `btcp build` finds.');
  return stale.map(({ path }) => `${relative(root, outDir)}/${path} is not what the tools give.`);
}

/**
 * Finds in which place clients are told something else than everybody.
 *
 * @param published - What `manifest.json` says.
 * @param registered - The manifest in `registration.ts`.
 * @returns At most one sentence.
 */
export function findDiffering(
  { root, outDir }: LoadedConfig,
  published: Manifest,
  registered: Manifest,
): readonly string[] {
  const difference = findDifference(published, registered);
  if (!difference) return [];
  const { path, expected, actual } = difference;
  return [
    `${relative(root, outDir)}/registration.ts differs from manifest.json: ${path || '/'} is ${shown(actual)}, and ${shown(expected)} in manifest.json.`,
  ];
}

const MAX_SHOWN = 100;

function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
