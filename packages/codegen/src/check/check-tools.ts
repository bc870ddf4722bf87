import type { Diagnostic, Manifest, ManifestTool, UnplacedDiagnostic } from '@btcp/core';
import { ManifestFacts, MANIFEST_RULES, runManifestRules, type RuleSettings } from '@btcp/schema/check';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import type { InferredTool } from '../infer/infer-tool.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { atConfig } from './report/at-config.ts';
import { canBeIgnored } from './suppressions/can-be-ignored.ts';
import { type CodeDiagnostics, wordCodeDiagnostics } from './check-code.ts';
import { checkDefinition } from './check-definition.ts';
import type { PublishedCheck } from './published/check-published.ts';
import type { CheckedTool } from './checked-tool.ts';
import { publishTool } from './published/publish-tool.ts';
import type { PublishedChecker } from './published-checker.ts';
import { ToolReport } from './report/tool-report.ts';

/** A tool on its way through the checks. */
export interface StartedCheck {
  readonly tool: InferredTool;
  readonly published: ManifestTool;
  readonly report: ToolReport;
  readonly result: Promise<PublishedCheck>;
}

/** What checking gave: the tools that may be emitted, and the author's mistakes in the others. */
export interface CheckResult {
  readonly tools: readonly CheckedTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reports names that occur twice, where the second tool begins. */
export function reportDuplicates(project: SourceProject, started: readonly StartedCheck[]): void {
  const firstOfName = new Map<string, InferredTool>();
  for (const { tool, report } of started) {
    const first = firstOfName.get(tool.name);
    if (first) report.error(duplicate(project, tool.name, first));
    else firstOfName.set(tool.name, tool);
  }
}

/** Begins to find everything that would make the published form of a tool wrong. */
export function startCheck(
  project: SourceProject,
  checker: PublishedChecker,
  inferred: InferredTool,
  formats: LoadedConfig['formats'],
): StartedCheck {
  const report = new ToolReport(project, inferred);
  const unusable = checkDefinition(project, inferred, report);
  const isRead = !unusable.has('execute') && !hasNoInput(inferred);
  const tool = isRead ? inferred : { ...inferred, outputDiagnostics: [] };
  const published = publishTool(tool, formats);
  const result = checker.check(published, unusable);
  // Whoever waits for it hears of a failure; until then it must not end the process.
  result.catch(() => undefined);
  return { tool, published, report, result };
}

/** Marks what is published of a tool whose code agrees with the capabilities that it declares. */
export function markVerified(check: StartedCheck, isVerified: boolean): StartedCheck {
  return isVerified ? { ...check, published: { ...check.published, capabilitiesVerified: true } } : check;
}

/**
 * Waits for the checks that were begun.
 *
 * @param codeDiagnostics - What is wrong with the code behind the tools.
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
    const told = [...ofPublished, ...(ofTools.get(index) ?? [])].filter(
      ({ id }) => id !== 'name-not-camel-case' || tool.definitionValue.fields['name'] === undefined,
    );
    for (const diagnostic of told) report.add(diagnostic);
    for (const { at, ...diagnostic } of wordCodeDiagnostics(
      codeDiagnostics.get(tool.call) ?? [],
      tool.name,
      told,
      settings,
    ))
      report.addAt(at, diagnostic);
    diagnostics.push(...report.diagnostics, ...tool.outputDiagnostics);
    // The one place that makes a CheckedTool; the brand exists in types alone.
    if (validators && report.diagnostics.every(canBeIgnored))
      tools.push({ ...tool, published, validators } as unknown as CheckedTool);
  }
  return { tools, diagnostics: withoutAlikeErrors(diagnostics) };
}

// Tools that have to be written anew anyway may become easy to tell apart.
function withoutAlikeErrors(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const broken = new Set<unknown>(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ tool }) => tool),
  );
  return diagnostics.filter(
    ({ id, tool, data }) => id !== 'descriptions-alike' || !(broken.has(tool) || broken.has(data?.['other'])),
  );
}

// Of a schema that is none, `execute` gets no types, so what it returns is not known either.
function hasNoInput({ definitionValue }: EvaluatedTool): boolean {
  return definitionValue.problems.some(({ path }) => path === '/inputSchema');
}

// Two tools of one name are found where they begin, with the place of the other one.
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
