import { writeFileSync } from 'node:fs';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { build, type BuildResult } from '@btcp/codegen';
import { toolsUpTo } from '../support/many-tools.ts';
import { alike, full, isFull } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { makeProject, removeProject, writeFiles, writeProject } from '../support/write-project.ts';

const PROJECT = {
  'src/rows.ts': `${IMPORTS}import { LIMIT } from './limit.ts';
export const listRows = defineTool(${definition("tags: ['row'],", 'Type.Object({ limit: Type.Number({ maximum: LIMIT }) })')});`,
  'src/limit.ts': 'export const LIMIT = 50;',
  'src/unread.ts': 'export {};',
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

/** Whether a build would take its result from the cache: one that needs the compilers ends before they start. */
async function isCached(cwd: string): Promise<boolean> {
  const needed = new Error('The compilers are needed.');
  try {
    await build({
      cwd,
      onStage: () => {
        throw needed;
      },
    });
    return true;
  } catch (error) {
    if (error === needed) return false;
    throw error;
  }
}

describe('a repeated build', () => {
  // One project for all changes, each of which is taken back.
  let changing: string;
  beforeAll(async () => {
    changing = await builtProject();
  });

  it('returns the cached result without the compilers', async () => {
    await rm(join(changing, CACHE));
    const built = await buildAgain(changing);
    const cached = await buildAgain(changing);
    expect([built.isCached, cached.isCached]).toEqual([false, true]);
    expect({ ...cached, isCached: false }).toEqual({ ...built, stale: [] });
  });

  it.each(
    alike(
      [
        ['a tool', 'src/rows.ts', `${PROJECT['src/rows.ts']}\n`],
        ['what its schemas import', 'src/limit.ts', 'export const LIMIT = 51;'],
        [
          'a module that was not read, and now declares what tools may use',
          'src/unread.ts',
          'export {};\ndeclare global {}',
        ],
        ['the config', 'btcp.config.ts', `${PROJECT['btcp.config.ts']}\n`],
        ['package.json', 'package.json', '{ "name": "rows", "version": "1.2.3" }'],
        ['the tsconfig', 'tsconfig.json', '{ "compilerOptions": { "strict": true, "target": "ES2023" } }'],
        ['what a file is formatted by', '.prettierrc', '{ "tabWidth": 3 }'],
        ['a tool beside it', 'src/rows-of.ts', PROJECT['src/rows.ts'].replace('listRows', 'listRowsOf')],
        [
          'a module that stands in the way of another one',
          'src/limit.d.ts',
          'export declare const LIMIT: 7;',
        ],
        ['a file that the build wrote', 'generated/client.ts', '// Edited by hand.'],
        ['what the build says that it read', 'generated/sources.json', '{}'],
        ['a cache of another form', CACHE, '{"toolkit":7}'],
        ['a cache that is cut short', CACHE, '{"toolkit":"so'],
      ],
      6,
    ),
  )('asks them where something has changed: %s', async (_, path, text) => {
    const before = await readFile(join(changing, path), 'latin1').catch(() => undefined);
    expect(await isCached(changing)).toBe(true);
    await writeFiles(changing, { [path]: text });
    await settled();
    expect(await isCached(changing)).toBe(false);
    if (before === undefined) await rm(join(changing, path));
    else await writeFile(join(changing, path), before, 'latin1');
    await settled();
    expect(await isCached(changing)).toBe(true);
  });

  it('uses the compilers if the cache was removed, or written by another build of the toolkit', async () => {
    const text = await readFile(join(changing, CACHE), 'latin1');
    await rm(join(changing, CACHE));
    expect(await isCached(changing)).toBe(false);
    await writeFile(join(changing, CACHE), text.replace(/source (?=[\d])/, 'Source '), 'latin1');
    expect(await isCached(changing)).toBe(false);
    await writeFile(join(changing, CACHE), text, 'latin1');
    expect(await isCached(changing)).toBe(true);
  });

  it.each(
    alike([
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
    ]),
  )('asks them each time where the config depends on %s', async (_, config) => {
    const cwd = await builtProject({ 'btcp.config.ts': config });
    expect(await isCached(cwd)).toBe(false);
  });

  it.each(
    alike([
      ['a tool', 'src/rows.ts', PROJECT['src/rows.ts'].replace('value of a cell', 'value of a row')],
      [
        'the config',
        'btcp.config.ts',
        PROJECT['btcp.config.ts'].replace('tools:', "version: '2.0.0', tools:"),
      ],
      ['package.json', 'package.json', '{ "name": "rows", "version": "2.0.0", "type": "module" }'],
    ]),
  )(
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

  full('reports a mistake in every build', async () => {
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
    await settled();
    first = await build({ cwd: changing });
  });

  it('notices compiled text that comes beside a module, or goes', async () => {
    const cwd = await builtProject();
    const isVerified = async (): Promise<unknown> =>
      (await build({ cwd })).manifest?.tools[0]?.capabilitiesVerified;
    const text = join(cwd, 'src/limit.js');
    expect(await isVerified()).toBe(true);
    await writeFile(text, 'fetch("https://x.example"); export const LIMIT = 50;');
    expect(await isVerified()).toBeUndefined();
    await rm(text);
    expect(await isVerified()).toBe(true);
  });

  it('reads the form of a package that the importing file gets, not another one', async () => {
    const types = (member: string): string =>
      `declare global { interface Stock { ${member}: number } var stock: Stock }\nexport {};`;
    const read = (name: string, described: string): string => `${IMPORTS}import 'shop';
/** ${described} */
export const ${name} = defineTool({ inputSchema: Type.Object({}), capabilities: [], execute: (): Pick<Stock, keyof Stock> => stock });`;
    const cwd = await builtProject({
      'package.json': '{ "name": "shop", "version": "1.0.0", "type": "module" }',
      'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "types": [] }, "include": ["src"] }',
      'node_modules/shop/package.json':
        '{ "name": "shop", "exports": { "import": "./shop.mjs", "require": "./shop.cjs" } }',
      'node_modules/shop/shop.mjs': 'globalThis.stock = { count: 3 };',
      'node_modules/shop/shop.d.mts': types('count'),
      'node_modules/shop/shop.d.cts': types('size'),
      'src/rows.ts': read('readRows', 'Reads rows.'),
      'src/rows-a.ts': read('readCells', 'Reads cells.'),
      'src/rows-b.ts': read('readSheet', 'Reads a sheet.'),
    });
    await writeFiles(cwd, { 'src/rows.ts': read('readRows', 'Reads all rows.') });
    await settled();
    const { manifest } = await build({ cwd });
    expect(manifest?.tools.map((each) => [each.description, each.outputSchema?.['required']])).toEqual([
      ['Reads cells.', ['count']],
      ['Reads all rows.', ['count']],
      ['Reads a sheet.', ['count']],
    ]);
  });

  it('gives what a build without a cache gives: the tool, what its schemas import, another one, one that is gone', async () => {
    const described = ({ manifest }: BuildResult): readonly unknown[] =>
      (manifest?.tools ?? []).map(({ name, description, inputSchema }) => [
        name,
        description,
        JSON.stringify(inputSchema).replace(/.*"maximum":(\d+).*/, '$1'),
      ]);
    const after = async (path: string, from: string, to: string): Promise<BuildResult> => {
      const text = await readFile(join(changing, path), 'utf8');
      expect(text).toContain(from);
      await writeFiles(changing, { [path]: from === '' ? '' : text.replace(from, to) });
      await settled();
      return build({ cwd: changing });
    };
    const counting = ['countRows', 'Counts rows.', '50'];
    expect(described(first)).toEqual([counting, ['listRows', 'Lists rows.', '50']]);
    expect(described(await after('src/rows-a.ts', 'Lists rows.', 'Lists all rows.'))).toEqual([
      counting,
      ['listRows', 'Lists all rows.', '50'],
    ]);
    expect(described(await after('src/limit.ts', '50', '51'))).toEqual([
      ['countRows', 'Counts rows.', '51'],
      ['listRows', 'Lists all rows.', '51'],
    ]);
    expect(described(await after('src/rows-b.ts', 'Counts', 'Adds up'))).toEqual([
      ['countRows', 'Adds up rows.', '51'],
      ['listRows', 'Lists all rows.', '51'],
    ]);
    const mistaken = await after('src/rows-a.ts', 'maximum: LIMIT', 'maximum: "1"');
    expect(mistaken.diagnostics.map(({ id, file }) => `${file} ${id}`)).toContain(
      'src/rows-a.ts schema-invalid',
    );
    expect(described(await after('src/rows-a.ts', '', ''))).toEqual([['countRows', 'Adds up rows.', '51']]);
    const [cached, fresh] = await builtTwice(changing);
    expect(cached).toEqual(fresh);
  });

  it('gives it of more tools than are emitted together: one is edited, one comes before all, one takes the type name of another', async () => {
    const cwd = await makeProject({ 'src/many.ts': toolsUpTo(30), 'src/one.ts': toolNamed('lastRow', '') });
    projects.push(cwd);
    await settled();
    expect((await build({ cwd })).ok).toBe(true);
    const edits = [
      { 'src/one.ts': toolNamed('lastRow', ' of a table') },
      { 'src/first.ts': toolNamed('aRow', '') },
      { 'src/first.ts': toolNamed('CountRows29', '') },
    ];
    for (const edit of edits) {
      await writeFiles(cwd, edit);
      await settled();
      const [cached, fresh] = await builtTwice(cwd);
      expect(fresh).toMatchObject({ ok: true });
      expect(cached).toEqual(fresh);
    }
  });

  const toolNamed = (name: string, of: string): string => `${IMPORTS}
/** Finds a row${of}. */
export const ${name} = defineTool({
  inputSchema: Type.Object({ id: Type.Optional(Type.String()) }, { additionalProperties: false }),
  outputSchema: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  capabilities: [],
  execute: ({ id = '' }) => ({ id }),
});`;
  const returning = (name: string, type: string, imports = ''): string => `${IMPORTS}${imports}
/** Reads a row. */
export const ${name} = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: [],
  execute: (): { row: ${type} } => ({ row: null as never }),
});`;
  const limited = (name: string, limit: string, imports: string): string =>
    `${IMPORTS}${imports}\nexport const ${name} = defineTool(${definition('', `Type.Object({ limit: Type.Number({ maximum: ${limit} }) })`)});`;
  const packageOf = (name: string): Readonly<Record<string, string>> => ({
    [`node_modules/${name}/package.json`]: `{ "name": "${name}", "type": "module", "types": "./index.d.ts" }`,
    [`node_modules/${name}/index.d.ts`]: 'export declare const LIMIT: number; export type Row = string;',
    [`node_modules/${name}/index.js`]: 'export const LIMIT = 50;',
  });
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

  /** Makes files as old as each other: a package manager may give all files the same time. */
  async function age(cwd: string, files: Readonly<Record<string, string>>): Promise<void> {
    for (const path of Object.keys(files)) await utimes(join(cwd, path), new Date(0), new Date(0));
    await settled();
  }

  describe('gives what a build without a cache gives, although no tool was changed', () => {
    const [TEXT, NUMBER] = [{ type: 'string' }, { type: 'number' }];
    const rowOf = (...keys: readonly string[]): object => ({
      type: 'object',
      properties: Object.fromEntries(keys.map((key) => [key, TEXT])),
      required: keys,
      additionalProperties: false,
    });

    /** Changes, each of what one tool of a common project depends on, and what that tool's type or limit is then. */
    const CHANGES: readonly Change[] = [
      {
        what: 'a type that global declarations import',
        tool: 'readGlobalRow',
        files: {
          'src/rows-a.ts': returning('readGlobalRow', 'GlobalRow'),
          'types/row.d.ts':
            "import type { Cell } from './cell.ts';\ndeclare global { type GlobalRow = Cell; }",
          'types/cell.ts': 'export type Cell = string;',
        },
        change: { 'types/cell.ts': 'export type Cell = number;' },
        gives: [TEXT, NUMBER],
      },
      {
        what: 'declarations that the tsconfig names as types',
        tool: 'readAmbientRow',
        files: {
          'src/rows-b.ts': returning('readAmbientRow', 'AmbientRow'),
          'ambient/rows/index.d.ts': 'declare type AmbientRow = string;',
        },
        change: { 'ambient/rows/index.d.ts': 'declare type AmbientRow = number;' },
        gives: [TEXT, NUMBER],
      },
      {
        what: 'a module that another one exports as a namespace',
        tool: 'readSpacedRow',
        files: {
          'src/rows-s.ts': returning(
            'readSpacedRow',
            'spaces.one.Row',
            "import * as spaces from './spaces.ts';",
          ),
          'src/spaces.ts': "export * as one from './space.ts';",
          'src/space.ts': 'export type Row = string;',
        },
        change: { 'src/space.ts': 'export type Row = number;' },
        gives: [TEXT, NUMBER],
      },
      {
        what: 'a module that another one exports as a namespace, beside what only a scanner reads',
        tool: 'readScannedRow',
        files: {
          'src/rows-t.ts': returning(
            'readScannedRow',
            'spaces.two.Row',
            "import * as spaces from './scanned.ts';",
          ),
          'src/scanned.ts': "/// <reference lib='es2022' />\nexport * as two from './space-of.ts';",
          'src/space-of.ts': 'export type Row = string;',
        },
        change: { 'src/space-of.ts': 'export type Row = number;' },
        gives: [TEXT, NUMBER],
      },
      {
        what: 'a module that a comment in JavaScript imports',
        tool: 'readNotedRow',
        files: {
          'src/rows-k.ts': returning(
            'readNotedRow',
            'ReturnType<typeof readRow>',
            "import { readRow } from './noted.js';",
          ),
          'src/noted.js':
            "/** @returns {import('./noted-row.ts').Row} */\nexport const readRow = () => JSON.parse('');",
          'src/noted-row.ts': 'export type Row = string;',
        },
        change: { 'src/noted-row.ts': 'export type Row = number;' },
        gives: [TEXT, NUMBER],
      },
      {
        what: 'a script that another tool imports',
        tool: 'readScriptRow',
        files: {
          'src/rows-c.ts': returning('readScriptRow', 'ScriptRow'),
          'src/rows-of.ts': limited('countScriptRows', '5', "import './row.ts';"),
          'src/row.ts': 'type ScriptRow = string;',
        },
        change: { 'src/row.ts': 'type ScriptRow = number;' },
        gives: [TEXT, NUMBER],
      },
      {
        what: 'the code of a package',
        tool: 'listPackedRows',
        files: {
          ...packageOf('packed'),
          'src/rows-d.ts': limited('listPackedRows', 'LIMIT', "import { LIMIT } from 'packed';"),
        },
        change: { 'node_modules/packed/index.js': 'export const LIMIT = 51;' },
        gives: [50, 51],
      },
      {
        what: 'a package of the same size and age',
        tool: 'readPackedRow',
        files: {
          ...packageOf('same'),
          'src/rows-e.ts': returning('readPackedRow', 'Row', "import type { Row } from 'same';"),
        },
        change: {
          'node_modules/same/index.d.ts': 'export declare const LIMIT: number; export type Row = number;',
        },
        gives: [TEXT, NUMBER],
      },
      {
        what: 'where the types of a package are',
        tool: 'readMovedRow',
        files: {
          ...packageOf('moved'),
          'node_modules/moved/other.d.ts': 'export type Row = number;',
          'src/rows-f.ts': returning('readMovedRow', 'Row', "import type { Row } from 'moved';"),
        },
        change: {
          'node_modules/moved/package.json': '{ "name": "moved", "type": "module", "types": "./other.d.ts" }',
        },
        gives: [TEXT, NUMBER],
      },
      {
        what: 'a package that stands in the way of another one',
        tool: 'readNearRow',
        files: {
          ...packageOf('near'),
          'src/rows-g.ts': returning('readNearRow', 'Row', "import type { Row } from 'near';"),
        },
        change: {
          'src/node_modules/near/package.json': '{ "name": "near", "types": "./index.d.ts" }',
          'src/node_modules/near/index.d.ts': 'export type Row = number;',
        },
        gives: [TEXT, NUMBER],
      },
      {
        what: 'where a package.json below leads',
        tool: 'listMappedRows',
        files: {
          'src/below/rows.ts': limited('listMappedRows', 'LIMIT', "import { LIMIT } from '#limit';"),
          'src/below/package.json': '{ "type": "module", "imports": { "#limit": "./one.ts" } }',
          'src/below/one.ts': 'export const LIMIT = 50;',
          'src/below/two.ts': 'export const LIMIT = 51;',
        },
        change: { 'src/below/package.json': '{ "type": "module", "imports": { "#limit": "./two.ts" } }' },
        gives: [50, 51],
      },
      {
        what: 'a file that `paths` of the tsconfig prefer',
        tool: 'listPreferredRows',
        files: {
          'src/rows-h.ts': limited('listPreferredRows', 'LIMIT', "import { LIMIT } from '@/limit';"),
          'types/limit.ts': 'export const LIMIT = 50;',
          'first/README.md': '',
        },
        change: { 'first/limit.ts': 'export const LIMIT = 51;' },
        gives: [50, 51],
      },
      {
        what: 'declarations in a folder without any',
        tool: 'readMergedRow',
        files: {
          'src/rows-i.ts': returning('readMergedRow', 'MergedRow'),
          'src/merged.d.ts': 'interface MergedRow { id: string }',
          'types/more/README.md': '',
        },
        change: { 'types/more/row.d.ts': 'interface MergedRow { key: string }' },
        gives: [rowOf('id'), rowOf('id', 'key')],
      },
      {
        what: 'JSON that TypeScript does not read',
        tool: 'listJsonRows',
        files: {
          'src/rows-j.ts': limited(
            'listJsonRows',
            'row.limit',
            "import row from './row.json' with { type: 'json' };",
          ),
          'src/row.json': '{ "limit": 50 }',
        },
        change: { 'src/row.json': '{ "limit": 51 }' },
        gives: [50, 51],
      },
    ];

    interface Change {
      readonly what: string;
      readonly tool: string;
      readonly files: Readonly<Record<string, string>>;
      readonly change: Readonly<Record<string, string>>;
      /** Before and after it. */
      readonly gives: readonly [unknown, unknown];
    }

    /** The types of rows and limits, by tool. */
    const given = ({ manifest }: BuildResult): Readonly<Record<string, unknown>> =>
      Object.fromEntries(
        (manifest?.tools ?? []).map(({ name, inputSchema, outputSchema }) => {
          const at = (schema: unknown): Readonly<Record<string, { readonly maximum?: unknown }>> =>
            (schema as { readonly properties?: Record<string, { readonly maximum?: unknown }> }).properties ??
            {};
          return [name, at(outputSchema)['row'] ?? at(inputSchema)['limit']?.maximum];
        }),
      );

    const FIRST = {
      ...Object.fromEntries(CHANGES.map(({ tool, gives: [before] }) => [tool, before])),
      countScriptRows: 5,
    };

    // What holds without an import makes a build forget most, and a change of packages alone everything: modules come first.
    const stepOf = ({ change }: Change): number => {
      const paths = Object.keys(change);
      if (paths.some((path) => path.includes('node_modules/'))) return 2;
      return paths.some((path) => path.startsWith('src/space')) ? 0 : 1;
    };
    const steps = isFull
      ? CHANGES.map((each) => [each])
      : [0, 1, 2].map((step) => CHANGES.filter((each) => stepOf(each) === step));

    it(isFull ? 'one after the other' : 'in three steps', async () => {
      const files = Object.assign({}, ...CHANGES.map((each) => each.files)) as Record<string, string>;
      const options = {
        paths: { '@/*': ['./first/*', './types/*'] },
        typeRoots: ['./ambient'],
        types: ['rows'],
        resolveJsonModule: false,
        allowJs: true,
      };
      const cwd = await writeProject({
        'btcp.config.ts': PROJECT['btcp.config.ts'].replace('src/rows', 'src/**/rows'),
        'tsconfig.json': strict(options),
        ...files,
      });
      await age(cwd, files);
      const now: Record<string, unknown> = { ...FIRST };
      expect(given(await build({ cwd }))).toEqual(now);
      for (const step of steps) {
        for (const { tool, change, gives } of step) {
          await writeFiles(cwd, change);
          await age(cwd, change);
          now[tool] = gives[1];
        }
        const what = step.map((each) => each.what);
        expect([what, given(await build({ cwd }))]).toEqual([what, now]);
      }
      const [cached, fresh] = await builtTwice(cwd);
      expect(cached).toEqual(fresh);
    });

    it.each<
      [name: string, files: Readonly<Record<string, string>>, change: Readonly<Record<string, string>>]
    >(
      alike([
        [
          'a package that was missing',
          { 'src/rows.ts': returning('readRow', 'Row', "import type { Row } from 'rows';") },
          packageOf('rows'),
        ],
        [
          'conditions of a package.json below, by which other code may run',
          {
            'src/rows.ts': limited('readRow', 'LIMIT', "import { LIMIT } from '#limit';"),
            'src/package.json': '{ "type": "module", "imports": { "#limit": "./limit.ts" } }',
            'src/limit.ts': 'export const LIMIT = 50;',
          },
          {
            'src/package.json':
              '{ "type": "module", "imports": { "#limit": { "types": "./limit.ts", "default": "./limit.js" } } }',
          },
        ],
        [
          'the reference that the tsconfig is',
          {
            'src/rows.ts': limited('readRow', '5', ''),
            'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.one.json" }] }',
            'tsconfig.one.json': strict({}),
            'tsconfig.two.json': strict({ allowImportingTsExtensions: false }),
          },
          { 'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.two.json" }] }' },
        ],
        [
          'how files of the output folder are formatted',
          { 'src/rows.ts': limited('readRow', '5', '') },
          { 'generated/.prettierrc': '{ "tabWidth": 7 }' },
        ],
      ]),
    )('%s', async (_, files, change) => {
      const cwd = await writeProject({ 'btcp.config.ts': PROJECT['btcp.config.ts'], ...files });
      await age(cwd, files);
      const before = await build({ cwd });
      await writeFiles(cwd, change);
      await age(cwd, change);
      const [cached, fresh] = await builtTwice(cwd);
      expect(fresh).not.toEqual({ ...before, stale: [] });
      expect(cached).toEqual(fresh);
    });
  });

  it.each(
    alike([
      ['a tool', 'src/rows.ts', PROJECT['src/rows.ts'].replace('maximum: LIMIT', 'maximum: 7')],
      ['what its schemas import', 'src/limit.ts', 'export const LIMIT = 7;'],
      [
        'the config',
        'btcp.config.ts',
        PROJECT['btcp.config.ts'].replace('tools:', "version: '7.0.0', tools:"),
      ],
    ]),
  )(
    'gives what was edited during a build, where the clock of the files is behind: %s',
    async (_, path, text) => {
      const cwd = await writeProject(PROJECT);
      await settled();
      const { now } = Date;
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
      try {
        await build({ cwd, onStage: (stage) => stage === 'emit' && writeFileSync(join(cwd, path), text) });
        expect(JSON.stringify((await build({ cwd })).manifest)).toContain('7');
      } finally {
        clock.mockRestore();
      }
    },
  );

  it('ignores a cache with a character that was changed, and one that is no cache', async () => {
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
    for (const content of alike(['\u00ff\u000f{}', '', 'x', await readFile(join(cwd, CACHE))])) {
      await rm(join(cwd, CACHE));
      await writeFile(join(cwd, `${CACHES}/btcp/btcp.config.ts.tools`), content);
      expect({ ...(await build({ cwd })), stale: [] }).toEqual({ ...built, stale: [] });
    }
  });
});
