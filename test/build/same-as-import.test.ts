import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '@btcp/codegen';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { CODE_USES, configText, makeProject, removeProject, writeProject } from '../support/write-project.ts';
import { CALLS } from './import-cases/calls.ts';
import { CLASSES } from './import-cases/classes.ts';
import { HIDDEN } from './import-cases/hidden.ts';
import { IMPLICIT } from './import-cases/implicit.ts';
import { MODULES } from './import-cases/modules.ts';
import type { ImportCase } from './import-cases/import-case.ts';
import { TOOLS } from './import-cases/tools.ts';

const CHILD = fileURLToPath(new URL('../support/import-tools.ts', import.meta.url));

function filesOf({ name, source, schema = 'A', modules = {}, after = '' }: ImportCase): [string, string][] {
  const tool = `export const ${name}: any = defineTool(${definition('', schema)} as any);\n`;
  return [
    [`src/tools/${name}.ts`, `${IMPORTS}${source}${tool}${after}`],
    ...Object.entries(modules).map(([file, text]): [string, string] => [`src/lib/${file}.ts`, text]),
  ];
}

interface ImportedTool {
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly tags?: unknown;
}

/** The tools of a project's modules when really imported, by file. */
async function importTools(
  cwd: string,
  cases: readonly ImportCase[],
): Promise<Record<string, ImportedTool | string>> {
  const paths = cases.map(({ name }) => join(cwd, `src/tools/${name}.ts`));
  const args = ['--import', 'tsx', CHILD, ...paths];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  return JSON.parse(stdout) as Record<string, ImportedTool | string>;
}

function textOf(tool: ImportedTool | string | undefined): string {
  if (typeof tool !== 'object') return `${tool}`;
  const { inputSchema, outputSchema, tags } = tool;
  return JSON.stringify({ inputSchema, outputSchema, tags });
}

const GROUPS = {
  'what runs without being called': IMPLICIT,
  classes: CLASSES,
  calls: CALLS,
  tools: TOOLS,
  modules: MODULES,
};

describe('evaluation equals importing the module', () => {
  let reports: readonly string[];
  let published: ReadonlyMap<string, string>;
  let imported: Readonly<Record<string, ImportedTool | string>>;

  beforeAll(async () => {
    const cases = Object.values(GROUPS).flat();
    const cwd = await makeProject({
      'btcp.config.ts': configText("['src/tools/*.ts']", CODE_USES),
      ...Object.fromEntries(cases.flatMap(filesOf)),
    });
    try {
      const [built, found] = await Promise.all([build({ cwd }), importTools(cwd, cases)]);
      reports = built.diagnostics.map(({ file, line, id, message }) => `${file}:${line} ${id}: ${message}`);
      published = new Map((built.manifest?.tools ?? []).map((tool) => [tool.name, textOf(tool)]));
      imported = found;
    } finally {
      await removeProject(cwd);
    }
  });

  it('and no case is reported or hides another one', () => {
    const cases = Object.values(GROUPS).flat();
    expect(reports).toEqual([]);
    expect(new Set(cases.flatMap(filesOf).map(([path]) => path)).size).toBe(cases.flatMap(filesOf).length);
  });

  it.each(Object.entries(GROUPS))('%s', (_, cases) => {
    const differing = cases.flatMap(({ name }) => {
      const [real, said] = [textOf(imported[name]), published.get(name)];
      return real === said ? [] : [`${name}: ${said ?? 'not published'} instead of ${real}`];
    });
    expect(differing).toEqual([]);
  });
});

it('reports statements that may change a schema but are not run', async () => {
  const files = Object.fromEntries(HIDDEN.flatMap(filesOf));
  const cwd = await writeProject({ 'btcp.config.ts': configText("['src/tools/*.ts']", CODE_USES), ...files });
  const { diagnostics } = await build({ cwd });
  const said = (what: string): string =>
    `This statement may change \`A\`, which the schemas need, and is not run: it uses ${what}.`;
  const page = '`document`, which only a page or a process has';
  expect([...new Set(diagnostics.map(({ id, message }) => `${id}: ${message}`))]).toEqual([
    'package-not-installed: The package `not-installed` is not installed: a call of a tool that imports this module would fail.',
    `schema-statement-left-out: ${said('the package `not-installed`')}`,
    `schema-statement-left-out: ${said(page)}`,
  ]);
  expect(diagnostics.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'src/tools/packageSuper.ts:3',
    'src/tools/packageSuper.ts:7',
    'src/tools/pageDecorator.ts:6',
    'src/tools/pageGetter.ts:6',
    'src/tools/pageIterator.ts:5',
    'src/tools/pageIterator.ts:6',
    'src/tools/pageKey.ts:6',
    'src/tools/pagePrototype.ts:6',
    'src/tools/pageProxy.ts:5',
    'src/tools/pageProxy.ts:6',
    'src/tools/pageText.ts:6',
    'src/tools/pageVirtual.ts:7',
  ]);
});
