import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LoadedConfig } from '@btcp/codegen';
import type { Diagnostic } from '@btcp/core';
import { findJsonPlaces } from '../json-places.ts';
import { gateReleases } from './compare-releases.ts';
import type { Release } from './parse-release.ts';

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
  const { ok, bump, needed, message, findings } = gateReleases(old, now, compare);
  if (ok) return { message, diagnostics: [] };
  const diagnostic: Diagnostic = {
    id: 'version-too-low',
    severity: 'error',
    ...((await placeInPackage(root)) ?? { file: basename(file), line: 1, column: 1 }),
    message,
    help: `\`btcp diff ${old.name}\` lists every change; docs/releasing.md says what each requires.`,
    data: { needed, bump, changes: findings.length },
  };
  return { message, diagnostics: [diagnostic] };
}

/** Where package.json says the version. */
async function placeInPackage(
  root: string,
): Promise<Pick<Diagnostic, 'file' | 'line' | 'column' | 'length'> | undefined> {
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '{}');
  const place = findJsonPlaces(text).places.get('/version');
  if (place === undefined) return undefined;
  const lines = text.slice(0, place.start).split('\n');
  const column = (lines.at(-1) ?? '').length + 1;
  return { file: 'package.json', line: lines.length, column, length: place.length };
}
