import { cp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, type BuildResult } from '@btcp/codegen';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { makeProject, removeProject, writeFiles, writeProject } from '../support/write-project.ts';

const PROJECT = {
  'src/rows.ts': `${IMPORTS}import { LIMIT } from './limit.ts';
export const listRows = defineTool(${definition("tags: ['row'],", 'Type.Object({ limit: Type.Number({ maximum: LIMIT }) })')});`,
  'src/limit.ts': 'export const LIMIT = 50;',
  'btcp.config.ts': `import { defineConfig } from '@btcp/core';\nexport default defineConfig({ tools: ['src/rows*.ts'] });`,
};

const CACHES = 'node_modules/.cache';
const CACHE = `${CACHES}/btcp/btcp.config.ts.build`;

/** Lets files become older than the next build: what changes during one is not cached. */
const settled = (): Promise<void> => delay(50);

/** A built project whose files are older than the build. */
async function builtProject(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const all = { ...PROJECT, ...files };
  const cwd = await makeProject(all);
  projects.push(cwd);
  await settled();
  expect((await build({ cwd })).ok).toBe(true);
  return cwd;
}

const projects: string[] = [];
afterAll(() => Promise.all(projects.map(removeProject)));

/** Builds, and reports whether the compilers were needed. */
async function buildAgain(cwd: string): Promise<BuildResult & { readonly isCached: boolean }> {
  const stages: string[] = [];
  const result = await build({ cwd, onStage: (stage) => stages.push(stage) });
  return { ...result, isCached: stages.length === 0 };
}

describe('a repeated build', () => {
  // One project for all changes: each build is the last one of the next.
  let changing: string | undefined;

  it('returns the cached result without the compilers', async () => {
    changing = await builtProject();
    const cwd = changing;
    await rm(join(cwd, CACHE));
    const built = await buildAgain(cwd);
    const cached = await buildAgain(cwd);
    expect([built.isCached, cached.isCached]).toEqual([false, true]);
    expect({ ...cached, isCached: false }).toEqual({ ...built, stale: [] });
  });

  it.each([
    ['a tool', 'src/rows.ts', `${PROJECT['src/rows.ts']}\n`],
    ['what its schemas import', 'src/limit.ts', 'export const LIMIT = 51;'],
    ['the config', 'btcp.config.ts', `${PROJECT['btcp.config.ts']}\n`],
    ['package.json', 'package.json', '{ "name": "rows", "version": "1.2.3" }'],
    ['the tsconfig', 'tsconfig.json', '{ "compilerOptions": { "strict": true, "target": "ES2023" } }'],
    ['what a file is formatted by', '.prettierrc', '{ "tabWidth": 3 }'],
    ['a tool beside it', 'src/rows-of.ts', PROJECT['src/rows.ts'].replace('listRows', 'listRowsOf')],
    ['a module that stands in the way of another one', 'src/limit.d.ts', 'export declare const LIMIT: 7;'],
    ['a file that the build wrote', 'generated/client.ts', '// Edited by hand.'],
    ['what the build says that it read', 'generated/sources.json', '{}'],
    ['a cache of another form', CACHE, '{"toolkit":7}'],
    ['a cache that is cut short', CACHE, '{"toolkit":"so'],
  ])('asks them where something has changed: %s', async (_, path, text) => {
    changing ??= await builtProject();
    await build({ cwd: changing });
    expect((await buildAgain(changing)).isCached).toBe(true);
    await writeFiles(changing, { [path]: text });
    await settled();
    const again = await buildAgain(changing);
    expect([again.ok, again.isCached]).toEqual([true, false]);
  });

  it('uses the compilers if the cache was removed, or written by another build of the toolkit', async () => {
    const cwd = await builtProject();
    const text = await readFile(join(cwd, CACHE), 'latin1');
    await rm(join(cwd, CACHE));
    expect((await buildAgain(cwd)).isCached).toBe(false);
    await writeFile(join(cwd, CACHE), text.replace(/source (?=[\d])/, 'Source '), 'latin1');
    expect((await buildAgain(cwd)).isCached).toBe(false);
  });

  it.each([
    [
      'its surroundings',
      `import { defineConfig } from '@btcp/core';\nexport default defineConfig({ tools: ['src/rows*.ts'], version: process.version.slice(1) });`,
    ],
    [
      'another module',
      `import { defineConfig } from '@btcp/core';\nimport { version } from 'node:process';\nexport default defineConfig({ tools: ['src/rows*.ts'], version: version.slice(1) });`,
    ],
    [
      'the language of the machine',
      `import { defineConfig } from '@btcp/core';\nexport default defineConfig({ tools: ['src/rows*.ts'], description: (0.5).toLocaleString() });`,
    ],
    [
      'a module behind a comment',
      `import { defineConfig } from '@btcp/core';\nimport { EOL } from /* of Node */ 'node:os';\nexport default defineConfig({ tools: ['src/rows*.ts'], description: 'Tools of rows' + EOL.trim() });`,
    ],
  ])('asks them each time where the config depends on %s', async (_, config) => {
    const cwd = await builtProject({ 'btcp.config.ts': config });
    expect((await buildAgain(cwd)).isCached).toBe(false);
    expect((await buildAgain(cwd)).isCached).toBe(false);
  });

  it.each([
    ['a tool', 'src/rows.ts', PROJECT['src/rows.ts'].replace('value of a cell', 'value of a row')],
    ['the config', 'btcp.config.ts', PROJECT['btcp.config.ts'].replace('tools:', "version: '2.0.0', tools:")],
    ['package.json', 'package.json', '{ "name": "rows", "version": "2.0.0", "type": "module" }'],
  ])(
    'gives what a build without a cache gives after one during which %s was replaced',
    async (_, path, text) => {
      const cwd = await writeProject({ ...PROJECT, [`${path}.new`]: text });
      // As old as the file that it replaces.
      await utimes(join(cwd, `${path}.new`), new Date(0), new Date(0));
      await settled();
      let replaced: Promise<void> | undefined;
      const onStage = (stage: string): void => {
        if (stage === 'check') replaced = rename(join(cwd, `${path}.new`), join(cwd, path));
      };
      await build({ cwd, onStage });
      await replaced;
      await settled();
      const cached = await build({ cwd });
      await rm(join(cwd, CACHES), { recursive: true });
      expect({ ...cached, stale: [] }).toEqual({ ...(await build({ cwd })), stale: [] });
    },
  );

  it('reports a mistake in every build', async () => {
    const source = PROJECT['src/rows.ts'].replace('maximum: LIMIT', 'maximum: LIMIT, minimum: 60');
    const cwd = await writeProject({ ...PROJECT, 'src/rows.ts': source });
    const ids = async (): Promise<readonly string[]> =>
      (await build({ cwd })).diagnostics.map(({ id }) => id).filter((id) => id === 'schema-unsatisfiable');
    expect([await ids(), await ids()]).toEqual([['schema-unsatisfiable'], ['schema-unsatisfiable']]);
  });
});

describe('a build after a change of one tool', () => {
  // One project for all changes, with its files and its cache as the first build left them.
  let changing: string;
  let first: BuildResult;

  const tool = (name: string, description: string): string =>
    `${IMPORTS}import { LIMIT } from './limit.ts';
/** ${description} */
export const ${name} = defineTool(${definition(`tags: ['row'],`, 'Type.Object({ limit: Type.Number({ maximum: LIMIT }) })').replace(/description: '[^']*',/, '')});`;

  const FILES = {
    'src/limit.ts': PROJECT['src/limit.ts'],
    'src/rows-a.ts': tool('listRows', 'Lists rows.'),
    'src/rows-b.ts': tool('countRows', 'Counts rows.'),
    'btcp.config.ts': PROJECT['btcp.config.ts'],
  };

  /** What a build writes, and what it writes without a cache. */
  async function builtTwice(cwd: string): Promise<readonly [unknown, unknown]> {
    const first = await built(cwd);
    await rm(join(cwd, CACHES), { recursive: true });
    return [first, await built(cwd)];
  }

  /** The result of a build, with the list of its inputs, which is no file of the result. */
  async function built(cwd: string): Promise<unknown> {
    const sources = join(cwd, 'generated/sources.json');
    await rm(sources, { force: true });
    const result = await build({ cwd });
    return { ...result, stale: [], sources: result.ok && (await readFile(sources, 'utf8')) };
  }

  beforeAll(async () => {
    changing = await makeProject(FILES);
    projects.push(changing);
    first = await build({ cwd: changing });
    await cp(join(changing, CACHES), join(changing, 'first'), { recursive: true });
  });

  it.each([
    ['the tool', 'src/rows-a.ts', FILES['src/rows-a.ts'].replace('Lists rows.', 'Lists all rows.')],
    ['what its schemas import', 'src/limit.ts', 'export const LIMIT = 51;'],
    ['another tool', 'src/rows-b.ts', FILES['src/rows-b.ts'].replace('Counts', 'Adds up')],
    ['a mistake in it', 'src/rows-a.ts', FILES['src/rows-a.ts'].replace('maximum: LIMIT', 'maximum: "1"')],
    ['a tool that is gone', 'src/rows-a.ts', ''],
  ])('gives what a build without a cache gives: %s', async (_, path, text) => {
    expect(first.ok).toBe(true);
    await rm(join(changing, CACHES), { recursive: true });
    await cp(join(changing, 'first'), join(changing, CACHES), { recursive: true });
    await writeFiles(changing, { ...FILES, [path]: text });
    const [cached, fresh] = await builtTwice(changing);
    expect(cached).toEqual(fresh);
  });

  const returning = (type: string, imports = ''): string => `${IMPORTS}${imports}
/** Reads a row. */
export const readRow = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: [],
  execute: (): { row: ${type} } => ({ row: null as never }),
});`;
  const limited = (limit: string, imports: string): string =>
    `${IMPORTS}${imports}\nexport const readRow = defineTool(${definition('', `Type.Object({ limit: Type.Number({ maximum: ${limit} }) })`)});`;
  const PACKAGE = {
    'node_modules/rows/package.json': '{ "name": "rows", "type": "module", "types": "./index.d.ts" }',
    'node_modules/rows/index.d.ts': 'export declare const LIMIT: number; export type Row = string;',
    'node_modules/rows/index.js': 'export const LIMIT = 50;',
  };
  const strict = (options: object): string =>
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'Bundler',
        allowImportingTsExtensions: true,
        noEmit: true,
        types: [],
        ...options,
      },
      include: ['src', 'types'],
    });

  it.each<[name: string, files: Readonly<Record<string, string>>, change: Readonly<Record<string, string>>]>([
    [
      'a type that global declarations import',
      {
        'src/rows.ts': returning('Row'),
        'types/row.d.ts': "import type { Cell } from './cell.ts';\ndeclare global { type Row = Cell; }",
        'types/cell.ts': 'export type Cell = string;',
        'tsconfig.json': strict({}),
      },
      { 'types/cell.ts': 'export type Cell = number;' },
    ],
    [
      'declarations that the tsconfig names as types',
      {
        'src/rows.ts': returning('Row'),
        'ambient/rows/index.d.ts': 'declare type Row = string;',
        'tsconfig.json': strict({ typeRoots: ['./ambient'], types: ['rows'] }),
      },
      { 'ambient/rows/index.d.ts': 'declare type Row = number;' },
    ],
    [
      'a script that another tool imports',
      {
        'src/rows.ts': returning('Row'),
        'src/rows-of.ts': limited('5', "import './row.ts';").replace('readRow', 'readRowOf'),
        'src/row.ts': 'type Row = string;',
        'tsconfig.json': strict({}),
      },
      { 'src/row.ts': 'type Row = number;' },
    ],
    [
      'a package that was missing',
      { 'src/rows.ts': returning('Row', "import type { Row } from 'rows';") },
      PACKAGE,
    ],
    [
      'the code of a package',
      { ...PACKAGE, 'src/rows.ts': limited('LIMIT', "import { LIMIT } from 'rows';") },
      { 'node_modules/rows/index.js': 'export const LIMIT = 51;' },
    ],
    [
      'a package of the same size and age',
      { ...PACKAGE, 'src/rows.ts': returning('Row', "import type { Row } from 'rows';") },
      { 'node_modules/rows/index.d.ts': 'export declare const LIMIT: number; export type Row = number;' },
    ],
    [
      'where the types of a package are',
      {
        ...PACKAGE,
        'node_modules/rows/other.d.ts': 'export type Row = number;',
        'src/rows.ts': returning('Row', "import type { Row } from 'rows';"),
      },
      { 'node_modules/rows/package.json': '{ "name": "rows", "type": "module", "types": "./other.d.ts" }' },
    ],
    [
      'a package that stands in the way of another one',
      { ...PACKAGE, 'src/rows.ts': returning('Row', "import type { Row } from 'rows';") },
      {
        'src/node_modules/rows/package.json': '{ "name": "rows", "types": "./index.d.ts" }',
        'src/node_modules/rows/index.d.ts': 'export type Row = number;',
      },
    ],
    [
      'where a package.json below leads',
      {
        'src/rows.ts': limited('LIMIT', "import { LIMIT } from '#limit';"),
        'src/package.json': '{ "type": "module", "imports": { "#limit": "./one.ts" } }',
        'src/one.ts': 'export const LIMIT = 50;',
        'src/two.ts': 'export const LIMIT = 51;',
        'tsconfig.json': strict({}),
      },
      { 'src/package.json': '{ "type": "module", "imports": { "#limit": "./two.ts" } }' },
    ],
    [
      'a file that `paths` of the tsconfig prefer',
      {
        'src/rows.ts': limited('LIMIT', "import { LIMIT } from '@/limit';"),
        'types/limit.ts': 'export const LIMIT = 50;',
        'tsconfig.json': strict({ paths: { '@/*': ['./first/*', './types/*'] } }),
        'first/README.md': '',
      },
      { 'first/limit.ts': 'export const LIMIT = 51;' },
    ],
    [
      'declarations in a folder without any',
      {
        'src/rows.ts': returning('Row'),
        'src/row.d.ts': 'interface Row { id: string }',
        'types/README.md': '',
        'tsconfig.json': strict({}),
      },
      { 'types/row.d.ts': 'interface Row { key: string }' },
    ],
    [
      'the reference that the tsconfig is',
      {
        'src/rows.ts': limited('5', ''),
        'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.one.json" }] }',
        'tsconfig.one.json': strict({}),
        'tsconfig.two.json': strict({ allowImportingTsExtensions: false }),
      },
      { 'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.two.json" }] }' },
    ],
    [
      'how files of the output folder are formatted',
      { 'src/rows.ts': limited('5', '') },
      { 'generated/.prettierrc': '{ "tabWidth": 7 }' },
    ],
    [
      'JSON that TypeScript does not read',
      {
        'src/rows.ts': limited('row.limit', "import row from './row.json' with { type: 'json' };"),
        'src/row.json': '{ "limit": 50 }',
        'tsconfig.json': strict({ resolveJsonModule: false }),
      },
      { 'src/row.json': '{ "limit": 51 }' },
    ],
  ])(
    'gives what a build without a cache gives, although no tool was changed: %s',
    async (_, files, change) => {
      const cwd = await writeProject({ 'btcp.config.ts': PROJECT['btcp.config.ts'], ...files });
      // A package manager may give all files the same time.
      const age = async (paths: readonly string[]): Promise<void> => {
        for (const path of paths) await utimes(join(cwd, path), new Date(0), new Date(0));
        await settled();
      };
      await age(Object.keys(files));
      const before = await build({ cwd });
      await writeFiles(cwd, change);
      await age(Object.keys(change));
      const [cached, fresh] = await builtTwice(cwd);
      expect(fresh).not.toEqual({ ...before, stale: [] });
      expect(cached).toEqual(fresh);
    },
  );

  it('ignores a cache with a character that was changed', async () => {
    const cwd = await writeProject(FILES);
    await settled();
    const built = await build({ cwd });
    for (const what of ['build', 'tools']) {
      const path = join(cwd, `${CACHES}/btcp/btcp.config.ts.${what}`);
      const text = await readFile(path, 'latin1');
      const changed = text.replace(/Reads|src/, (word) => word.toUpperCase());
      expect(changed).not.toBe(text);
      await writeFile(path, changed, 'latin1');
    }
    expect({ ...(await build({ cwd })), stale: [] }).toEqual({ ...built, stale: [] });
  });

  it('ignores a corrupt cache', async () => {
    const cwd = await writeProject(FILES);
    await settled();
    const built = await build({ cwd });
    for (const content of ['', 'x', '\u00ff\u000f{}', await readFile(join(cwd, CACHE))]) {
      await rm(join(cwd, CACHE));
      await writeFile(join(cwd, `${CACHES}/btcp/btcp.config.ts.tools`), content);
      expect({ ...(await build({ cwd })), stale: [] }).toEqual({ ...built, stale: [] });
    }
  });
});
