import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { foldersAbove, hashOfText, writtenAt } from '../cache/inputs.ts';
import { statOf } from '../system/stat-of.ts';
import type { ExternalModule } from './evaluation-protocol.ts';
import { isOurs } from './plan/side-effects.ts';

/** TypeBox as one file: loading its 250 modules takes a process longer than to start. */
export interface BundledTypeBox {
  /** URL of the module that `import '@sinclair/typebox'` leads to. */
  readonly entry: string;
  /** URL of the same in one file, in the cache of the `node_modules` that it is installed in. */
  readonly bundle: string;
}

const NAME = '@sinclair/typebox';

/**
 * Finds the TypeBox of a project, and where it is or will be as one file.
 *
 * @param root - Absolute path of the project's folder.
 */
export function findTypeBox(root: string): BundledTypeBox | undefined {
  const packages = foldersAbove(join(root, 'package.json')).map((folder) => join(folder, 'node_modules'));
  const installed = packages.find((folder) => statOf(join(folder, NAME, ENTRY)));
  if (installed === undefined) return undefined;
  const path = realpathSync(join(installed, NAME, ENTRY));
  const version = hashOfText(
    [path, writtenAt(path), writtenAt(join(installed, NAME, 'package.json'))].join(' '),
  );
  return {
    entry: pathToFileURL(path).href,
    bundle: pathToFileURL(join(installed, '.cache/btcp', `typebox-${version}.mjs`)).href,
  };
}

const ENTRY = 'build/esm/index.mjs';

/** Whether TypeBox has been bundled. */
export const isBundled = ({ bundle }: BundledTypeBox): boolean => statOf(fileURLToPath(bundle)) !== undefined;

/**
 * External modules with TypeBox as one file, if nothing else among them may use TypeBox: its registries of formats and
 * types would be two.
 */
export function withBundle(
  externals: readonly ExternalModule[],
  { entry, bundle }: BundledTypeBox,
): readonly ExternalModule[] {
  const isAlone = externals.every(
    ({ specifier, url }) =>
      specifier === NAME ||
      isBuiltin(specifier) ||
      url?.endsWith('.json') ||
      (isOurs(specifier) && !specifier.startsWith(NAME)),
  );
  if (!isAlone) return externals;
  return externals.map((each) => (each.url === entry ? { ...each, url: bundle } : each));
}

/** Bundles TypeBox for later processes. */
export async function bundleTypeBox({ entry, bundle }: BundledTypeBox): Promise<void> {
  const file = fileURLToPath(bundle);
  const draft = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const { build } = await import('esbuild');
    await build({
      entryPoints: [fileURLToPath(entry)],
      outfile: draft,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
    });
    await rename(draft, file);
  } catch {
    // Without it, builds only take longer: what is installed may be read-only.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
