import type { Diagnostic, Manifest, UnplacedDiagnostic, ManifestTool } from '@btcp/core';
import {
  ManifestFacts,
  MANIFEST_RULES,
  runManifestRules,
  type RuleSettings,
  ToolFacts,
} from '@btcp/schema/check';
import { basename } from 'node:path';
import { push } from '../source/group-by.ts';
import { compareText } from '../source/match-files.ts';
import type { CheckContext, CheckedTool, PublishableTool } from './checked-tool.ts';
import { isFollowable } from './aliases.ts';
import { reportOn } from './report/tool-report.ts';
import { canBeIgnored } from './suppressions/suppressions.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { placeInConfig } from '../config/place-in-config.ts';

/** The manifest, the tools that may be emitted, in its order, and the diagnostics of all. */
export interface Comparison {
  readonly manifest: Manifest;
  readonly tools: readonly PublishableTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares tools with each other.
 *
 * @param tools - In the order of their code: of two with one name, the later one is wrong.
 */
export function compareTools(
  context: CheckContext,
  tools: readonly CheckedTool[],
  settings: RuleSettings,
): Comparison {
  const { config } = context;
  const duplicates = findDuplicates(tools);
  const ordered = tools.toSorted((a, b) => compareText(a.name, b.name));
  const manifest = assembleManifest(
    config,
    ordered.map(({ published }) => published),
  );
  const { ofManifest, ofTools } = runRulesOfAll(manifest, settings);
  const compared = ordered.map((tool, index) => {
    const found = [...(duplicates.get(tool) ?? []), ...(ofTools.get(index) ?? [])];
    const together = found
      .filter((diagnostic) => isFollowable(tool, diagnostic))
      .map((each) => reportOn(context, tool, each));
    const isPublishable = tool.isCompiled && !tool.isBroken && together.every(canBeIgnored);
    return {
      diagnostics: [...tool.diagnostics, ...together],
      // The only place that makes a PublishableTool, whose brand exists only in its type.
      tool: isPublishable ? (tool as PublishableTool) : undefined,
    };
  });
  const diagnostics = [
    ...atConfig(config.file, manifest, ofManifest),
    ...compared.flatMap((each) => each.diagnostics),
  ];
  return {
    manifest,
    tools: compared.flatMap(({ tool }) => tool ?? []),
    diagnostics: [...withoutAlikeErrors(diagnostics), ...ordered.flatMap(({ ofUses }) => ofUses)],
  };
}

function runRulesOfAll(
  manifest: Manifest,
  settings: RuleSettings,
): {
  readonly ofManifest: readonly UnplacedDiagnostic[];
  /** By the tool's index. */
  readonly ofTools: ReadonlyMap<number, readonly UnplacedDiagnostic[]>;
} {
  const facts = manifest.tools.map((tool) => new ToolFacts(tool));
  const ofTools = new Map<number, UnplacedDiagnostic[]>();
  const ofManifest: UnplacedDiagnostic[] = [];
  for (const diagnostic of runManifestRules(new ManifestFacts(manifest, facts), settings, RULES_OF_ALL)) {
    const [, index, path = ''] = /^\/tools\/(\d+)(.*)$/s.exec(diagnostic.path) ?? [];
    if (index === undefined) ofManifest.push(diagnostic);
    else push(ofTools, Number(index), { ...diagnostic, path });
  }
  return { ofManifest, ofTools };
}

// Duplicate names are reported at the tools, where the message can show the other one's position.
const RULES_OF_ALL = MANIFEST_RULES.filter(({ id }) => id !== 'tool-duplicate-name');

// Comparing tools with each other is premature while one of them has errors.
function withoutAlikeErrors(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const broken = new Set<unknown>(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ tool }) => tool),
  );
  return diagnostics.filter(
    ({ id, tool, data }) => id !== 'descriptions-alike' || !(broken.has(tool) || broken.has(data?.['other'])),
  );
}

/** Diagnostics of duplicate names, of the later tools. */
function findDuplicates(
  tools: readonly CheckedTool[],
): ReadonlyMap<CheckedTool, readonly UnplacedDiagnostic[]> {
  const firstOfName = new Map<string, CheckedTool>();
  const found = new Map<CheckedTool, readonly UnplacedDiagnostic[]>();
  for (const tool of tools) {
    const first = firstOfName.get(tool.name);
    if (first) found.set(tool, [duplicate(tool, first)]);
    else firstOfName.set(tool.name, tool);
  }
  return found;
}

function duplicate({ name, alias }: CheckedTool, first: CheckedTool): UnplacedDiagnostic {
  const { file, line } = first.place;
  const diagnostic = { id: 'tool-duplicate-name', severity: 'error', path: '/name' } as const;
  if (!alias && !first.alias)
    return {
      ...diagnostic,
      message: `Two tools are called "${name}"; the other one is at ${file}:${line}.`,
      help: 'Rename one of the exports, or give it a `name` of its own.',
    };
  const own = alias ? `The alias "${name}" of "${alias.toolName}"` : `The tool "${name}"`;
  const other = first.alias ? `an alias of the tool "${first.alias.toolName}"` : 'the tool';
  return {
    ...diagnostic,
    message: `${own} has the name of ${other} at ${file}:${line}.`,
    help: 'Delete or rename the alias: a name leads to one tool.',
  };
}

/** Assembles a manifest; its capabilities are the exact sorted union of the tools'. */
function assembleManifest(config: LoadedConfig, tools: readonly ManifestTool[]): Manifest {
  // A tool that has not been checked yet may lack them.
  const capabilities = [...new Set(tools.flatMap((tool) => tool.capabilities ?? []))].sort(compareText);
  const details = Object.entries(config.capabilities).filter(([name]) => capabilities.includes(name));
  return {
    btcp: '1.0',
    name: config.name,
    version: config.version,
    ...(config.description !== undefined && { description: config.description }),
    ...(config.provider && { provider: config.provider }),
    tools,
    capabilities,
    ...(details.length > 0 && { capabilityDetails: Object.fromEntries(details) }),
    ...(config.config && { config: config.config }),
  };
}

/** Messages for fields that neither package.json nor the config sets. */
const MISSING = {
  name: {
    message: 'The manifest has no name: neither package.json nor the config gives one.',
    help: 'Run `npm pkg set name=spreadsheet-tools`, or add `name` to the config: lower-case letters, digits and "-", beginning with a letter.',
  },
  version: {
    message: 'The manifest has no version: neither package.json nor the config gives one.',
    help: 'Run `npm pkg set version=1.0.0`, or add `version` to the config: three numbers.',
  },
} as const satisfies Partial<Record<keyof Manifest, Pick<Diagnostic, 'message' | 'help'>>>;

/**
 * Locates diagnostics about the manifest's own fields in the config; a missing field is reported once.
 *
 * @param configFile - Absolute path, existing or not.
 */
function atConfig(
  configFile: string,
  manifest: Manifest,
  diagnostics: readonly UnplacedDiagnostic[],
): readonly Diagnostic[] {
  const reports = new Map<string, Diagnostic>();
  for (const { id, severity, path, message, help, data } of diagnostics) {
    // Missing tools have their own diagnostic.
    if (path === '/tools') continue;
    const field =
      path === '/name' || path === '/version' ? (path.slice(1) as keyof typeof MISSING) : undefined;
    const missing = field !== undefined && manifest[field] === '' ? MISSING[field] : undefined;
    const place = { file: basename(configFile), ...placeInConfig(configFile, path) };
    const key = missing ? path : `${id} ${path} ${message}`;
    reports.set(key, { id, severity, ...place, ...(missing ?? { message, help }), ...(data && { data }) });
  }
  return [...reports.values()];
}
