import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { LoadedConfig } from '@btcp/codegen';
import type { Bump, CompareConfig } from '@btcp/core';
import { compareManifests, type ManifestComparison } from '@btcp/schema/compare';
import type { Release } from './parse-release.ts';
import { readRelease } from './read-release.ts';
import { type DiffFormat, reportChanges } from './report-changes.ts';
import { ReleaseError } from '../errors.ts';
import { projectIfAny, refuseIfStale } from '../host/project.ts';
import { type CliIo, type ExitCode, line } from '../io.ts';

interface DiffValues {
  readonly 'fail-on'?: Bump;
  readonly strict: boolean;
  readonly config?: string;
  readonly format: DiffFormat;
}

const BUMPS: readonly string[] = ['none', 'patch', 'minor', 'major'];

/** Runs `btcp diff`. */
export async function runDiff(
  { config, format, strict, 'fail-on': failOn }: DiffValues,
  [oldSource = '', newSource]: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  const project = await projectIfAny(io.cwd, config);
  const manifest = project && join(project.outDir, 'manifest.json');
  const old = await readRelease(oldSource, io.cwd, manifest);
  const now = await (newSource === undefined
    ? readBuild(project, io)
    : readRelease(newSource, io.cwd, manifest));
  const options = { ...project?.compare, ...(strict && { strict }) };
  const comparison = compareManifests(old.manifest, now.manifest, options);
  io.stdout(reportChanges(format, comparison, { old, now }, io.cwd));
  for (const each of options.accepted ?? [])
    if (!isUndecided(comparison, each)) io.stderr(notUndecided(each));
  return failOn !== undefined && BUMPS.indexOf(comparison.bump) >= BUMPS.indexOf(failOn) ? 1 : 0;
}

type Accepted = NonNullable<CompareConfig['accepted']>[number];

const isUndecided = ({ findings }: ManifestComparison, { tool, path }: Accepted): boolean =>
  findings.some((each) => each.id === 'undecided' && each.tool === tool && each.path === path);

const notUndecided = ({ tool, path }: Accepted): string =>
  line`\`compare.accepted\` names ${tool} at ${path}, where nothing is undecided; remove it.`;

async function readBuild(project: LoadedConfig | undefined, io: CliIo): Promise<Release> {
  if (project === undefined)
    throw new ReleaseError(
      'There is no project in this folder; run it in the folder of the config, or name the new release, too.',
    );
  const path = relative(io.cwd, join(project.outDir, 'manifest.json'));
  if (!existsSync(join(io.cwd, path)))
    throw new ReleaseError(`There is no build in ${project.outDir}; run \`btcp build\` first.`);
  await refuseIfStale(project);
  return readRelease(path, io.cwd, undefined);
}
