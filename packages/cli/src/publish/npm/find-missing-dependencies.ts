import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { importsOf } from '@btcp/codegen';
import { getOwn, isObject } from '@btcp/schema';
import { type PackageFields, readPackage, textField } from '../../system/read-package.ts';

/** Packed files, and the package.json that they go with. */
interface Packed {
  readonly root: string;
  readonly fields: PackageFields;
  /** Relative to the root, with slashes. */
  readonly files: ReadonlySet<string>;
}

/**
 * Finds the packages that code and types import, and that nobody gets who installs the package.
 *
 * @param entries - Packed files from which to follow imports.
 */
export async function findMissingDependencies(
  { root, fields, files }: Packed,
  entries: readonly string[],
): Promise<readonly string[]> {
  const pending = entries.filter((path) => files.has(path));
  const seen = new Set(pending);
  const importers = new Map<string, string>();
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    for (const specifier of await importsOf(await readFile(join(root, path), 'utf8'))) {
      if (!/^[./#]/.test(specifier)) importers.set(packageOf(specifier), path);
      for (const next of specifier.startsWith('.') ? namesOf(posix.join(path, '..', specifier)) : [])
        if (files.has(next) && !seen.has(next)) pending.push((seen.add(next), next));
    }
  }
  const missing = [...importers]
    .filter(([name]) => !isBuiltin(name) && !isInstalled(fields, name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    missing.map(
      async ([name, path]) =>
        `"dependencies" lacks ${name}, which ${path} imports; add "${name}": "${await versionOf(root, fields, name)}".`,
    ),
  );
}

const packageOf = (specifier: string): string =>
  isBuiltin(specifier)
    ? specifier
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');

/** The files that an import may mean: code, and the types beside it. */
function namesOf(path: string): readonly string[] {
  const types = path.replace(/\.([cm]?)[jt]s$/, '.d.$1ts');
  return [path, types, `${path}.js`, `${path}.d.ts`, `${path}/index.js`, `${path}/index.d.ts`];
}

const INSTALLED = ['dependencies', 'peerDependencies', 'optionalDependencies'];

const isInstalled = (fields: PackageFields, name: string): boolean =>
  textField(fields, 'name') === name || INSTALLED.some((kind) => rangeIn(fields, kind, name) !== undefined);

function rangeIn(fields: PackageFields, kind: string, name: string): string | undefined {
  const ranges = fields[kind];
  const range = isObject(ranges) ? getOwn(ranges, name) : undefined;
  return typeof range === 'string' ? range : undefined;
}

/** The range that development uses, or what is installed. */
async function versionOf(root: string, fields: PackageFields, name: string): Promise<string> {
  const range = rangeIn(fields, 'devDependencies', name);
  if (range !== undefined) return range;
  const version = textField(await readPackage(join(root, 'node_modules', name)), 'version');
  return version === undefined ? '*' : `^${version}`;
}
