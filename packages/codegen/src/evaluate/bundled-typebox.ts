import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { foldersAbove, hashOfText, writtenAt } from '../cache/inputs.ts';
import { statOf } from '../system/stat-of.ts';
import type { BundledTypeBox, ExternalModule } from './evaluation-protocol.ts';
import { isOurs } from '../source/schema-libraries.ts';

export const TYPEBOX = '@sinclair/typebox';

/**
 * Finds the TypeBox of a project, and where it is or will be as one file.
 *
 * @param root - Absolute path of the project's folder.
 */
export function findTypeBox(root: string): BundledTypeBox | undefined {
  const packages = foldersAbove(join(root, 'package.json')).map((folder) => join(folder, 'node_modules'));
  const installed = packages.find((folder) => statOf(join(folder, TYPEBOX, ENTRY)));
  if (installed === undefined) return undefined;
  const path = realpathSync(join(installed, TYPEBOX, ENTRY));
  const version = hashOfText(
    [path, writtenAt(path), writtenAt(join(installed, TYPEBOX, 'package.json'))].join(' '),
  );
  return {
    entry: pathToFileURL(path).href,
    bundle: pathToFileURL(join(installed, '.cache/btcp', `typebox-${version}.mjs`)).href,
  };
}

const ENTRY = 'build/esm/index.mjs';

/** Whether TypeBox has been bundled. */
export const isBundled = ({ bundle }: BundledTypeBox): boolean => statOf(fileURLToPath(bundle)) !== undefined;

/** Whether none of the modules but TypeBox itself may use TypeBox: its registries of formats and types would be two. */
export function isAlone(externals: readonly Pick<ExternalModule, 'specifier'>[]): boolean {
  return externals.every(
    ({ specifier }) =>
      specifier === TYPEBOX ||
      isBuiltin(specifier) ||
      specifier.endsWith('.json') ||
      (isOurs(specifier) && !specifier.startsWith(TYPEBOX)),
  );
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
