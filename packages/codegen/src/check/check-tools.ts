import type { Diagnostic, JsonSchema, Manifest, ManifestTool, UnplacedDiagnostic } from '@btcp/core';
import { ManifestFacts, MANIFEST_RULES, runManifestRules, type RuleSettings } from '@btcp/schema/check';
import type { Session } from '../session.ts';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import type { InferredTool } from '../infer/infer-tool.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { atConfig } from './report/at-config.ts';
import { canBeIgnored } from './suppressions/can-be-ignored.ts';
import { type CodeDiagnostics, wordCodeDiagnostics } from './check-code.ts';
import { checkDefinition } from './check-definition.ts';
import type { CheckRequest, PublishedCheck, PublishedSettings } from './published/check-published.ts';
import type { CheckedTool } from './checked-tool.ts';
import { enforceFormats } from './published/enforce-formats.ts';
import { publishTool } from './published/publish-tool.ts';
import { ToolReport } from './report/tool-report.ts';

/** A tool whose checks have begun. */
export interface StartedCheck {
  readonly tool: InferredTool;
  readonly published: ManifestTool;
  readonly report: ToolReport;
  readonly result: Promise<PublishedCheck>;
}

/** The tools that may be emitted, and the diagnostics of all. */
export interface CheckResult {
  readonly tools: readonly CheckedTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reports duplicate names, at the later tool. */
export function reportDuplicates(project: SourceProject, started: readonly StartedCheck[]): void {
  const firstOfName = new Map<string, InferredTool>();
  for (const { tool, report } of started) {
    const first = firstOfName.get(tool.name);
    if (first) report.error(duplicate(project, tool.name, first));
    else firstOfName.set(tool.name, tool);
  }
}

/** Starts the checks of a tool's published form. */
export function startCheck(
  { project, config, answers, pool }: Session,
  settings: PublishedSettings,
  inferred: InferredTool,
): StartedCheck {
  const report = new ToolReport(project, inferred);
  // An alias has the definition of its tool.
  const unusable = inferred.alias ? new Set<string>() : checkDefinition(project, inferred, report);
  const isRead = !unusable.has('execute') && !hasNoInput(inferred);
  const tool = isRead ? inferred : { ...inferred, outputDiagnostics: [] };
  const { alias } = tool;
  const request: CheckRequest = {
    published: publishTool(tool, config.formats),
    unusable: [...unusable],
    settings,
    ...(alias && {
      alias: { ...alias, toolInput: enforceFormats(alias.toolInput, config.formats) as JsonSchema },
    }),
  };
  const result = answers.get(['published', request], () => pool.run('check', request));
  // Marks a rejection as handled until `finishChecks` awaits it.
  result.catch(() => undefined);
  return { tool, published: request.published, report, result };
}

/** Marks a published tool as verified where its code agrees with its declared capabilities. */
export function markVerified(check: StartedCheck, isVerified: boolean): StartedCheck {
  return isVerified ? { ...check, published: { ...check.published, capabilitiesVerified: true } } : check;
}

/**
 * Awaits the checks that were started.
 *
 * @param codeDiagnostics - Diagnostics about the tools' code.
 */
export async function finishChecks(
  started: readonly StartedCheck[],
  manifest: Manifest,
  settings: RuleSettings,
  codeDiagnostics: CodeDiagnostics,
): Promise<CheckResult> {
  const together = runManifestRules(new ManifestFacts(manifest), settings, RULES_TOGETHER);
  const ofTools = new Map<number, UnplacedDiagnostic[]>();
  const ofManifest: UnplacedDiagnostic[] = [];
  for (const diagnostic of together) {
    const [, index, path = ''] = /^\/tools\/(\d+)(.*)$/s.exec(diagnostic.path) ?? [];
    if (index === undefined) ofManifest.push(diagnostic);
    else ofTools.set(Number(index), [...(ofTools.get(Number(index)) ?? []), { ...diagnostic, path }]);
  }
  const diagnostics: Diagnostic[] = [...atConfig(manifest, ofManifest)];
  const tools: CheckedTool[] = [];
  for (const [index, { tool, published, report, result }] of started.entries()) {
    const { diagnostics: ofPublished, validators } = await result;
    const toolDiagnostics = [...ofPublished, ...(ofTools.get(index) ?? [])].filter((diagnostic) =>
      isOwn(tool, diagnostic),
    );
    for (const diagnostic of toolDiagnostics) report.add(diagnostic);
    for (const { at, ...diagnostic } of wordCodeDiagnostics(
      tool.alias ? [] : (codeDiagnostics.get(tool.call) ?? []),
      tool.name,
      toolDiagnostics,
      settings,
    ))
      report.addAt(at, diagnostic);
    diagnostics.push(...report.diagnostics, ...tool.outputDiagnostics);
    // The only place that makes a CheckedTool, whose brand exists only in its type.
    if (validators && report.diagnostics.every(canBeIgnored))
      tools.push({ ...tool, published, validators } as unknown as CheckedTool);
  }
  return { tools, diagnostics: withoutAlikeErrors(diagnostics) };
}

// Of an alias, advice can be followed only about its input: all else is its tool's, or the past's.
function isOwn(
  { alias, definitionValue }: InferredTool,
  { id, severity, path }: UnplacedDiagnostic,
): boolean {
  if (alias) return severity === 'error' || path.startsWith('/inputSchema') || id === 'sunset-reached';
  return id !== 'name-not-camel-case' || definitionValue.fields['name'] === undefined;
}

// Comparing tools with each other is premature while one of them has errors.
function withoutAlikeErrors(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const broken = new Set<unknown>(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ tool }) => tool),
  );
  return diagnostics.filter(
    ({ id, tool, data }) => id !== 'descriptions-alike' || !(broken.has(tool) || broken.has(data?.['other'])),
  );
}

// An invalid input schema gives `execute` no types, so its return type is unknown too.
function hasNoInput({ definitionValue }: EvaluatedTool): boolean {
  return definitionValue.problems.some(({ path }) => path === '/inputSchema');
}

// Duplicate names are reported at the tools, where the message can show the other one's position.
const RULES_TOGETHER = MANIFEST_RULES.filter(({ id }) => id !== 'tool-duplicate-name');

function duplicate(
  project: SourceProject,
  name: string,
  first: EvaluatedTool,
): Omit<UnplacedDiagnostic, 'severity'> {
  const { file, line } = positionOf(project, first.nameNode);
  return {
    id: 'tool-duplicate-name',
    path: '/name',
    message: `Two tools are called "${name}"; the other one is at ${file}:${line}.`,
    help: 'Rename one of the exports, or give it a `name` of its own.',
  };
}
