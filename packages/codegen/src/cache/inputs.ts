import { type Dirent, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { sha256 } from '../system/sha256.ts';
import { statOf } from '../system/paths.ts';

/** Absolute path → a file's hash or the names in a folder that matter, and when and where it was written. */
export type Fingerprints = Readonly<Record<string, readonly [content: string, written: string]>>;

/** Fingerprints of a build's inputs, which show whether the build is up to date. */
export interface Inputs {
  /** Of the content; the hash is empty where there is no file. */
  readonly files: Fingerprints;
  /** Of folders with modules: their names that may be modules, folders or settings. */
  readonly folders: Fingerprints;
  /** Of parent folders: their names that may be settings. */
  readonly above: Fingerprints;
  /** Of folders of packages: their names, and what links lead to. */
  readonly installed: Fingerprints;
}

/**
 * Fingerprints the inputs of a build.
 *
 * @param files - Absolute paths of the project's own files.
 * @param outDir - The output folder, whose formatter settings may be in it or any parent folder.
 * @param known - Those of an earlier build: only what was written since is read.
 */
export function noteInputs(
  files: readonly string[],
  packages: Inputs,
  outDir: string,
  known: Inputs = NO_INPUTS,
): Inputs {
  const formatted = foldersAbove(join(outDir, 'client.ts'));
  const own = new Set([...files, ...formatted.flatMap(settingsIn), ...manifestsIn(foldersOf(files))]);
  const folders = [...new Set(files.map((path) => dirname(path)))];
  return {
    files: { ...noteFiles([...own], known.files), ...packages.files },
    folders: record(folders, modulesIn),
    above: record(formatted, settingsNamed),
    installed: packages.installed,
  };
}

/**
 * Fingerprints files of packages, and what is installed: a package that comes or goes may lead imports elsewhere.
 *
 * @param packages - Absolute paths.
 * @param within - A path in the project.
 */
export function notePackages(packages: readonly string[], within: string, known: Inputs = NO_INPUTS): Inputs {
  const folders = foldersOf(packages);
  const nested = folders.filter((path) => basename(path) === 'node_modules');
  const found = foldersAbove(within).map((path) => join(path, 'node_modules'));
  return {
    files: noteFiles([...new Set([...packages, ...manifestsIn(folders)])], known.files),
    folders: {},
    above: {},
    installed: record([...new Set([...nested, ...found])].flatMap(withScopes), packagesIn),
  };
}

/** All folders above any of the paths. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set(paths.map((path) => dirname(path)));
  // Iterating over a set includes elements added during the loop.
  for (const folder of folders) folders.add(dirname(folder));
  return [...folders];
}

// They say what the files of a folder are, and where its imports lead.
const manifestsIn = (folders: readonly string[]): readonly string[] =>
  folders.map((folder) => join(folder, 'package.json'));

const NO_INPUTS: Inputs = { files: {}, folders: {}, above: {}, installed: {} };

export function areSame({ files, folders, above, installed }: Inputs): boolean {
  return (
    hold(installed, packagesIn) &&
    areSameFiles(files) &&
    hold(folders, modulesIn) &&
    hold(above, settingsNamed)
  );
}

/**
 * Fingerprints files; of those that were not written since, the known ones.
 *
 * @param read - Returns what matters of a file.
 */
export const noteFiles = (
  paths: readonly string[],
  known?: Fingerprints,
  read: (path: string) => string = hashOfFile,
): Fingerprints => record(paths, read, known);

/** Whether no file has changed in what matters. */
export const areSameFiles = (files: Fingerprints, read: (path: string) => string = hashOfFile): boolean =>
  hold(files, read);

/** Whether a file was changed, moved there or deleted since a time in milliseconds since 1970. */
export function isNewerThan(time: number, path: string): boolean {
  const stat = statOf(path);
  return !stat || isAfter(time, stat);
}

/** The same of a file that need not exist. */
export function isPresentAndNewerThan(time: number, path: string): boolean {
  const stat = statOf(path);
  return stat !== undefined && isAfter(time, stat);
}

// Whoever moves a file or sets its time changes only the second one.
const isAfter = (time: number, { mtimeMs, ctimeMs }: Stats): boolean =>
  Math.max(mtimeMs, ctimeMs) >= time - CLOCK;

/** Milliseconds that the times of files may be behind. */
const CLOCK = 10;

export function hashOfText(text: string | Buffer): string {
  return sha256(text, 'base64url').slice(0, 22);
}

function record(
  paths: readonly string[],
  read: (path: string) => string,
  known: Fingerprints = {},
): Fingerprints {
  const fingerprintOf = (path: string): readonly [hash: string, written: string] => {
    const written = writtenAt(path);
    const before = known[path];
    return before?.[1] === written ? before : [read(path), written];
  };
  return Object.fromEntries(paths.map((path) => [path, fingerprintOf(path)]));
}

// Reads only what was written since: there are hundreds of files, and most builds change few.
const hold = (recorded: Fingerprints, read: (path: string) => string): boolean =>
  Object.entries(recorded).every(
    ([path, [content, written]]) => writtenAt(path) === written || read(path) === content,
  );

/** When and where a file was written: whoever sets its time changes the second one. Empty if there is none. */
export function writtenAt(path: string): string {
  const stat = statOf(path);
  return stat ? `${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino} ${stat.size}` : ABSENT;
}

const ABSENT = '';

/** Returns the hash of a file's content; empty if it cannot be read. */
export function hashOfFile(path: string): string {
  try {
    return hashOfText(readFileSync(path));
  } catch {
    return ABSENT;
  }
}

// A package of a workspace or a store is a link.
const packagesIn = (folder: string): string =>
  entriesOf(folder)
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => `${entry.name} ${entry.isSymbolicLink() ? readlinkSync(join(folder, entry.name)) : ''}`)
    .join('\n');

const withScopes = (folder: string): readonly string[] => [
  folder,
  ...entriesOf(folder).flatMap(({ name }) => (name.startsWith('@') ? join(folder, name) : [])),
];

/** The sorted entries of a folder; none if it cannot be read. */
export function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

// A new module may shadow another one, and new settings may change the formatting.
const modulesIn = (folder: string): string => namesIn(folder).filter(matters).join('\n');

const settingsNamed = (folder: string): string => settingsIn(folder).join('\n');

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

const namesIn = (folder: string): readonly string[] => entriesOf(folder).map(({ name }) => name);

/** Returns the parent folders of a path, innermost first. */
export function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersAbove(parent)];
}
