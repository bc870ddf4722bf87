import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const INSTALLED = fileURLToPath(new URL('../../node_modules/@sinclair/typebox/', import.meta.url));
const FOLDER = fileURLToPath(new URL('../.tmp/node_modules/@sinclair/typebox/', import.meta.url));

/** The part of its package.json that says where its files are. */
interface PackageJson {
  readonly exports: Readonly<Record<string, unknown>> & { readonly '.': { readonly import: object } };
}

/**
 * Bundles TypeBox for the projects of tests, once before the first of them; vitest calls it. Each of their builds starts a
 * process that imports it, for which its 250 modules take twice as long as Node itself. Its declarations stay where they are.
 */
export async function setup(): Promise<void> {
  const { exports, ...rest } = JSON.parse(
    await readFile(join(INSTALLED, 'package.json'), 'utf8'),
  ) as PackageJson;
  const main = exports['.'];
  const bundled = { ...main, import: { ...main.import, default: './index.mjs' } };
  const text = JSON.stringify({ ...rest, exports: { ...exports, '.': bundled } });
  const file = join(FOLDER, 'package.json');
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await symlink(join(INSTALLED, 'build'), join(FOLDER, 'build'));
  await build({
    entryPoints: [join(INSTALLED, 'build/esm/index.mjs')],
    outfile: join(FOLDER, 'index.mjs'),
    bundle: true,
    format: 'esm',
  });
  await writeFile(file, text);
}
