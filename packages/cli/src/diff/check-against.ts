import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LoadedConfig } from '@btcp/codegen';
import type { CompareConfig, Diagnostic } from '@btcp/core';
import { gate, type GateResult, isFullVersion } from '@btcp/schema/compare';
import type { Release } from './parse-release.ts';
import { ReleaseError } from '../errors.ts';
import { findJsonPlaces } from '../json-places.ts';

/** Whether a release may follow another one: a sentence, or what is wrong. */
export interface GateReport {
  readonly message: string;
  /** Relative to the project; empty where the version rises enough. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares what a project would publish with an earlier release of it. */
export async function checkAgainst(
  old: Release,
  now: Pick<Release, 'name' | 'manifest'>,
  { root, file, compare }: Pick<LoadedConfig, 'root' | 'file' | 'compare'>,
): Promise<GateReport> {
  const gated = gateReleases(old, now, compare);
  if (gated.ok) return { message: gated.message, diagnostics: [] };
  const atConfig = { file: basename(file), line: 1, column: 1 };
  const removed = gated.findings.filter(({ id, level }) => id === REMOVED && level === 'deny');
  // No version makes up for a removal, so judge the version without.
  const [removal] = removed;
  const rules = {
    ...compare.rules,
    ...(removal && { [REMOVED]: { bump: removal.bump, level: 'warn' } as const }),
  };
  const { ok, message, needed, bump, findings } = removal
    ? gateReleases(old, now, { ...compare, rules })
    : gated;
  const tooLow: Diagnostic = {
    id: 'version-too-low',
    severity: 'error',
    ...((await placeInPackage(root)) ?? atConfig),
    message,
    help: `\`btcp diff ${old.name}\` lists every change, with what each requires.`,
    data: { needed, bump, changes: findings.length },
  };
  const ofTools = removed.map(({ tool, message: what }) => removalOf(tool, what, old.name, atConfig));
  return { message: gated.message, diagnostics: [...ofTools, ...(ok ? [] : [tooLow])] };
}

const REMOVED = 'tool-removed-undeprecated';

const removalOf = (
  tool: string,
  message: string,
  old: string,
  place: Pick<Diagnostic, 'file' | 'line' | 'column'>,
): Diagnostic => ({
  id: REMOVED,
  severity: 'error',
  tool,
  ...place,
  message: `"${tool}" of ${old}: ${message}`,
  help: 'Define it again with `deprecated: true`, or as one of the `aliases` of its successor, and release that; a later release may remove it.',
});

/** Where package.json says the version. */
async function placeInPackage(
  root: string,
): Promise<Pick<Diagnostic, 'file' | 'line' | 'column' | 'length'> | undefined> {
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '{}');
  const place = findJsonPlaces(text).places.get('/version');
  return place && { file: 'package.json', ...place };
}

type Compared = Pick<Release, 'name' | 'manifest'>;

/**
 * Decides whether a release may have its version.
 *
 * @throws ReleaseError where one of the versions is no full semantic version.
 */
export function gateReleases(old: Compared, now: Compared, options: CompareConfig): GateResult {
  for (const { name, manifest } of [old, now])
    if (!isFullVersion(manifest.version))
      throw new ReleaseError(
        `${name} has the version ${JSON.stringify(manifest.version)}, which is no full semantic version.`,
      );
  return gate(old.manifest, now.manifest, options);
}
