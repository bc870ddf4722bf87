import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Cache } from '../cache/cache.ts';
import { VERSION } from '../cache/cache-file.ts';
import { writtenAt } from '../cache/inputs.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { compareText, matchFiles, relativePath } from '../source/match-files.ts';
import { ProjectError } from '../system/project-error.ts';
import { sha256 } from '../system/sha256.ts';
import { type EmittedFile, isValidatorsModule } from './write-files.ts';

/** Content hashes of a build's inputs. */
interface SourceStamp {
  /** The version of the toolkit that built it. */
  readonly toolkit: string;
  /** The path of the config, relative to the output folder; earlier versions did not write it. */
  readonly config?: string;
  /** Hash of the resolved settings, whichever files the config takes them from. */
  readonly settings: string;
  /** Path relative to the project → hash of its content; sorted. */
  readonly files: Readonly<Record<string, string>>;
}

/** The hash of a file, and what tells whether it was written since. */
interface StampedFile {
  readonly written: string;
  readonly hash: string;
}

const QUESTION = ['stamps'] as const;

const STAMP_FILE = 'sources.json';

/** What a build writes; its folder may hold sources, too. */
const GENERATED: ReadonlySet<string> = new Set([
  STAMP_FILE,
  'manifest.json',
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
 * @param sources - Absolute paths of the files that were read, with the tsconfig and what it extends.
 * @param cache - Keeps the hashes of files that were not written since.
 */
export async function emitStamp(
  config: LoadedConfig,
  sources: readonly string[],
  cache: Cache,
): Promise<EmittedFile> {
  const { root, outDir } = config;
  const known = cache.find<ReadonlyMap<string, StampedFile>>(QUESTION)?.value;
  const stamped = await Promise.all(
    sources.map(async (path): Promise<readonly [string, StampedFile]> => {
      const written = writtenAt(path);
      const before = known?.get(path);
      if (before?.written === written) return [path, before];
      return [path, { written, hash: hashOf((await textAt(path)) ?? '') }];
    }),
  );
  const isSame = known?.size === stamped.length && stamped.every(([path, file]) => known.get(path) === file);
  if (!isSame) cache.put(QUESTION, new Map(stamped));
  const files = stamped
    .filter(([path]) => !isGenerated(outDir, path))
    .map(([path, { hash }]) => [relativePath(root, path), hash] as const)
    .sort(([a], [b]) => compareText(a, b));
  const stamp: SourceStamp = {
    toolkit: VERSION,
    config: relativePath(outDir, config.file),
    settings: settingsOf(config),
    files: Object.fromEntries(files),
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
    if (hashOf(text) !== hash) return `${path} was changed`;
  }
  const added = matchFiles(root, tools)
    .filter((path) => !isGenerated(outDir, path))
    .map((path) => relativePath(root, path))
    .find((path) => !Object.hasOwn(stamp.files, path));
  if (added !== undefined) return `${added} was added`;
  return stamp.settings === settingsOf(config) ? undefined : 'the config or package.json was changed';
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
  return hashOf(JSON.stringify([...all, ...own, ...ofUi]));
}

// Line endings and byte order marks differ between checkouts.
function hashOf(text: string): string {
  const same = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  return sha256(same, 'hex').slice(0, 16);
}

async function textAt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function parseStamp(text: string | undefined): SourceStamp | undefined {
  try {
    const stamp = Object(JSON.parse(text ?? '')) as Partial<SourceStamp>;
    return typeof stamp.files === 'object' && stamp.files !== null ? (stamp as SourceStamp) : undefined;
  } catch {
    return undefined;
  }
}
