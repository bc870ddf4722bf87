import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { tryJson } from '@btcp/core/internal';
import { VERSION } from '../cache/cache-file.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { compareText, matchFiles, relativePath } from '../source/match-files.ts';
import { ProjectError } from '../system/project-error.ts';
import { portableHash } from '../system/sha256.ts';
import { type EmittedFile, isValidatorsModule } from './write-files.ts';

/** Content hashes of a build's inputs, and of its manifest. */
interface SourceStamp {
  readonly toolkit: string;
  /** The path of the config, relative to the output folder; earlier versions did not write it. */
  readonly config?: string;
  /** Hash of the resolved settings, whichever files the config takes them from. */
  readonly settings: string;
  /** Path relative to the project → hash of its content; sorted. */
  readonly files: Readonly<Record<string, string>>;
  /** Hash of `manifest.json`, the one file of a build that cannot say that it is not to be edited; earlier versions did not write it. */
  readonly manifest?: string;
}

const STAMP_FILE = 'sources.json';
const MANIFEST_FILE = 'manifest.json';

/** What a build writes; its folder may hold sources, too. */
const GENERATED: ReadonlySet<string> = new Set([
  STAMP_FILE,
  MANIFEST_FILE,
  'client.ts',
  'registration.ts',
  'validators.js',
  'validators.d.ts',
  'isolated.js',
]);

const isGenerated = (outDir: string, path: string): boolean =>
  dirname(path) === outDir && (GENERATED.has(basename(path)) || isValidatorsModule(basename(path)));

/**
 * Emits the file with the content hashes of a build's inputs, the same on every machine.
 *
 * @param files - What the build gives.
 * @param sources - Absolute paths of the files that were read, with the tsconfig and what it extends.
 * @param known - The hashes of those whose text the build has read.
 */
export async function emitStamp(
  config: LoadedConfig,
  files: readonly EmittedFile[],
  sources: readonly string[],
  known: (path: string) => string | undefined,
): Promise<EmittedFile> {
  const { root, outDir } = config;
  const stamped = sources
    .filter((path) => !isGenerated(outDir, path))
    .map(async (path) => {
      const hash = known(path) ?? portableHash((await textAt(path)) ?? '');
      return [relativePath(root, path), hash] as const;
    });
  const hashes = (await Promise.all(stamped)).sort(([a], [b]) => compareText(a, b));
  const manifest = files.find(({ path }) => path === MANIFEST_FILE);
  const stamp: SourceStamp = {
    toolkit: VERSION,
    config: relativePath(outDir, config.file),
    settings: settingsOf(config),
    files: Object.fromEntries(hashes),
    ...(manifest && { manifest: portableHash(manifest.text) }),
  };
  return { path: STAMP_FILE, text: `${JSON.stringify(stamp, null, 2)}\n` };
}

/**
 * Describes what has changed in a project since its build, by content. Loads no compiler.
 *
 * @returns For example `src/a.ts was changed`; undefined if nothing was, or there is no stamp.
 */
export async function findChangeSinceBuild(config: LoadedConfig): Promise<string | undefined> {
  const { root, outDir, tools } = config;
  const written = await textAt(join(outDir, STAMP_FILE));
  // A project need not keep it.
  if (written === undefined) return undefined;
  const stamp = parseStamp(written);
  if (!stamp) return `${relativePath(root, join(outDir, STAMP_FILE))} was changed`;
  if (stamp.toolkit !== VERSION) return `the toolkit was changed to ${VERSION}`;
  for (const [path, hash] of Object.entries(stamp.files)) {
    const text = await textAt(resolve(root, path));
    if (text === undefined) return `${path} was removed`;
    if (portableHash(text) !== hash) return `${path} was changed`;
  }
  const added = matchFiles(root, tools)
    .filter((path) => !isGenerated(outDir, path))
    .map((path) => relativePath(root, path))
    .find((path) => !Object.hasOwn(stamp.files, path));
  if (added !== undefined) return `${added} was added`;
  return stamp.settings === settingsOf(config) ? undefined : 'the config or package.json was changed';
}

/** Whether the manifest of a project's build was changed after it; false where there is no stamp. */
export async function isManifestEdited({ outDir }: LoadedConfig): Promise<boolean> {
  const stamp = parseStamp(await textAt(join(outDir, STAMP_FILE)));
  const manifest = await textAt(join(outDir, MANIFEST_FILE));
  return stamp?.manifest !== undefined && manifest !== undefined && portableHash(manifest) !== stamp.manifest;
}

/**
 * Refuses to build into a folder that holds the build of another config, which would be lost.
 *
 * @throws ProjectError
 */
export async function refuseOtherBuild({ root, outDir, file }: LoadedConfig): Promise<void> {
  const stamp = parseStamp(await textAt(join(outDir, STAMP_FILE)));
  if (typeof stamp?.config !== 'string') return;
  const other = resolve(outDir, stamp.config);
  // A config that was moved or removed builds nothing any more.
  if (other === file || (await textAt(other)) === undefined) return;
  const folder = relativePath(root, outDir);
  throw new ProjectError({
    id: 'output-of-other-config',
    message: `The output folder ${folder} holds what ${relativePath(root, other)} builds, and would be overwritten.`,
    help: `Give each config an \`outDir\` of its own. If the folder is meant for this one, delete ${folder} first.`,
  });
}

function settingsOf(settings: LoadedConfig): string {
  const { root, name, version, description, provider, config, formats, tools, tsconfig } = settings;
  const project = tsconfig && relativePath(root, tsconfig);
  const all = [name, version, description, provider, config, formats, tools, project];
  // Most projects have none of these, and their builds stay up to date.
  const own = Object.keys(settings.capabilities).length > 0 ? [settings.capabilities] : [];
  const ofUi = settings.ui ? [{ ui: settings.ui }] : [];
  return portableHash(JSON.stringify([...all, ...own, ...ofUi]));
}

async function textAt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function parseStamp(text: string | undefined): SourceStamp | undefined {
  const stamp = Object(tryJson(text ?? '')) as Partial<SourceStamp>;
  return typeof stamp.files === 'object' && stamp.files !== null ? (stamp as SourceStamp) : undefined;
}
