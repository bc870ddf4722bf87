import type * as tinyglobby from 'tinyglobby';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

/** Absolute paths of the code files that globs match, without tests, sorted by relative path; `!` excludes files. */
export function matchFiles(root: string, globs: readonly string[]): string[] {
  const ignore = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const patterns = globs.filter((glob) => !glob.startsWith('!'));
  // Not imported, because an unchanged build searches nothing.
  const { globSync } = createRequire(import.meta.url)('tinyglobby') as typeof tinyglobby;
  return globSync(patterns, { cwd: root, ignore, absolute: true, expandDirectories: false })
    .filter(
      (path) =>
        /\.[cm]?[jt]sx?$/.test(path) && !/\.(?:d|test|spec)\.[cm]?[jt]sx?$/.test(path) && isOwn(root, path),
    )
    .sort((a, b) => compareText(relativePath(root, a), relativePath(root, b)));
}

/** Whether a file is the author's own. A project may itself lie below a folder called node_modules. */
export function isOwn(root: string, path: string): boolean {
  // Asked of each import of each file.
  const end = path.lastIndexOf(PACKAGES);
  return end === -1 || `${root}/`.startsWith(path.slice(0, end + PACKAGES.length));
}

const PACKAGES = '/node_modules/';

/** Orders text by code units, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A path relative to a folder, with forward slashes. */
export function relativePath(folder: string, path: string): string {
  // Most paths are of a file in the folder, for which `relative` takes ten times as long.
  if (path.startsWith(`${folder}/`) && !IRREGULAR.test(path)) return path.slice(folder.length + 1);
  return relative(folder, path).split(sep).join('/');
}

const IRREGULAR = /\/\.{0,2}(?:\/|$)|\\/;

/** Whether a file holds declarations alone, by its path. */
export const isDeclaration = (path: string): boolean => /\.d\.(?:[^./]+\.)?[cm]?ts$/.test(path);

/**
 * Whether declarations in a file may hold where nothing imports it: in a declaration file, or by `declare module 'fastify'
 * { … }`. Tests declare nothing for tools.
 *
 * @param path - Absolute.
 */
export const isAmbientFile = (path: string): boolean =>
  isDeclaration(path) || (!TEST.test(path) && AUGMENTS.test(textOf(path)));

// A tsconfig may name files that there are not.
const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

const TEST = /\.(?:test|spec)\.[^./]+$/;
const AUGMENTS = /^\s*declare\s+(?:global|module)\b/m;

/** The package.json of a file: the innermost one in the folders above it. */
export function manifestOf(path: string): string | undefined {
  const folder = dirname(path);
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) return manifest;
  return folder === path ? undefined : manifestOf(folder);
}

/** The compiled text beside a module, `a.js` beside `a.ts`, which programs and bundlers may run in its place; its absolute path. */
export function compiledBeside(
  path: string,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  const [, stem = '', kind = ''] = /^(.*)(?<!\.d)\.([mc]?)tsx?$/.exec(path) ?? [];
  return [`${stem}.${kind}js`, `${stem}.jsx`].find((each) => stem !== '' && exists(each));
}
