import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { BTCPConfig, Diagnostic, UnplacedDiagnostic } from '@btcp/core';
import type { BuildFailure } from 'esbuild';
import { readCachedConfig } from './cached-config.ts';
import { type ProjectDiagnostic, ProjectError, reasonOf } from '../system/project-error.ts';
import { diagnoseConfig, readOnce } from './diagnose-config.ts';
import { configNotFound, findConfig, findTsconfig } from './find-config.ts';
import { CONFIG_FILES, type ConfigResult } from './loaded-config.ts';
import { stackFrames } from '../system/stack-frames.ts';
import { readConfig } from './read-config.ts';

export async function loadConfig(folder: string, file?: string): Promise<ConfigResult> {
  const path = findConfig(folder, file);
  if (path === undefined)
    return failed(resolve(folder, file ?? CONFIG_FILES[0]), configNotFound(folder, file));
  let config: unknown;
  try {
    config = await readCachedConfig(path, () => readConfig(path));
  } catch (error) {
    const broken = await findBrokenFile(dirname(path));
    if (broken) return broken;
    return notLoaded(path, error);
  }
  return completeConfig(path, config);
}

/**
 * Fills in what a configuration leaves out.
 *
 * @param path - The config file, existing or not: relative paths in the configuration start from its folder.
 * @param given - A `BTCPConfig`, not validated yet.
 */
export async function completeConfig(path: string, given: unknown): Promise<ConfigResult> {
  const { config, unreadable } = readOnce(given);
  const diagnostics = unreadable ? [unreadable] : await diagnoseConfig(config);
  if (diagnostics.length > 0)
    return { ok: false, root: dirname(path), diagnostics: await placed(path, diagnostics) };
  const root = dirname(path);
  const pkg = await readPackage(root);
  if (pkg === undefined) return failed(join(root, 'package.json'), PACKAGE_INVALID);
  const set = Object.entries(config as BTCPConfig).filter(([, value]) => value !== undefined);
  const {
    name,
    version,
    description,
    outDir,
    tsconfig,
    capabilities = {},
    ...rest
  } = Object.fromEntries(set) as unknown as BTCPConfig; // the same without what is undefined
  return {
    ok: true,
    config: {
      ...DEFAULTS,
      ...rest,
      root,
      file: path,
      name: name ?? manifestName(pkg.name ?? ''),
      version: version ?? pkg.version ?? '',
      // `npm init` leaves an empty one.
      description: description ?? (pkg.description || undefined),
      capabilities: Object.fromEntries(Object.entries(capabilities).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      isModule: pkg.type === 'module' || pkg.isBundled === true || !existsSync(join(root, 'package.json')),
      outDir: resolve(root, outDir ?? 'generated'),
      tsconfig: tsconfig === undefined ? await findTsconfig(root) : resolve(root, tsconfig),
    },
  };
}

const DEFAULTS = {
  provider: undefined,
  config: undefined,
  ui: undefined,
  publish: undefined,
  rules: {},
  formats: {},
  targets: [],
  mcp: {},
  compare: {},
};

// A broken package.json or tsconfig.json also breaks resolving the config's imports.
async function findBrokenFile(root: string): Promise<ConfigResult | undefined> {
  if ((await readPackage(root)) === undefined) return failed(join(root, 'package.json'), PACKAGE_INVALID);
  const tsconfig = join(root, 'tsconfig.json');
  if (!existsSync(tsconfig)) return undefined;
  const { readCompilerOptions } = await import('../source/tsconfig.ts');
  try {
    readCompilerOptions(tsconfig);
    return undefined;
  } catch (error) {
    if (error instanceof ProjectError) return failed(tsconfig, error.diagnostic);
    throw error;
  }
}

function failed(path: string, diagnostic: ProjectDiagnostic): ConfigResult {
  const place = { file: basename(path), line: 1, column: 1 };
  return { ok: false, root: dirname(path), diagnostics: [{ severity: 'error', ...place, ...diagnostic }] };
}

async function placed(
  path: string,
  diagnostics: readonly UnplacedDiagnostic[],
): Promise<readonly Diagnostic[]> {
  const { placeInConfig } = await import('./place-in-config.ts');
  const file = basename(path);
  return diagnostics.map(({ path: pointer, ...rest }) => ({
    ...rest,
    file,
    ...placeInConfig(path, pointer),
  }));
}

/** @param error - What loading threw; only the first of the bundler's errors is shown, with its position. */
function notLoaded(path: string, error: unknown): ConfigResult {
  const [first] = (error as Partial<BuildFailure> | undefined)?.errors ?? [];
  const { file, line = 1, column = 0 } = first?.location ?? {};
  const isHere = file !== undefined && basename(file) === basename(path);
  // The author's own code, which may be a module that the config imports.
  const thrownAt = stackFrames((error as Partial<Error> | undefined)?.stack ?? '').find(
    (frame) => frame.path.startsWith(dirname(path) + sep) && !frame.path.includes('node_modules'),
  );
  return failed(path, {
    id: 'config-not-loaded',
    ...(isHere && { line, column: column + 1 }),
    ...(thrownAt && {
      file: relative(dirname(path), thrownAt.path).split(sep).join('/'),
      line: thrownAt.line,
      column: thrownAt.column,
    }),
    message: `The config file cannot be loaded: ${first?.text ?? reasonOf(error)}`,
    help: path.endsWith('.json')
      ? 'Write JSON, for example { "tools": ["src/tools/**/*.ts"] }.'
      : "It must be a module that loads, with `import { defineConfig } from '@btcp/core'` and `export default defineConfig({ tools: [...] })`.",
  });
}

interface PackageFields {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly type?: string;
  /** Whether a framework bundles what the build writes, in the page and on the server. */
  readonly isBundled?: boolean;
}

/** Frameworks that bundle a project whose package.json has no `"type": "module"`, as they write it. */
const BUNDLERS = ['next', '@angular/core'];

const PACKAGE_INVALID: ProjectDiagnostic = {
  id: 'package-invalid',
  message: 'package.json is not JSON.',
  help: 'Correct it; `npm pkg get name` shows where it breaks.',
};

/** Undefined if it is not valid JSON. */
async function readPackage(root: string): Promise<PackageFields | undefined> {
  try {
    const text = await readFile(join(root, 'package.json'), 'utf8');
    const fields = Object(JSON.parse(text.replace(/^\uFEFF/, ''))) as { readonly dependencies?: unknown };
    const dependencies = Object(fields.dependencies) as object;
    return { ...onlyStrings(fields), isBundled: BUNDLERS.some((name) => Object.hasOwn(dependencies, name)) };
  } catch (error) {
    return error instanceof SyntaxError ? undefined : {};
  }
}

// The fields may have values that npm would reject.
function onlyStrings(fields: object): PackageFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'));
}

/** `@acme/Web_Tools` → `acme-web-tools`. */
function manifestName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 64);
}
