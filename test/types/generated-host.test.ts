import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newest } from '../support/runs.ts';
import { COMPILERS, findTypeErrors, knownOptions, ROOT } from './find-type-errors.ts';

const STORY = 'examples/quickstart';
const PACKAGES = ['core', 'client'];
const USE = 'test/types/use-registration.test-d.ts';

const WRONG_USES = `import { BTCPClient } from '@btcp/client';
import { registration } from '../../examples/quickstart/generated/registration.ts';
import * as validators from '../../examples/quickstart/generated/validators.js';

const client = new BTCPClient();
await client.registerManifest({ manifest: registration.manifest });
await client.registerManifest({ ...registration, validators: { payOrder: () => true } });
export const checked: boolean = validators.listOrders.input({});
export const { cancelOrder } = validators;
export const first: string = registration.manifest.tools[0].name;
`;

/** The expected errors. TypeScript 7 reports a missing property only as missing. */
const wrongLines = (compiler: string): string[] => [
  `test/types/wrong-uses.ts:6 ${compiler === 'typescript-7' ? 'TS2741' : 'TS2345'}`,
  'test/types/wrong-uses.ts:7 TS2322',
  'test/types/wrong-uses.ts:8 TS2322',
  'test/types/wrong-uses.ts:9 TS2339',
  'test/types/wrong-uses.ts:10 TS2532',
];

/** An object in a JSON file of ours. */
async function readObject(path: string): Promise<{ compilerOptions?: object }> {
  return JSON.parse(await readFile(join(ROOT, path), 'utf8')) as { compilerOptions?: object };
}

describe('generated registration and validators in the project of their tools', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(await realpath(tmpdir()), 'generated-host-'));
    for (const path of [`${STORY}/src`, `${STORY}/generated`, `${STORY}/package.json`, USE]) {
      await cp(join(ROOT, path), join(folder, path), { recursive: true });
    }
    await writeFile(join(folder, 'test/types/wrong-uses.ts'), WRONG_USES);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await installPackages();
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** Installs the packages as published, with the declarations of the current sources. */
  async function installPackages(): Promise<void> {
    const emitted = join(folder, 'emitted');
    const project = join(folder, 'tsconfig.declarations.json');
    const { compilerOptions } = await readObject('tsconfig.base.json');
    const options = {
      ...compilerOptions,
      composite: false,
      emitDeclarationOnly: true,
      // The sources are checked elsewhere, and their declarations need no checker.
      noCheck: true,
      declarationMap: false,
      customConditions: ['@btcp/source'],
      rootDir: join(ROOT, 'packages'),
      outDir: emitted,
    };
    await mkdir(join(folder, 'node_modules'));
    // Each for itself: of a package that another one imports, TypeScript 7 emits now all files, now the first alone.
    for (const name of PACKAGES) {
      // The client's declarations name further entries of core.
      const entries = name === 'core' ? ['index.ts', 'internal.ts', 'failures/late-module.ts'] : ['index.ts'];
      const files = entries.map((entry) => join(ROOT, 'packages', name, 'src', entry));
      await writeFile(project, JSON.stringify({ compilerOptions: options, files }));
      expect(await findTypeErrors('typescript-7', project)).toEqual([]);
      const installed = join(folder, 'node_modules/@btcp', name);
      await cp(join(emitted, name, 'src'), join(installed, 'dist'), { recursive: true });
      await cp(join(ROOT, 'packages', name, 'package.json'), join(installed, 'package.json'));
    }
    const typebox = 'node_modules/@sinclair';
    await symlink(join(ROOT, typebox), join(folder, typebox), 'junction');
  }

  /** Compiles with the story's own options. */
  async function typeErrors(
    compiler: string,
    files: readonly string[],
    options: object = {},
  ): Promise<string[]> {
    const base = await readObject('tsconfig.base.json');
    const own = await readObject(`${STORY}/tsconfig.json`);
    const all = { ...base.compilerOptions, ...own.compilerOptions, types: [], ...options };
    const compilerOptions = knownOptions(compiler, all);
    const project = join(folder, `tsconfig.${compiler}.json`);
    await writeFile(project, JSON.stringify({ compilerOptions, files }));
    return findTypeErrors(compiler, project);
  }

  describe.each(newest(COMPILERS))('with %s', (name) => {
    it('compile, and refuse wrong uses at their lines', async () => {
      expect(await typeErrors(name, [USE, 'test/types/wrong-uses.ts'])).toEqual(wrongLines(name));
    });

    // Apart from the above, as checking TypeBox's declarations too would take most of the time.
    it('have sound declarations', async () => {
      const files = [
        `${STORY}/generated/validators.d.ts`,
        ...PACKAGES.map((each) => `node_modules/@btcp/${each}/dist/index.d.ts`),
      ];
      expect(await typeErrors(name, files, { skipLibCheck: false, skipDefaultLibCheck: true })).toEqual([]);
    });
  });
});
