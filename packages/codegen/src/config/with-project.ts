import { basename, resolve } from 'node:path';
import type { BTCPConfig, Diagnostic } from '@btcp/core';
import { completeConfig, loadConfig } from './load-config.ts';
import { CONFIG_FILES, type LoadedConfig } from './loaded-config.ts';
import { ProjectError } from '../system/project-error.ts';

/** Selects a project. */
export interface ProjectOptions {
  /** The folder of the project. Default: the current one. */
  readonly cwd?: string;
  /** The config file's path, relative to `cwd`. Default: `btcp.config.ts`. */
  readonly configFile?: string | undefined;
  /** The configuration itself, instead of a file; its paths are relative to `cwd`. */
  readonly config?: BTCPConfig;
}

export interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs an operation on a project; mistakes in its configuration or folder become diagnostics.
 *
 * @param nothing - The result of an operation that could not run, without its diagnostics.
 */
export async function withProject<T extends Outcome>(
  options: ProjectOptions,
  nothing: Omit<T, 'diagnostics'>,
  run: (config: LoadedConfig) => Promise<T>,
): Promise<T & { readonly root: string }> {
  const cwd = resolve(options.cwd ?? '.');
  const loaded = options.config
    ? await completeConfig(resolve(cwd, CONFIG_FILES[0]), options.config)
    : await loadConfig(cwd, options.configFile);
  const failed = (root: string, diagnostics: readonly Diagnostic[]): T & { readonly root: string } =>
    ({ ...nothing, diagnostics, root }) as unknown as T & { readonly root: string }; // `nothing` is the rest of it
  if (!loaded.ok) return failed(loaded.root, loaded.diagnostics);
  const { root, file } = loaded.config;
  const failedBy = ({ diagnostic }: ProjectError): T & { readonly root: string } =>
    failed(root, [{ severity: 'error', file: basename(file), line: 1, column: 1, ...diagnostic }]);
  const refused = refuseRuntime(process.versions);
  if (refused) return failedBy(refused);
  try {
    return { ...(await run(loaded.config)), root };
  } catch (error) {
    const known = error instanceof ProjectError ? error : (tooDeep(error) ?? notInstalled(error));
    if (!known) throw error;
    return failedBy(known);
  }
}

/**
 * What to say where TypeScript 7 cannot be asked, or cannot find packages.
 *
 * @param versions - Those of the process; Yarn's Plug'n'Play adds its own.
 */
export function refuseRuntime(
  versions: Readonly<Record<string, string | undefined>>,
): ProjectError | undefined {
  const [id, reason] = ['runtime-unsupported', 'TypeScript 7, with which it reads types'];
  if (versions['pnp'] !== undefined)
    return new ProjectError({
      id,
      message: `A build does not work with Yarn's Plug'n'Play: ${reason}, does not find packages in archives.`,
      help: 'Write `nodeLinker: node-modules` into `.yarnrc.yml`, and run `yarn install`.',
    });
  const runtime = versions['bun'] ? 'Bun' : versions['deno'] ? 'Deno' : undefined;
  if (runtime === undefined) return undefined;
  return new ProjectError({
    id,
    message: `A build runs in Node, and this is ${runtime}, where ${reason}, cannot be asked.`,
    help: 'Run `node node_modules/@btcp/cli/bin/btcp.js build`; of Bun, scripts and `bunx` without `--bun` run in Node, too.',
  });
}

/** What to say where the stack has overflowed, by code that is nested too deeply to be read. */
function tooDeep(error: unknown): ProjectError | undefined {
  if (!/Maximum call stack size exceeded/.test(String(error))) return undefined;
  return new ProjectError({
    id: 'source-too-deep',
    message: 'A file of the tools, or what it imports, is nested too deeply to be read.',
    help: 'Nest its expressions, blocks or types less deeply: name the inner parts, or move data to a JSON file.',
  });
}

/** What to say where TypeScript 7 is missing: npm leaves optional packages out on request, and where it has none for a platform. */
function notInstalled(error: unknown): ProjectError | undefined {
  const [, name] = /(@typescript\/typescript-\S+) is not installed/.exec(String(error)) ?? [];
  if (name === undefined) return undefined;
  return new ProjectError({
    id: 'compiler-missing',
    message: `The package \`${name}\` is not installed, with which @btcp/codegen reads types.`,
    help: 'Install again with optional packages, without `--omit=optional` or `--no-optional`; TypeScript 7 has none for some platforms.',
  });
}
