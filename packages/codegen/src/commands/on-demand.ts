import type { ManifestTool, RuleSetting, UnplacedDiagnostic } from '@btcp/core';
import type { CheckOptions } from '../check.ts';
import type { WrittenCapabilities } from './edit/write-capabilities.ts';
import type { FixedProject } from './fix/fix-project.ts';
import type { CapabilityList } from './list-capabilities.ts';
import type { ProjectOptions } from '../config/with-project.ts';
import type { BundledScript, PageScriptParts } from './programs/bundle-page-script.ts';
import type { BundledProgram, ProgramParts } from './programs/bundle-programs.ts';

// Each of these needs a compiler, prettier or all rules, so it is imported on its first call.

/**
 * Applies safe fixes to the source and checks again, until nothing is left to fix. A file that changes during a check
 * is not written, but checked again.
 */
export async function fix(options?: CheckOptions): Promise<FixedProject> {
  return (await import('./fix/fix-project.ts')).fix(options);
}

/** Infers the capabilities that each tool's code uses, whatever the tool declares. */
export async function listCapabilities(options?: ProjectOptions): Promise<CapabilityList> {
  return (await import('./list-capabilities.ts')).listCapabilities(options);
}

/** Writes the capabilities that each tool's code uses into its source. */
export async function writeCapabilities(options?: ProjectOptions): Promise<WrittenCapabilities> {
  return (await import('./edit/write-capabilities.ts')).writeCapabilities(options);
}

/**
 * Prints tools as a TypeScript module that a build reads back as the same tools. Their implementations are left to
 * write: every `execute` throws `NOT_IMPLEMENTED`.
 *
 * @param tools - With schemas in normal form, and unique names.
 * @param path - Path of the future module, which selects the project's prettier options.
 */
export async function printTools(tools: readonly ManifestTool[], path: string): Promise<string> {
  return (await import('./print/print-tools.ts')).printTools(tools, path);
}

/**
 * Finds the errors that a build would report for a tool, however its source is written.
 *
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
