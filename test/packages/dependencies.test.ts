import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

type Versions = Readonly<Record<string, string>>;
interface PackageJson {
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

const ROOT = new URL('../../', import.meta.url);
const readJson = async (path: string): Promise<PackageJson> =>
  JSON.parse(await readFile(new URL(path, ROOT), 'utf8')) as PackageJson;

// npm links the programs of both to one name: an app's `tsc` would be another compiler.
it('no package is installed under another name, beside the one that an app has', async () => {
  const names = await readdir(new URL('packages', ROOT));
  expect(names).toContain('codegen');
  for (const name of names) {
    const path = `packages/${name}/package.json`;
    const { dependencies = {}, optionalDependencies = {} } = await readJson(path);
    const versions = Object.values({ ...dependencies, ...optionalDependencies });
    expect([path, versions.filter((each) => each.startsWith('npm:'))]).toEqual([path, []]);
  }
});

it('codegen installs TypeScript 7 for every platform that it is for', async () => {
  const { optionalDependencies } = await readJson('packages/codegen/package.json');
  const typescript = await readJson('node_modules/typescript-7/package.json');
  expect(optionalDependencies).toEqual(typescript.optionalDependencies);
  expect(optionalDependencies).toHaveProperty(['@typescript/typescript-linux-x64'], '7.0.2');
});
