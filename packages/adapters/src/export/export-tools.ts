import { BTCPError, type Manifest, type ManifestTool } from '@btcp/core';
import { isObject } from '@btcp/schema/internal';
import { ExportedSet } from './exported-set.ts';
import { makeNames, type ExportedNames, assignNames, safeName } from '../names/exported-names.ts';
import { checkOptionNames } from '../profile/check-option-names.ts';
import type { ExportProfile, TargetOptions } from '../profile/export-profile.ts';
import {
  FORMATS,
  STRICT_TARGETS,
  TARGETS,
  type Target,
  type TargetTools,
  type ToolSearches,
} from '../targets/targets.ts';
import { readTools, type ReadableTool } from './read-tool.ts';
import type { RefusedTool, Warning } from '../lower/rules.ts';

/** How to export tools. */
export interface ExportOptions<T extends Target = Target> extends TargetOptions {
  readonly target: T;
  /** Whether to use the target's strict form, for the tools that fit it. Default: no. */
  readonly strict?: boolean;
  /** The names of the tools to export. Default: all of them. */
  readonly tools?: readonly string[];
}

/** Tools in a target's form. */
export interface ExportedTools<T extends Target = Target> {
  readonly target: T;
  /** The array of tools for the target's request. */
  readonly tools: TargetTools[T][];
  /** With `deferLoading`: the provider's tool that finds them. The request has it, too: `[toolSearch, ...tools]`. */
  readonly toolSearch?: ToolSearches[T];
  /** Everything that was lost or changed, tool by tool. */
  readonly warnings: readonly Warning[];
  /** Which tool each exported name stands for. */
  readonly names: ExportedNames;
  /** The tools that the target can't express. */
  readonly refused: readonly RefusedTool[];
}

const OPTIONS: Readonly<Record<keyof ExportOptions, true>> = {
  target: true,
  strict: true,
  tools: true,
  namespace: true,
  version: true,
  outputSchema: true,
  description: true,
  contact: true,
  serverUrl: true,
  deferLoading: true,
  inlineRefs: true,
};

function refuse(message: string): never {
  throw new BTCPError('INVALID_ARGUMENT', message);
}

export function hasStrictForm(target: Target): boolean {
  return STRICT_TARGETS.includes(target);
}

/**
 * Writes tools in another format. Never makes a legal call impossible: what the format can't say is left out, moved into
 * the description or reported, and the BTCP runtime enforces the original. One tool that can't be expressed is left out,
 * with the reason, and the others stay.
 *
 * @param source - A manifest, or its tools; never written to, and not trusted.
 * @throws BTCPError `INVALID_ARGUMENT` for a source without tools, when there is no such target, tool or option, or the
 * target lacks what is requested: a strict form, tool search, or `inlineRefs`.
 */
export function exportTools<T extends Target>(
  source: Manifest | readonly ManifestTool[],
  options: ExportOptions<T>,
): ExportedTools<T> {
  checkOptionNames(options, OPTIONS);
  const { target, deferLoading = false } = options;
  const { wrap, toolSearch } = FORMATS[target]?.export ?? {};
  const set = collectExport(source, options);
  return {
    target,
    // Every profile writes tools of its target's type; the goldens and the providers' own readers check that.
    tools: (wrap?.(set.tools, set.options) ?? set.tools) as unknown as TargetTools[T][],
    // The profile has the one of its target.
    ...(deferLoading && toolSearch && { toolSearch: toolSearch as ExportedTools<T>['toolSearch'] & object }),
    warnings: set.finish(),
    names: makeNames(set.names),
    refused: set.refused,
  };
}

/** The exported tools, with the changes of each schema; the tools are read once for several targets. */
export function collectExport(
  source: Manifest | readonly ManifestTool[],
  options: ExportOptions,
  tools: ReturnType<typeof readTools> = readTools(source),
): ExportedSet {
  const { target, strict = false, tools: only, deferLoading = false, inlineRefs = false } = options;
  if (!TARGETS.includes(target))
    throw new BTCPError('INVALID_ARGUMENT', {
      message: `There is no target "${target as string}"; there are ${TARGETS.join(', ')}.`,
      suggestion: 'Pass it after the manifest: `exportTools(manifest, { target })`.',
    });
  if (strict && !hasStrictForm(target)) refuse(`${target} has no strict form.`);
  const { export: profile } = FORMATS[target];
  if (deferLoading && profile.toolSearch === undefined)
    refuse(`${target} has no tool search that finds deferred tools.`);
  if (inlineRefs && profile.inlined === undefined)
    refuse(`\`inlineRefs\` is an option of exports to MCP, not of ${target}.`);
  const set = new ExportedSet(profile, { ...manifestOptions(source), ...options }, strict);
  // Plain JavaScript may pass one name.
  if (!Array.isArray(only ?? [])) refuse('`tools` is the list of the names to export.');
  const missing = only?.find((name) => !tools.some((entry) => nameOf(entry) === name));
  if (missing !== undefined) refuse(`There is no tool "${missing}" to export.`);
  const wanted = tools.filter((entry) => only?.includes(nameOf(entry)) ?? true);
  const unique = set.dropRepeated(wanted);
  const names = assignNames(
    unique.map((entry) => nameFor(entry, profile)),
    profile.names,
  );
  unique.forEach((entry, index) => set.add(entry, names[index] ?? entry.name));
  return set;
}

const nameOf = (entry: ReadableTool | RefusedTool): string => ('reason' in entry ? entry.tool : entry.name);

/** A tool's name for a target; the one that it had elsewhere, where that is legal there. */
function nameFor(entry: ReadableTool, profile: ExportProfile): string {
  const { name, tool } = entry;
  if (profile.nameOf !== undefined) return profile.nameOf(tool);
  const { names } = profile;
  const other = tool.mcp?.name;
  return other !== undefined && safeName(other, names) === other ? other : name;
}

/** The namespace and version that a manifest gives to its tools. */
function manifestOptions(source: unknown): TargetOptions {
  if (!isObject(source)) return {};
  const { name, version, description, provider } = source;
  const contact = isObject(provider) ? provider['contact'] : undefined;
  return {
    ...(typeof name === 'string' && { namespace: name }),
    ...(typeof version === 'string' && { version }),
    ...(typeof description === 'string' && { description }),
    ...(typeof contact === 'string' && { contact }),
  };
}
