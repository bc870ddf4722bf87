import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { findTsconfig } from '@btcp/codegen/internal';
import { isObject } from '@btcp/schema/internal';
import { detect, getUserAgent } from 'package-manager-detector/detect';
import { InputError } from '../errors.ts';
import type { App, AppKind, ProjectFiles } from './project-files.ts';
import { parseJson } from '../system/read-package.ts';
import { siteOf } from './sites.ts';

/** Config files of Vite, in its own order. */
export const VITE_CONFIGS: readonly string[] = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map(
  (extension) => `vite.config.${extension}`,
);

/** Config files of the toolkit. */
export const CONFIGS: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json'].map(
  (extension) => `btcp.config.${extension}`,
);

/** Names the projects of a workspace of Angular. */
export const ANGULAR_CONFIG = 'angular.json';

/**
 * Recognises the project in a folder by its files.
 *
 * @throws InputError if it has no package.json, or one that cannot be read, or is installed as the toolkit does not work.
 */
export async function detectApp(files: ProjectFiles): Promise<App> {
  const text = files.read('package.json');
  if (text === undefined)
    throw new InputError(
      'There is no package.json here.',
      'Go to the folder of the app, name an empty folder, or run `npm init -y`.',
    );
  const fields = parseJson(text, 'package.json');
  const dependencies = { ...tableOf(fields['dependencies']), ...tableOf(fields['devDependencies']) };
  const kind = kindOf(dependencies, files);
  const workspace = workspaceOf(files.root);
  const detected = await detect({ cwd: files.root, stopDir: workspace ?? files.root });
  if (detected?.name === 'deno')
    throw new InputError(
      'This app is installed with Deno, and the toolkit runs in Node.',
      'Install it with npm, pnpm, Yarn or Bun, whose lockfile then says so.',
    );
  if ([files.root, workspace ?? files.root].some((folder) => existsSync(join(folder, '.pnp.cjs'))))
    throw new InputError(
      "This app uses Yarn's Plug'n'Play, in whose archives the toolkit finds no types.",
      'Write `nodeLinker: node-modules` into .yarnrc.yml, and run `yarn install`.',
    );
  return {
    kind,
    title: titleOf(kind, dependencies),
    isPage: !['node', 'mcp-server'].includes(kind),
    isModule: fields['type'] === 'module',
    manager: detected?.name ?? getUserAgent() ?? 'npm',
    workspace,
    fields,
    dependencies,
    ...(await readTsconfig(files)),
  };
}

const MCP_SDKS = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server'];

function kindOf(dependencies: App['dependencies'], files: ProjectFiles): AppKind {
  if (Object.hasOwn(dependencies, 'next')) return 'next';
  if (siteOf(dependencies)) return 'site';
  if (files.has('index.html') && (Object.hasOwn(dependencies, 'vite') || files.find(VITE_CONFIGS)))
    return 'vite';
  if (Object.hasOwn(dependencies, '@angular/core') && files.has(ANGULAR_CONFIG)) return 'angular';
  // What `btcp init` itself has added is no server of the author's.
  const isServer = MCP_SDKS.some((name) => Object.hasOwn(dependencies, name));
  return isServer && !Object.hasOwn(dependencies, '@btcp/cli') ? 'mcp-server' : 'node';
}

const FRAMEWORKS = { react: 'React', vue: 'Vue', svelte: 'Svelte' };

function titleOf(kind: AppKind, dependencies: App['dependencies']): string {
  const [, framework] = Object.entries(FRAMEWORKS).find(([name]) => Object.hasOwn(dependencies, name)) ?? [];
  const titles = {
    vite: framework === undefined ? 'Vite' : `Vite with ${framework}`,
    next: 'Next',
    angular: 'Angular',
    site: siteOf(dependencies)?.title ?? '',
    node: 'Node',
    'mcp-server': 'an MCP server in Node',
  };
  return titles[kind];
}

async function readTsconfig(
  files: ProjectFiles,
): Promise<Pick<App, 'isTypeScript' | 'tsconfig' | 'compilerOptions' | 'include' | 'isExtended'>> {
  const path = files.has('tsconfig.json') ? 'tsconfig.json' : undefined;
  const found = await findTsconfig(files.root);
  const tsconfig = found === undefined ? path : relative(files.root, found).split(sep).join('/');
  const read = tsconfig === undefined ? {} : parseJson(files.read(tsconfig) ?? '', tsconfig);
  return {
    isTypeScript: tsconfig !== undefined,
    tsconfig,
    compilerOptions: isObject(read['compilerOptions']) ? read['compilerOptions'] : {},
    include: Array.isArray(read['include']) ? read['include'].map(String) : [''],
    // A framework writes its own anew, as Nuxt does `.nuxt/tsconfig.app.json`.
    isExtended: read['extends'] !== undefined || tsconfig?.startsWith('.') === true,
  };
}

/** The folder of the workspace that a package belongs to, if any. */
function workspaceOf(root: string): string | undefined {
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
    const file = join(folder, 'package.json');
    if (existsSync(file) && parseJson(readFileSync(file, 'utf8'), file)['workspaces'] !== undefined)
      return folder;
  }
  return undefined;
}

function tableOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
