import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, type BuildResult, check } from '@btcp/codegen';
import { runCli } from '@btcp/cli';
import { alike, full } from '../support/runs.ts';
import { makeProject, removeProject, writeFiles, writeProject } from '../support/write-project.ts';

const CONFIG = `import { defineConfig } from '@btcp/core';
export default defineConfig({ description: 'Tools of a list.', tools: ['src/*.ts'] });`;

/** A module with a tool that returns a helper's result. */
const tool = (name: string, description: string): string => `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { LIMIT, rows } from '../lib/rows.ts';
/** ${description} */
export const ${name} = defineTool({
  inputSchema: Type.Object({ limit: Type.Integer({ maximum: LIMIT }) }, { additionalProperties: false }),
  capabilities: [],
  execute: ({ limit }) => rows(limit),
});
`;

const ROWS = `export const LIMIT = 50;
export const rows = (limit: number): { readonly id: string }[] => [{ id: String(limit) }];
`;

const FILES = {
  'btcp.config.ts': CONFIG,
  'src/list-rows.ts': tool('listRows', 'Lists the rows.'),
  'src/count-rows.ts': tool('countRows', 'Counts the rows.'),
  'lib/rows.ts': ROWS,
};

const ended = new AbortController();
afterAll(() => ended.abort());

/** A project that is watched. */
interface Watched {
  readonly cwd: string;
  /**
   * Changes something, and waits for the result that is meant: a file may be read while it is written.
   *
   * @param change - What to write, or to do.
   */
  readonly after: (
    change: Readonly<Record<string, string>> | (() => Promise<unknown>),
    isMeant: (result: BuildResult) => boolean,
  ) => Promise<BuildResult>;
  /** Ends watching. */
  readonly end: () => Promise<BuildResult>;
}

async function watchProject(cwd: string): Promise<Watched> {
  const results: BuildResult[] = [];
  let wake: (() => void) | undefined;
  const controller = new AbortController();
  ended.signal.addEventListener('abort', () => controller.abort());
  const onBuild = (result: BuildResult): void => {
    results.push(result);
    wake?.();
  };
  const last = build({ cwd, watch: true, signal: controller.signal, onBuild });
  const next = async (): Promise<BuildResult> => {
    while (results.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return results.shift() as BuildResult;
  };
  await next();
  return {
    cwd,
    after: async (change, isMeant) => {
      await (typeof change === 'function' ? change() : writeFiles(cwd, change));
      for (;;) {
        const result = await next();
        if (isMeant(result)) return result;
      }
    },
    end: () => (controller.abort(), last),
  };
}

const toolsOf = ({ manifest }: BuildResult): readonly string[] =>
  (manifest?.tools ?? []).map(({ name, description }) => `${name}: ${description}`);

it('rebuilds what was changed, with the result of a fresh build', async () => {
  const { cwd, after, end } = await watchProject(await writeProject(FILES));
  const edited = await after({ 'src/list-rows.ts': tool('listRows', 'Lists all rows.') }, (result) =>
    toolsOf(result).includes('listRows: Lists all rows.'),
  );
  expect(toolsOf(edited)).toEqual(['countRows: Counts the rows.', 'listRows: Lists all rows.']);

  // Values and types come from a file that both import.
  const helper = await after({ 'lib/rows.ts': ROWS.replace('50', '60').replaceAll('id', 'key') }, (result) =>
    JSON.stringify(result.manifest?.tools[0]?.outputSchema).includes('"required":["key"]'),
  );
  expect(helper.manifest?.tools.map(({ inputSchema }) => inputSchema.properties)).toEqual([
    { limit: { type: 'integer', maximum: 60 } },
    { limit: { type: 'integer', maximum: 60 } },
  ]);

  const fresh = await build({ cwd });
  expect({ ...(await end()), stale: [] }).toEqual({ ...fresh, stale: [] });
  expect(await readFile(join(cwd, 'generated/manifest.json'), 'utf8')).toBe(fresh.files[0]?.text);
});

/** A tool with a recursive schema, whose types are named beside those of other tools. */
const tree = (name: string, capability: string): string => `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
const Node = Type.Recursive((Self) => Type.Object({ children: Type.Array(Self) }), { $id: 'Node' });
/** Opens a tree by its first letter. */
export const ${name} = defineTool({
  inputSchema: Type.Object({ node: Node }, { additionalProperties: false }),
  capabilities: [${capability}],
  execute: (_, { dom }): { title: Title } => ({ title: dom.title }),
});
`;

describe('one project after another change', () => {
  const files = {
    ...FILES,
    'src/open-tree.ts': tree('openTree', `'dom:read'`),
    'src/types.d.ts': 'declare type Title = string;',
  };
  let watched: Watched;
  let before: BuildResult;

  beforeAll(async () => {
    const cwd = await makeProject(files);
    watched = await watchProject(cwd);
    before = await build({ cwd, mode: 'check' });
  });
  afterAll(async () => {
    await watched?.end();
    if (watched) await removeProject(watched.cwd);
  });

  it.each<[name: string, changed: Readonly<Record<string, string>>, said: string]>(
    alike(
      [
        [
          'a name that is taken',
          { 'src/list-rows.ts': tool('countRows', 'Counts rows.') },
          'Two tools are called',
        ],
        ['another name', { 'src/count-rows.ts': tool('sumRows', 'Sums the rows.') }, 'sumRows'],
        [
          'a description like another',
          { 'src/list-rows.ts': tool('listRows', 'Counts the rows.') },
          'descriptions-alike',
        ],
        ['a capability that it lacks', { 'src/open-tree.ts': tree('openTree', '') }, 'capability-missing'],
        [
          'another tool with the same types',
          { 'src/read-tree.ts': tree('readTree', `'dom:read'`) },
          'readTree',
        ],
        ['global declarations', { 'src/types.d.ts': 'declare type Title = number;' }, '"number"'],
      ],
      4,
    ),
  )('gives what a fresh build gives after %s, and back', async (_, changed, said) => {
    const { cwd, after } = watched;
    const resultOf = ({ ok, diagnostics, manifest, files: built }: BuildResult): unknown => ({
      ok,
      diagnostics,
      manifest,
      built,
    });
    const texts = (result: BuildResult): string => JSON.stringify([resultOf(result), result.diagnostics]);
    const edited = await after(changed, (result) => texts(result).includes(said));
    expect(resultOf(edited)).toEqual(resultOf(await build({ cwd, mode: 'check' })));
    const back = async (): Promise<void> => {
      for (const path of Object.keys(changed))
        if (path in files) await writeFile(join(cwd, path), files[path as keyof typeof files]);
        else await rm(join(cwd, path));
    };
    const restored = await after(back, (result) => result.ok && texts(result) === texts(before));
    expect(resultOf(restored)).toEqual(resultOf(before));
  });

  it('reports a mistake, and rebuilds when it is fixed', async () => {
    const { after } = watched;
    const isOk = ({ ok }: BuildResult): boolean => ok;
    const tells =
      (id: string) =>
      ({ diagnostics }: BuildResult): boolean =>
        diagnostics.some((each) => each.id === id);
    const broken = await after({ 'src/list-rows.ts': 'export const = 1;' }, tells('syntax-error'));
    expect([broken.ok, broken.stale]).toEqual([false, []]);
    await after({ 'src/list-rows.ts': FILES['src/list-rows.ts'] }, isOk);
    await after({ 'btcp.config.ts': 'export default { tools: 5 };' }, tells('config-invalid'));
    await after({ 'btcp.config.ts': CONFIG }, isOk);
  });

  full('notices added and deleted files', async () => {
    const { cwd, after } = watched;
    await after({ 'src/find-rows.ts': tool('findRows', 'Finds rows.') }, (result) =>
      toolsOf(result).includes('findRows: Finds rows.'),
    );
    const removed = await after(
      () => rm(join(cwd, 'src/list-rows.ts')),
      (result) => !toolsOf(result).includes('listRows: Lists the rows.'),
    );
    expect(toolsOf(removed)).toEqual([
      'countRows: Counts the rows.',
      'findRows: Finds rows.',
      'openTree: Opens a tree by its first letter.',
    ]);
    const restored = await after(
      async () => {
        await writeFiles(cwd, { 'src/list-rows.ts': FILES['src/list-rows.ts'] });
        await rm(join(cwd, 'src/find-rows.ts'));
      },
      (result) => !JSON.stringify(toolsOf(result)).includes('findRows') && toolsOf(result).length === 3,
    );
    expect(restored.ok).toBe(true);
  });

  it('reports an import of a file that is not there until it is', async () => {
    const { cwd, after } = watched;
    const GONE = ['lib/rows.ts:1:22 import-unresolved'];
    const errorsOf = ({ diagnostics }: Pick<BuildResult, 'diagnostics'>): readonly string[] =>
      diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ file, line, column, id }) => `${file}:${line}:${column} ${id}`);
    const tells = (result: BuildResult): boolean => errorsOf(result).join() === GONE.join();
    const isOk = ({ ok }: BuildResult): boolean => ok;
    await after(
      { 'lib/rows.ts': `import { help } from './help.ts';\n${ROWS.replace('String(limit)', 'help(limit)')}` },
      tells,
    );
    expect(errorsOf(await build({ cwd }))).toEqual(GONE);
    await after({ 'lib/help.ts': 'export const help = (limit: number): string => String(limit);' }, isOk);
    expect(errorsOf(await build({ cwd }))).toEqual([]);
    await after(() => rm(join(cwd, 'lib/help.ts')), tells);
    expect(errorsOf(await build({ cwd }))).toEqual(GONE);
    const checked = await check({ cwd });
    expect(errorsOf(checked)).toEqual(GONE);
    expect(checked.diagnostics.map(({ id }) => id)).not.toContain('capability-opaque');
    await after({ 'lib/rows.ts': ROWS }, isOk);
  });
});

it('goes on where there was no tool yet, whose types nobody asked about', async () => {
  const global = (type: string): string => `type Limit = ${type};\n`;
  const cwd = await writeProject({ ...FILES, 'lib/global.d.ts': global('number') });
  await rm(join(cwd, 'src'), { recursive: true });
  const { after } = await watchProject(cwd);
  const hasNone = ({ diagnostics }: BuildResult): boolean => diagnostics.some(({ id }) => id === 'no-files');
  await after({ 'lib/global.d.ts': global('string') }, hasNone);
  const built = await after({ 'src/list-rows.ts': FILES['src/list-rows.ts'] }, ({ ok }) => ok);
  expect(toolsOf(built)).toEqual(['listRows: Lists the rows.']);
});

it('is a flag of the command, which reports each build', async () => {
  const cwd = await writeProject(FILES);
  const controller = new AbortController();
  const said: string[] = [];
  const stdout = (text: string): void => {
    said.push(text);
    if (said.length > 1) controller.abort();
    else void writeFile(join(cwd, 'btcp.config.ts'), CONFIG.replace('a list', 'lists'));
  };
  const io = { cwd, stdout, stderr: () => undefined, isTerminal: false, signal: controller.signal };
  expect(await runCli(['build', '--watch'], io)).toBe(0);
  expect(said[0]).toMatch(/2 tools in generated, wrote manifest\.json, .* in \d+ ms/);
  expect(said[1]).toMatch(/2 tools in generated, wrote manifest\.json.* in \d+ ms/);
});

full('reads packages again that were installed meanwhile, with the next change', async () => {
  const ofPackage = (description: string): string =>
    tool('listRows', description)
      .replace("'../lib/rows.ts';", "'../lib/rows.ts';\nimport type { Row } from 'rows';")
      .replace('=> rows(limit)', ': Row[] => rows(limit) as never');
  const cwd = await writeProject({
    ...FILES,
    'src/list-rows.ts': ofPackage('Lists the rows.'),
    'node_modules/rows/package.json': '{ "name": "rows", "types": "index.d.ts" }',
    'node_modules/rows/index.d.ts': 'export interface Row { id: string }',
  });
  const { after, end } = await watchProject(cwd);
  const outputOf = ({ manifest }: BuildResult): string => JSON.stringify(manifest?.tools[1]?.outputSchema);
  const changed = {
    'node_modules/rows/index.d.ts': 'export interface Row { key: string }',
    'src/count-rows.ts': tool('countRows', 'Counts all rows.'),
  };
  const edited = await after(changed, (result) => toolsOf(result).includes('countRows: Counts all rows.'));
  expect(outputOf(edited)).toContain('"required":["key"]');
  await end();
});
