import type { ManifestTool, RuleSetting, UnplacedDiagnostic } from '@btcp/core';
import type { CheckOptions } from '../check.ts';
import type { WrittenCapabilities } from './edit/write-capabilities.ts';
import type { FixedProject } from './fix/fix-project.ts';
import type { CapabilityList } from './list-capabilities.ts';
import type { ProjectOptions } from '../config/with-project.ts';
import type { BundledProgram, ProgramParts } from './programs/bundle-programs.ts';

// Each of these needs a compiler, prettier or all rules, so it is imported on its first call.

/**
 * Applies safe fixes to the source and checks again, until there is nothing left to fix. A file that changes during a
 * check is not written, but checked again.
 */
export async function fix(options?: CheckOptions): Promise<FixedProject> {
  return (await import('./fix/fix-project.ts')).fix(options);
}

/** Infers from the code of each tool which capabilities it uses, whatever it declares. */
export async function listCapabilities(options?: ProjectOptions): Promise<CapabilityList> {
  return (await import('./list-capabilities.ts')).listCapabilities(options);
}

/** Writes into the source of each tool which capabilities its code uses. */
export async function writeCapabilities(options?: ProjectOptions): Promise<WrittenCapabilities> {
  return (await import('./edit/write-capabilities.ts')).writeCapabilities(options);
}

/**
 * Writes tools as a module of TypeScript that a build reads back as the same tools. What they do is left to write:
 * every `execute` throws `NOT_IMPLEMENTED`.
 *
 * @param tools - With schemas in normal form, and different names.
 * @param path - Where the module is to stand: the project's prettier options for it are used.
 */
export async function printTools(tools: readonly ManifestTool[], path: string): Promise<string> {
  return (await import('./print/print-tools.ts')).printTools(tools, path);
}

/**
 * What a build would find wrong with a tool, however its source is written, so that it would not build it.
 *
 * @param settings - Severities by rule, as a project's configuration has them.
 */
export async function findBuildErrors(
  tool: ManifestTool,
  settings?: Readonly<Record<string, RuleSetting>>,
): Promise<readonly UnplacedDiagnostic[]> {
  return (await import('./print/find-build-errors.ts')).findBuildErrors(tool, settings);
}

/**
 * Bundles built tools, each into one self-contained program for Node: with its validators, what it imports, and
 * nothing of the other tools. One that cannot be bundled fails alone.
 */
export async function bundlePrograms(parts: ProgramParts): Promise<readonly BundledProgram[]> {
  return (await import('./programs/bundle-programs.ts')).bundlePrograms(parts);
}
