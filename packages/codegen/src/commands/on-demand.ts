import { dirname } from 'node:path';
import type { ManifestTool, Registration, RuleSetting, UnplacedDiagnostic } from '@btcp/core';
import type { CheckOptions } from '../check.ts';
import type { WrittenCapabilities } from './write-capabilities.ts';
import type { FixedProject } from './fix-project.ts';
import type { CapabilityList } from './list-capabilities.ts';
import type { ConfigResult, LoadedConfig } from '../config/loaded-config.ts';
import type { VitePlugin } from '../edit/add-vite-plugin.ts';
import type { ProjectOptions } from '../config/with-project.ts';
import type { LoadedModule } from '../system/load-module.ts';
import type { TempFolder } from '../system/temp-folder.ts';
import type { ToolModule } from './print/print-tools.ts';
import type { BundledScript, PageScriptParts } from './programs/bundle-page-script.ts';
import type { BundledProgram, ProgramParts } from './programs/bundle-programs.ts';

// Each of these needs more than a build without changes does, so it is imported on its first call.

/**
 * Applies safe fixes to the source and checks again, until nothing is left to fix. A file that changes during a check
 * is not written, but checked again.
 */
export async function fix(options?: CheckOptions): Promise<FixedProject> {
  return (await import('./fix-project.ts')).fix(options);
}

/** Infers the capabilities that each tool's code uses, whatever the tool declares. */
export async function listCapabilities(options?: ProjectOptions): Promise<CapabilityList> {
  return (await import('./list-capabilities.ts')).listCapabilities(options);
}

/** Writes the capabilities that each tool's code uses into its source. */
export async function writeCapabilities(options?: ProjectOptions): Promise<WrittenCapabilities> {
  return (await import('./write-capabilities.ts')).writeCapabilities(options);
}

/**
 * Prints tools as a TypeScript module that a build reads back as the same tools. Their implementations are left to
 * write: every `execute` throws `NOT_IMPLEMENTED`.
 *
 * @param tools - With schemas in normal form, and unique names.
 * @param path - Path of the future module, which selects the project's prettier options.
 */
export async function printTools(tools: readonly ManifestTool[], path: string): Promise<string> {
  return (await printModules([{ tools, path }]))[0] ?? '';
}

/** Prints several modules as `printTools` does, in less time than one by one. */
export async function printModules(
  modules: readonly ToolModule[],
  tsconfig?: string,
): Promise<readonly string[]> {
  return (await import('./print/print-tools.ts')).printModules(modules, tsconfig);
}

/**
 * Finds the errors that a build would report for a tool, however its source is written.
 *
 * @param tool - With schemas in the normal form.
 * @param settings - Severities by rule, as in a project's configuration.
 */
export async function findBuildErrors(
  tool: ManifestTool,
  settings?: Readonly<Record<string, RuleSetting>>,
): Promise<readonly UnplacedDiagnostic[]> {
  return (await import('./print/find-build-errors.ts')).findBuildErrors(tool, settings);
}

/**
 * Bundles each built tool into one self-contained program for Node, with its validators and imports, and without the
 * other tools. A tool that cannot be bundled does not affect the others.
 */
export async function bundlePrograms(parts: ProgramParts): Promise<readonly BundledProgram[]> {
  return (await import('./programs/bundle-programs.ts')).bundlePrograms(parts);
}

/** Bundles the built tools into one script for a page: the same bytes for the same tools. */
export async function bundlePageScript(parts: PageScriptParts): Promise<BundledScript> {
  return (await import('./programs/bundle-page-script.ts')).bundlePageScript(parts);
}

/**
 * Bundles a script for a page, with all that it imports.
 *
 * @param text - JavaScript.
 * @param path - Absolute path of the module whose imports it would have.
 */
export async function bundleScript(text: string, path: string): Promise<string> {
  const { bundlePart } = await import('../emit/ui/bundle-part.ts');
  const settings = { root: dirname(path), tsconfig: undefined, ui: undefined };
  const { script } = await bundlePart({ path, loader: 'js', inline: { text, line: 1, column: 1 } }, settings);
  return script;
}

/**
 * Loads a project's configuration and fills in the defaults from its package.json.
 *
 * @param options - Which project: as `build` takes it.
 */
export async function loadConfig({
  cwd = '.',
  configFile,
}: Pick<ProjectOptions, 'cwd' | 'configFile'> = {}): Promise<ConfigResult> {
  return (await import('../config/load-config.ts')).loadConfig(cwd, configFile);
}

/** Says which file changed after a project's last build; undefined if it is up to date. */
export async function findChangeSinceBuild(config: LoadedConfig): Promise<string | undefined> {
  return (await import('../write/source-stamp.ts')).findChangeSinceBuild(config);
}

/** Whether the manifest of a project's last build was edited. */
export async function isManifestEdited(config: LoadedConfig): Promise<boolean> {
  return (await import('../write/source-stamp.ts')).isManifestEdited(config);
}

/**
 * Loads the built registration, to run its tools in this process.
 *
 * @param config - The config of the built project.
 * @throws Error if there is no build.
 */
export async function loadRegistration(
  config: Pick<LoadedConfig, 'root' | 'outDir' | 'tsconfig'>,
): Promise<LoadedModule<{ readonly registration: Registration }>> {
  return (await import('./load-registration.ts')).loadRegistration(config);
}

/**
 * Loads one of the author's TypeScript modules into this process.
 *
 * @param path - Absolute.
 * @param tsconfig - Absolute path of the tsconfig whose `paths` apply. Default: the nearest tsconfig.json.
 */
export async function loadModule<T>(path: string, tsconfig?: string): Promise<LoadedModule<T>> {
  return (await import('../system/load-module.ts')).loadModule<T>(path, tsconfig);
}

/**
 * Adds a plugin to a Vite config whose default export is an object literal, alone or as the argument of a function such as
 * `defineConfig`.
 *
 * @returns The new text; the same where the package is imported already; undefined where the config is not so simple.
 */
export async function addVitePlugin(text: string, plugin: VitePlugin): Promise<string | undefined> {
  return (await import('../edit/add-vite-plugin.ts')).addVitePlugin(text, plugin);
}

/**
 * Adds an import to a module, after those that it has.
 *
 * @param statement - Without a semicolon, with single quotes; both are adapted to the module.
 */
export async function addImport(text: string, statement: string): Promise<string> {
  return (await import('../edit/add-vite-plugin.ts')).addImport(text, statement);
}

/** What a module or declaration file imports, as it names it: types, values, and what it loads while it runs. */
export async function importsOf(text: string): Promise<readonly string[]> {
  return (await import('../source/modules.ts')).scanReferences(text).specifiers;
}

/** Makes an empty folder that is removed with this process at the latest; also removes those of killed processes. */
export async function makeTempFolder(): Promise<TempFolder> {
  return (await import('../system/temp-folder.ts')).makeTempFolder();
}
