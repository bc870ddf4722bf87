import { readdir } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { fileError, InputError } from '../errors.ts';
import { VERSION } from '../help/version.ts';

/** Versions of the packages that are not ours. */
const OTHERS: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/server': '^2.4.0',
  '@sinclair/typebox': '^0.34.52',
  '@types/node': '^20.19.0',
  vitest: '^4.1.12',
};

/** Where packages are installed from. */
export interface PackageSource {
  /** What package.json asks for. */
  readonly specOf: (name: string) => string;
  /** Packages that are found only if package.json names them, as others depend on them. */
  readonly all: readonly string[];
}

/** Packages that are in this version, although not all of them are released yet. */
const OWN = ['core', 'schema', 'codegen', 'client', 'adapters', 'testing', 'vite', 'cli'].map(
  (name) => `@btcp/${name}`,
);

/** The npm registry. */
export const REGISTRY: PackageSource = {
  specOf: (name) => OTHERS[name] ?? `^${VERSION}`,
  all: [],
};

/**
 * A folder of tarballs, as `npm pack` writes them.
 *
 * @param folder - Relative to `cwd`.
 * @param root - The project's folder; absolute.
 */
export async function readPacks(folder: string, cwd: string, root: string): Promise<PackageSource> {
  const path = resolve(cwd, folder);
  const names = await readdir(path).catch((error: unknown) => {
    throw fileError(`--packs ${folder} cannot be read`, error);
  });
  const tarballs = new Map<string, string>();
  for (const file of names.sort()) {
    const [, name] = /^btcp-([a-z]+)-\d[^/]*\.tgz$/.exec(file) ?? [];
    const from = relative(root, resolve(path, file)).split(sep).join('/');
    if (name !== undefined) tarballs.set(`@btcp/${name}`, `file:${from}`);
  }
  const missing = OWN.find((name) => !tarballs.has(name));
  if (missing !== undefined)
    throw new InputError(
      `--packs ${folder} has no tarball of ${missing}.`,
      'Name a folder with all of them; `npm run pack` in the repository of btcp writes one.',
    );
  return {
    specOf: (name) => OTHERS[name] ?? tarballs.get(name) ?? `^${VERSION}`,
    all: OWN,
  };
}
