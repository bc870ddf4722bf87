import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';

/** The packages that a module imports at once, also through others; not what it imports when that is needed. */
async function packagesOf(module: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, module)],
    absWorkingDir: import.meta.dirname,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'out',
    write: false,
    metafile: true,
  });
  const entry = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === module);
  return importedBy(metafile, new Set([entry ?? '']));
}

function importedBy({ outputs }: Metafile, files: Set<string>): readonly string[] {
  const packages = new Set<string>();
  for (const file of files)
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (kind !== 'import-statement') continue;
      (external ? packages : files).add(path);
    }
  return [...packages].filter((path) => !path.startsWith('node:'));
}

test('what is loaded before something has changed needs no package', async () => {
  expect(await packagesOf('build.ts')).toEqual([]);
});

test('the type checker starts before compilers are loaded', async () => {
  expect(await packagesOf('with-session.ts')).toEqual(['@btcp/core/internal', '@btcp/schema/runtime']);
});
