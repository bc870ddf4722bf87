import { existsSync } from 'node:fs';
import { basename, join, posix, relative, sep } from 'node:path';
import { CONFIGS } from './detect-app.ts';
import { noteOthers } from './note-others.ts';
import { hasTools, planAngular, planNext, planNode, planSite, planVite } from './plan-kinds.ts';
import type { KindPlan, NextCommand, Plan, ProjectFiles } from './project-files.ts';
import { isOlder, parseJson, textField, setJson } from '../system/read-package.ts';
import { isObject } from '@btcp/schema/internal';
import { InputError } from '../errors.ts';

/** Plans everything; returns the commands that come next. */
export async function planInit(plan: Plan): Promise<readonly NextCommand[]> {
  const { app, files } = plan;
  const test = testScript(plan);
  const outDir = outDirOf(plan);
  const last: NextCommand = hasTools(plan)
    ? { program: ['btcp', 'check'], says: 'what agents would trip over in the tools' }
    : { script: test.name, says: "the tool's test" };
  const kinds = {
    vite: planVite,
    next: planNext,
    angular: planAngular,
    site: planSite,
    node: planNode,
    'mcp-server': planNode,
  };
  const { scripts, packages = [], next } = await kinds[app.kind](plan, outDir);
  planConfig(plan, outDir);
  noteHooks(plan, scripts);
  planScripts(plan, { ...scripts, [test.name]: test.command });
  planDependencies(plan, packages);
  planTsconfig(plan);
  if (!app.isTypeScript) files.create('tsconfig.json', newTsconfig(plan, outDir));
  planGitignore(plan, outDir);
  noteOthers(plan, outDir);
  return [...next, last].slice(0, 2);
}

function planConfig({ app, files }: Plan, outDir: string): void {
  if (files.find(CONFIGS) !== undefined) return;
  const { name, version, description } = app.fields;
  const rows = [
    ...(typeof name === 'string' ? [] : [`name: '${nameOf(files.root)}'`]),
    ...(typeof version === 'string' ? [] : ["version: '0.1.0'"]),
    ...(typeof description === 'string' && description.trim() !== ''
      ? []
      : [`description: 'Tools of ${app.isPage ? 'this page' : 'this project'}.'`]),
    "tools: ['src/tools/**/*.ts']",
    ...(outDir === 'generated' ? [] : [`outDir: '${outDir}'`]),
    ...(app.tsconfig === undefined || app.tsconfig === 'tsconfig.json'
      ? []
      : [`tsconfig: '${app.tsconfig}'`]),
  ];
  const text = `import { defineConfig } from '@btcp/core';

export default defineConfig({
${rows.map((row) => `  ${row},\n`).join('')}});
`;
  files.create('btcp.config.ts', text);
}

/** A name for the manifest, after a folder. */
function nameOf(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-$/g, '');
  return name === '' ? 'tools' : name;
}

/** Where the build writes: beside `src`, unless the compiler takes `src` alone, or the folder is another's. */
function outDirOf({ app: { compilerOptions }, files }: Plan): string {
  const current = CONFIGS.map((path) => files.read(path)).find((text) => text !== undefined);
  const configured = /\boutDir['"]?:\s*['"]([^'"]+)['"]/.exec(current ?? '')?.[1];
  if (configured !== undefined) return configured;
  const isOwn = !files.hasFolder('generated') || files.has('generated/manifest.json');
  const isSourceAlone = /^(\.\/)?src\/?$/.test(textField(compilerOptions, 'rootDir') ?? '');
  return isOwn && !isSourceAlone ? 'generated' : 'src/generated';
}

function planGitignore({ files }: Plan, outDir: string): void {
  const wanted = ['node_modules/', `${outDir}/`];
  const text = files.read('.gitignore');
  const present = new Set((text ?? '').split(/\r?\n/).map((each) => each.replace(/^\/|\/$/g, '').trim()));
  const missing = wanted.filter((each) => !present.has(each.slice(0, -1)));
  if (missing.length === 0) return;
  if (text === undefined) files.create('.gitignore', missing.map((each) => `${each}\n`).join(''));
  else {
    const end = text === '' || text.endsWith('\n') ? '' : '\n';
    files.edit('.gitignore', `${text}${end}${missing.map((each) => `${each}\n`).join('')}`);
  }
}

const ALWAYS = ['@btcp/core', '@btcp/schema', '@sinclair/typebox'];
const IN_PAGE = ['@btcp/adapters', '@btcp/client'];
const WHILE_DEVELOPING = ['@btcp/cli', '@btcp/testing', 'vitest'];
/** The last one that takes the types of Node 18, and that Angular 20 takes. */
const VITEST_3 = '^3.2.4';
const IN_NODE = ['@modelcontextprotocol/server', '@types/node'];

/** Adds what is missing of dependencies to package.json. */
function planDependencies({ app, files, packages }: Plan, extra: readonly string[]): void {
  refuseOldVitest(app.dependencies['vitest']);
  const used = [...ALWAYS, ...(app.isPage ? IN_PAGE : [])];
  const dev = [...WHILE_DEVELOPING, ...(app.isPage ? [] : IN_NODE), ...extra];
  addTo('dependencies', used);
  // No other package needs the plugin.
  const others = packages.all.filter((name) => !used.includes(name) && name !== '@btcp/vite');
  addTo('devDependencies', [...dev, ...others]);
  // npm takes what the root names for what its dependencies need; the others are told to, at the root of a workspace.
  if (app.manager !== 'npm') {
    const root = app.workspace ?? files.root;
    const path = posix.join(relative(files.root, root).split(sep).join('/'), 'package.json');
    addRows(files, path, 'resolutions', packages.all, (name) => packages.specIn(root, name));
  }

  function addTo(field: string, names: readonly string[]): void {
    const missing = names.filter((name) => !Object.hasOwn(app.dependencies, name));
    const isOld =
      isOlder(app.dependencies['@types/node'], 20) || isOlder(app.dependencies['@angular/core'], 21);
    addRows(files, 'package.json', field, missing, (name) =>
      name === 'vitest' && isOld ? VITEST_3 : packages.specOf(name),
    );
  }
}

/** Adds the rows that a table of a package.json lacks, and sorts it. */
function addRows(
  files: ProjectFiles,
  path: string,
  field: string,
  names: readonly string[],
  specOf: (name: string) => string,
): void {
  const table = readField(files.read(path), field);
  const missing = names.filter((name) => !Object.hasOwn(table, name));
  if (missing.length === 0) return;
  const all = { ...table, ...Object.fromEntries(missing.map((name) => [name, specOf(name)])) };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  files.edit(path, setJson(files.read(path) ?? '{}', [field], sorted));
}

function refuseOldVitest(range: string | undefined): void {
  if (isOlder(range, 2))
    throw new InputError(
      `package.json asks for vitest ${range}, and @btcp/testing needs 2 or later.`,
      'Update vitest, then run the command again.',
    );
}

/** Adds scripts to package.json; one that is there stays. */
function planScripts({ files }: Plan, scripts: Readonly<Record<string, string>>): void {
  for (const [name, command] of Object.entries(scripts)) {
    const text = files.read('package.json') ?? '{}';
    const current = readField(text, 'scripts')[name];
    // What `npm init` writes.
    const isPlaceholder = typeof current === 'string' && current.includes('no test specified');
    if (current === undefined || isPlaceholder)
      files.edit('package.json', setJson(text, ['scripts', name], command));
  }
}

/** Says which package manager runs no `pre` scripts, where one is added. */
function noteHooks({ app, files, notes }: Plan, scripts: KindPlan['scripts']): void {
  const current = readField(files.read('package.json'), 'scripts');
  const hook = Object.keys(scripts).find((name) => name.startsWith('pre') && current[name] === undefined);
  if (app.manager === 'yarn' && hook !== undefined)
    notes.push({
      text: `Yarn 2 and later run no script such as "${hook}": there, let the scripts that need the tools begin with \`btcp build &&\`.`,
    });
}

/** The name of the script that runs the tools' tests: `test`, unless that is another runner's. */
function testScript({ app, files }: Plan): { readonly name: string; readonly command: string } {
  const test = readField(files.read('package.json'), 'scripts')['test'];
  const isTaken = typeof test === 'string' && !/no test specified|vitest/.test(test);
  const { noEmit, outDir, rootDir = '' } = app.compilerOptions;
  // A path with `src` in it is also that of a compiled test, `out/src/tools/list-scripts.test.js`.
  const isBeside = typeof outDir === 'string' && noEmit !== true && !/^(?:\.\/)?src\b/.test(String(rootDir));
  const exclude = isBeside ? ` --exclude "${posix.join(outDir, '**')}"` : '';
  return isTaken
    ? { name: 'test:tools', command: `vitest run src/tools${exclude}` }
    : { name: 'test', command: `vitest run src${exclude}` };
}

function readField(text = '{}', field: string): Readonly<Record<string, unknown>> {
  // Parsed before, when the app was recognised.
  const value = (JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>)[field];
  return isObject(value) ? value : {};
}

/** Adds compiler options that tools need, where they are missing; none that changes how other code is checked. */
function planTsconfig(plan: Plan): void {
  const { app, files, notes } = plan;
  const { tsconfig, compilerOptions: options, isExtended } = app;
  if (tsconfig === undefined) return;
  noteOldTypeScript(plan);
  const set = (name: string, value: unknown): void =>
    files.edit(tsconfig, setJson(files.read(tsconfig) ?? '{}', ['compilerOptions', name], value));
  if (isResolutionOld(options))
    notes.push({
      text: `${tsconfig} has "moduleResolution": "${textField(options, 'moduleResolution') ?? 'node'}", by which TypeScript does not find all modules of @btcp. Use "bundler" or "nodenext".`,
    });
  const module = textField(options, 'module') ?? '';
  if (!app.isModule && /^node1[68]$/i.test(module))
    notes.push({
      text: `${tsconfig} has "module": "${module}", by which TypeScript refuses to import ES modules, as those of @btcp are, into a package without "type": "module". Use "nodenext" and TypeScript 5.8 or later, or run \`npm pkg set type=module\`.`,
    });
  // What it extends may have them.
  if (isExtended) return;
  const { lib, types } = options;
  if (isModuleOfTarget(options)) set('module', 'esnext');
  if (app.isPage && isList(lib) && !lib.some((each) => each.toLowerCase() === 'dom'))
    set('lib', [...lib, 'DOM']);
  if (!app.isPage && !(isList(types) && types.includes('node')))
    set('types', isList(types) ? [...types, 'node'] : globalTypes(app.dependencies));
  if (options['noEmit'] === true && options['allowImportingTsExtensions'] === undefined && app.isPage)
    set('allowImportingTsExtensions', true);
}

// Before TypeScript 6, a bundler's modules are by default those of the target, and ES2015 has no `import()` and no `import.meta`.
const isModuleOfTarget = ({ module, moduleResolution, target }: Plan['app']['compilerOptions']): boolean =>
  module === undefined && target !== undefined && /^bundler$/i.test(String(moduleResolution));

function noteOldTypeScript({ app, notes }: Plan): void {
  const version = app.dependencies['typescript'];
  if (isOlder(version, 5, 5))
    notes.push({
      text: `The types of @btcp need TypeScript 5.5 or later, and package.json asks for ${version}.`,
    });
}

/**
 * For a project without one, whose tools are TypeScript: the types of a tool come from its schema. What leads to the
 * project's modules is that of its editors, of a framework, which lists files of its own, or of its workspace.
 */
function newTsconfig({ app: { isPage, workspace = '' }, files }: Plan, outDir: string): string {
  const editors = parseJson(files.read('jsconfig.json') ?? '{}', 'jsconfig.json');
  const { extends: base, compilerOptions } = editors;
  const ofAll = join(workspace, 'tsconfig.json');
  const isShared = workspace !== '' && compilerOptions === undefined && existsSync(ofAll);
  const inherited = base ?? (isShared ? relative(files.root, ofAll).split(sep).join('/') : undefined);
  const config = {
    ...(inherited !== undefined && { extends: inherited }),
    compilerOptions: {
      ...(isObject(compilerOptions) && compilerOptions),
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      lib: isPage ? ['ES2023', 'DOM', 'DOM.Iterable'] : ['ES2023'],
      types: isPage ? [] : ['node'],
      strict: true,
      noEmit: true,
      allowJs: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    },
    ...(base === undefined && {
      include: ['btcp.config.ts', 'src/tools', ...(isPage ? ['src/btcp.ts'] : []), outDir],
    }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isResolutionOld(options: Readonly<Record<string, unknown>>): boolean {
  const resolution = textField(options, 'moduleResolution');
  return resolution === undefined
    ? /^(commonjs|amd|umd|system)$/i.test(textField(options, 'module') ?? '')
    : /^(node|node10|classic)$/i.test(resolution);
}

/** What TypeScript 5 takes where no `types` are given, and later versions do not. */
function globalTypes(dependencies: Readonly<Record<string, string>>): readonly string[] {
  const installed = Object.keys(dependencies)
    .filter((name) => name.startsWith('@types/') && !name.includes('__'))
    .map((name) => name.slice('@types/'.length));
  return [...new Set(['node', ...installed])];
}
