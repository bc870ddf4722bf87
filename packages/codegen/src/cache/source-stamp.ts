import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { compareText, matchFiles } from '../source/match-files.ts';
import { relativePath } from '../source/relative-path.ts';
import { ProjectError } from '../system/project-error.ts';
import type { EmittedFile } from '../write/write-files.ts';
import { VERSION } from './cache-file.ts';

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
  dirname(path) === outDir && GENERATED.has(basename(path));

type StampedConfig = Pick<
  LoadedConfig,
  | 'root'
  | 'file'
  | 'name'
  | 'version'
  | 'description'
  | 'provider'
  | 'config'
  | 'formats'
  | 'tools'
  | 'outDir'
  | 'tsconfig'
>;

/**
 * Emits the file with the content hashes of a build's inputs, the same on every machine.
 *
 * @param sources - Absolute paths of the files that were read.
 * @param known - Absolute path → hash, of files that have not changed since; the others are added.
 */
export async function emitStamp(
  config: StampedConfig,
  sources: readonly string[],
  known: Map<string, string>,
): Promise<EmittedFile> {
  const { root, outDir, tsconfig } = config;
  const paths = [...sources, ...(tsconfig === undefined ? [] : await withExtended(tsconfig))];
  const unknown = paths.filter((path) => !known.has(path));
  await Promise.all(unknown.map(async (path) => known.set(path, hashOf((await textAt(path)) ?? ''))));
  const files = paths
    .filter((path) => !isGenerated(outDir, path))
    .map((path) => [relativePath(root, path), known.get(path) ?? ''] as const)
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
export async function findChangeSinceBuild(config: StampedConfig): Promise<string | undefined> {
  const { root, outDir, tools } = config;
  const stamp = parseStamp(await textAt(join(outDir, STAMP_FILE)));
  if (!stamp) return undefined;
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
export async function refuseOtherBuild({ root, outDir, file }: StampedConfig): Promise<void> {
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

function settingsOf(settings: StampedConfig): string {
  const { root, name, version, description, provider, config, formats, tools, tsconfig } = settings;
  const project = tsconfig && relativePath(root, tsconfig);
  return hashOf(JSON.stringify([name, version, description, provider, config, formats, tools, project]));
}

/** Absolute paths of a tsconfig and of those it extends. Called only by builds, which have loaded the compiler anyway. */
export async function withExtended(tsconfig: string): Promise<readonly string[]> {
  const { ts } = await import('../source/ts.ts');
  const source = ts.readJsonConfigFile(tsconfig, (path) => ts.sys.readFile(path));
  // Lists no files, because only `extends` matters here.
  const host = { ...ts.sys, readDirectory: () => [] };
  ts.parseJsonSourceFileConfigFileContent(source, host, dirname(tsconfig), undefined, tsconfig);
  return [tsconfig, ...(source.extendedSourceFiles ?? [])];
}

// Line endings and byte order marks differ between checkouts.
function hashOf(text: string): string {
  const same = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  return createHash('sha256').update(same).digest('hex').slice(0, 16);
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
