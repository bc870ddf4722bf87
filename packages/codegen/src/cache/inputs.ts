import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';

/** Fingerprints of a build's inputs, which show whether the build is up to date. */
export interface Inputs {
  /** Absolute path → hash of the content. */
  readonly files: Readonly<Record<string, string>>;
  /** Absolute path of a folder with modules → hash of its names that may be modules, folders or settings. */
  readonly folders: Readonly<Record<string, string>>;
  /** Absolute path of a parent folder → hash of its names that may be settings. */
  readonly above: Readonly<Record<string, string>>;
  /** Files of packages: absolute path → size and time of the last change. */
  readonly packages: Readonly<Record<string, string>>;
}

/**
 * Fingerprints the inputs of a build.
 *
 * @param files - Absolute paths of the project's own files.
 * @param packages - Absolute paths of files under `node_modules`.
 * @param outDir - The output folder, whose formatter settings may be in any parent folder.
 */
export function noteInputs(files: readonly string[], packages: readonly string[], outDir: string): Inputs {
  const settings = foldersAbove(outDir).flatMap(settingsIn);
  const own = [...new Set([...files, ...settings])];
  const folders = [...new Set(files.map((path) => dirname(path)))];
  return {
    files: record(own, hashOfFile),
    folders: record(folders, hashOfFolder),
    above: record(foldersAbove(outDir), hashOfSettings),
    packages: notePackages(packages),
  };
}

/** Fingerprints files of packages, by their absolute paths. */
export function notePackages(packages: readonly string[]): Inputs['packages'] {
  return record([...new Set(packages)], stampOfFile);
}

/** Whether no input has changed. */
export function areSame({ files, folders, above, packages }: Inputs): boolean {
  return (
    hold(files, hashOfFile) &&
    hold(folders, hashOfFolder) &&
    hold(above, hashOfSettings) &&
    hold(packages, stampOfFile)
  );
}

/** Whether a file was changed or deleted since a time in milliseconds since 1970. */
export function isNewerThan(time: number, path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return !stat || stat.mtimeMs >= time;
}

/** Returns the hash of a string or buffer. */
export function hashOfText(text: string | Buffer): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

const record = (paths: readonly string[], read: (path: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, read(path)]));

const hold = (recorded: Readonly<Record<string, string>>, read: (path: string) => string): boolean =>
  Object.entries(recorded).every(([path, before]) => read(path) === before);

const ABSENT = '';

/** Returns the hash of a file's content; empty if it cannot be read. */
export function hashOfFile(path: string): string {
  try {
    return hashOfText(readFileSync(path));
  } catch {
    return ABSENT;
  }
}

function stampOfFile(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeMs}` : ABSENT;
}

// A new module may shadow another one, and new settings may change the formatting.
function hashOfFolder(folder: string): string {
  return hashOfText(namesIn(folder).filter(matters).sort().join('\n'));
}

function hashOfSettings(folder: string): string {
  return hashOfText(settingsIn(folder).toSorted().join('\n'));
}

// A name without an extension may be a folder with declarations.
const matters = (name: string): boolean =>
  MODULES.has(extname(name)) || extname(name) === '' || SETTINGS.test(name);
const MODULES: ReadonlySet<string> = new Set(
  ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'json'].map((each) => `.${each}`),
);
const SETTINGS = /^\.?prettier|^\.editorconfig$|^package\.(?:json|yaml)$/;

/** Whether a file holds settings for resolving or formatting modules. */
export function isSettings(path: string): boolean {
  const name = basename(path);
  return SETTINGS.test(name) || /^tsconfig\b.*\.json$/.test(name);
}

/** Returns the absolute paths of the files in a folder that may hold formatter settings. */
export const settingsIn = (folder: string): readonly string[] =>
  namesIn(folder)
    .filter((name) => SETTINGS.test(name))
    .map((name) => `${folder}/${name}`);

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the parent folders of a path, innermost first. */
export function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersAbove(parent)];
}
