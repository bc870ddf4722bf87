import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { compareText, matchFiles } from '../source/match-files.ts';
import { relativePath } from '../source/relative-path.ts';
import type { EmittedFile } from '../write/write-files.ts';

/** What a build was made of, by content. */
interface SourceStamp {
  /** The version of the toolkit that built it. */
  readonly toolkit: string;
  /** Hash of the settings that a build goes by: values, so that it does not matter which file the config has them from. */
  readonly settings: string;
  /** Path relative to the project → hash of its text; sorted. */
  readonly files: Readonly<Record<string, string>>;
}

const STAMP_FILE = 'sources.json';

const { version: TOOLKIT } = JSON.parse(
  // Two folders up in the source, as compiled, and in the bundle alike.
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

type StampedConfig = Pick<
  LoadedConfig,
  | 'root'
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
 * The file that says what a build was made of. It is the same on every machine.
 *
 * @param sources - Absolute paths of what was read.
 */
export async function emitStamp(config: StampedConfig, sources: readonly string[]): Promise<EmittedFile> {
  const { root, outDir, tsconfig } = config;
  const paths = [...sources, ...(tsconfig === undefined ? [] : await withExtended(tsconfig))];
  const hashed = paths.map(
    async (path) => [relativePath(root, path), hashOf((await textAt(path)) ?? '')] as const,
  );
  const files = (await Promise.all(hashed))
    .filter(([path]) => !path.startsWith(`${relativePath(root, outDir)}/`))
    .sort(([a], [b]) => compareText(a, b));
  const stamp: SourceStamp = {
    toolkit: TOOLKIT,
    settings: settingsOf(config),
    files: Object.fromEntries(files),
  };
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
  if (stamp.toolkit !== TOOLKIT) return `the toolkit was changed to ${TOOLKIT}`;
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

function settingsOf(settings: StampedConfig): string {
  const { root, name, version, description, provider, config, formats, tools, tsconfig } = settings;
  const project = tsconfig && relativePath(root, tsconfig);
  return hashOf(JSON.stringify([name, version, description, provider, config, formats, tools, project]));
}

/** Absolute paths of a tsconfig and what it extends. Only a build needs to know, which has loaded the compiler anyway. */
export async function withExtended(tsconfig: string): Promise<readonly string[]> {
  const { ts } = await import('../source/ts.ts');
  const source = ts.readJsonConfigFile(tsconfig, (path) => ts.sys.readFile(path));
  // No file is looked for: only what it extends is asked.
  const host = { ...ts.sys, readDirectory: () => [] };
  ts.parseJsonSourceFileConfigFileContent(source, host, dirname(tsconfig), undefined, tsconfig);
  return [tsconfig, ...(source.extendedSourceFiles ?? [])];
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
