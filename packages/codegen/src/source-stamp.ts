import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LoadedConfig } from './config/loaded-config.ts';
import { compareText, matchFiles } from './source/match-files.ts';
import { relativePath } from './source/relative-path.ts';
import type { EmittedFile } from './write/write-files.ts';

/** What a build was made of, by content. */
interface SourceStamp {
  /** Hash of the settings that the manifest takes from the config and package.json. */
  readonly settings: string;
  /** Path relative to the project → hash of its text; sorted. */
  readonly files: Readonly<Record<string, string>>;
}

const STAMP_FILE = 'sources.json';

type StampedConfig = Pick<
  LoadedConfig,
  'root' | 'name' | 'version' | 'description' | 'provider' | 'config' | 'tools' | 'outDir' | 'tsconfig'
>;

/**
 * The file that says what a build was made of. It is the same on every machine.
 *
 * @param sources - What was read: absolute path → text.
 */
export async function emitStamp(
  config: StampedConfig,
  sources: ReadonlyMap<string, string>,
): Promise<EmittedFile> {
  const { root, outDir, tsconfig } = config;
  const read = new Map(sources);
  if (tsconfig !== undefined) read.set(tsconfig, (await textAt(tsconfig)) ?? '');
  const files = [...read]
    .map(([path, text]) => [relativePath(root, path), hashOf(text)] as const)
    .filter(([path]) => !path.startsWith(`${relativePath(root, outDir)}/`))
    .sort(([a], [b]) => compareText(a, b));
  const stamp: SourceStamp = { settings: settingsOf(config), files: Object.fromEntries(files) };
  return { path: STAMP_FILE, text: `${JSON.stringify(stamp, null, 2)}\n` };
}

/**
 * What of a project is not as it was when it was built, by content: no compiler is needed for it.
 *
 * @returns For example `src/a.ts was changed`; undefined where nothing was, or where no build says what it was made of.
 */
export async function findChangeSinceBuild(config: StampedConfig): Promise<string | undefined> {
  const { root, outDir, tools } = config;
  const stamp = parseStamp(await textAt(join(outDir, STAMP_FILE)));
  if (!stamp) return undefined;
  for (const [path, hash] of Object.entries(stamp.files)) {
    const text = await textAt(resolve(root, path));
    if (text === undefined) return `${path} was removed`;
    if (hashOf(text) !== hash) return `${path} was changed`;
  }
  const added = matchFiles(root, tools)
    .map((path) => relativePath(root, path))
    .find((path) => !Object.hasOwn(stamp.files, path));
  if (added !== undefined) return `${added} was added`;
  return stamp.settings === settingsOf(config) ? undefined : 'the config or package.json was changed';
}

function settingsOf({ name, version, description, provider, config }: StampedConfig): string {
  return hashOf(JSON.stringify([name, version, description, provider, config]));
}

// A checkout may write lines as its machine does, and a compiler leaves a byte order mark out.
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
