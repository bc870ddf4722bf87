import type { Diagnostic, Manifest, UnplacedDiagnostic } from '@btcp/core';
import {
  ManifestFacts,
  MANIFEST_RULES,
  runManifestRules,
  type RuleSettings,
  ToolFacts,
} from '@btcp/schema/check';
import type { Memo } from '../cache/memo.ts';
import { assembleManifest } from '../emit/manifest.ts';
import type { CodeDiagnostic } from '../infer/handler/code-diagnostic.ts';
import type { InferredTool } from '../infer/infer-tool.ts';
import type { Session } from '../session.ts';
import { compareText } from '../source/match-files.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { wordCodeDiagnostics } from './check-code.ts';
import type { CheckedTool } from './checked-tool.ts';
import type { PublishedCheck } from './published/check-published.ts';
import { atConfig } from './report/at-config.ts';
import { ToolReport } from './report/tool-report.ts';
import type { StartedCheck } from './start-checks.ts';
import { canBeIgnored } from './suppressions/can-be-ignored.ts';

/** What the code of a tool says about it. */
export interface CodeFindings {
  /** Whether it was analysed completely and agrees with the declared capabilities. */
  readonly isVerified: boolean;
  readonly diagnostics: readonly CodeDiagnostic[];
}

/** The manifest, the tools that may be emitted, in its order, and the diagnostics of all. */
export interface CheckResult {
  readonly manifest: Manifest;
  readonly tools: readonly CheckedTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Awaits the checks that were started, and compares the tools with each other. */
export async function finishChecks(
  { project, config, memo }: Session,
  started: readonly StartedCheck[],
  settings: RuleSettings,
  codeOf: (tool: InferredTool) => CodeFindings,
): Promise<CheckResult> {
  const duplicates = findDuplicates(project, started);
  const ordered = started
    .map((check) => verified(check, codeOf(check.tool), memo))
    .sort((a, b) => compareText(a.tool.name, b.tool.name));
  const manifest = assembleManifest(
    config,
    ordered.map(({ published }) => published),
  );
  const { ofManifest, ofTools } = checkTogether(manifest, settings, memo);
  const finished = await Promise.all(
    ordered.map(async (check, index) => {
      const result = await check.result;
      const code = codeOf(check.tool);
      const together = [...(duplicates.get(check.tool) ?? []), ...(ofTools.get(index) ?? [])];
      const finish = (): FinishedCheck => finishCheck(project, { check, result, code, together, settings });
      return together.length === 0
        ? memo.get(check.published, 'finished', [check.tool, result, code.diagnostics, settings], finish)
        : finish();
    }),
  );
  const diagnostics = [
    ...atConfig(config.file, manifest, ofManifest),
    ...finished.flatMap(({ diagnostics: ofTool }) => ofTool),
  ];
  const tools = finished.flatMap(({ tool }) => tool ?? []);
  return { manifest, tools, diagnostics: withoutAlikeErrors(diagnostics) };
}

/** Marks the published tool as verified where its code agrees with its declared capabilities. */
function verified(check: StartedCheck, { isVerified }: CodeFindings, memo: Memo): StartedCheck {
  if (!isVerified) return check;
  const published = memo.get(check, 'verified', [], () => ({
    ...check.published,
    capabilitiesVerified: true,
  }));
  return { ...check, published };
}

/** Runs the rules about all tools together. */
function checkTogether(
  manifest: Manifest,
  settings: RuleSettings,
  memo: Memo,
): {
  readonly ofManifest: readonly UnplacedDiagnostic[];
  /** By the tool's index. */
  readonly ofTools: ReadonlyMap<number, readonly UnplacedDiagnostic[]>;
} {
  const facts = manifest.tools.map((tool) => memo.get(tool, 'facts', [], () => new ToolFacts(tool)));
  const ofTools = new Map<number, UnplacedDiagnostic[]>();
  const ofManifest: UnplacedDiagnostic[] = [];
  for (const diagnostic of runManifestRules(new ManifestFacts(manifest, facts), settings, RULES_TOGETHER)) {
    const [, index, path = ''] = /^\/tools\/(\d+)(.*)$/s.exec(diagnostic.path) ?? [];
    if (index === undefined) ofManifest.push(diagnostic);
    else ofTools.set(Number(index), [...(ofTools.get(Number(index)) ?? []), { ...diagnostic, path }]);
  }
  return { ofManifest, ofTools };
}

// Duplicate names are reported at the tools, where the message can show the other one's position.
const RULES_TOGETHER = MANIFEST_RULES.filter(({ id }) => id !== 'tool-duplicate-name');

interface FinishedCheck {
  /** Absent after an error. */
  readonly tool?: CheckedTool;
  readonly diagnostics: readonly Diagnostic[];
}

interface CheckToFinish {
  readonly check: StartedCheck;
  readonly result: PublishedCheck;
  readonly code: CodeFindings;
  /** Found by comparing the tools. */
  readonly together: readonly UnplacedDiagnostic[];
  readonly settings: RuleSettings;
}

function finishCheck(
  project: SourceProject,
  { check, result, code, together, settings }: CheckToFinish,
): FinishedCheck {
  const { tool, published, diagnostics } = check;
  const { validators } = result;
  const report = new ToolReport(project, tool);
  const ofPublished = [...result.diagnostics, ...together].filter((diagnostic) => isOwn(tool, diagnostic));
  for (const diagnostic of ofPublished) report.add(diagnostic);
  const ofCode = tool.alias ? [] : code.diagnostics;
  for (const { at, ...diagnostic } of wordCodeDiagnostics(ofCode, tool.name, ofPublished, settings))
    report.addAt(at, diagnostic);
  const own = [...diagnostics, ...report.diagnostics];
  // The only place that makes a CheckedTool, whose brand exists only in its type.
  const checked =
    validators && own.every(canBeIgnored)
      ? ({ ...tool, published, validators } as unknown as CheckedTool)
      : undefined;
  return { diagnostics: [...own, ...tool.outputDiagnostics], ...(checked && { tool: checked }) };
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

/** Diagnostics of duplicate names, of the later tools. */
function findDuplicates(
  project: SourceProject,
  started: readonly StartedCheck[],
): ReadonlyMap<InferredTool, readonly UnplacedDiagnostic[]> {
  const firstOfName = new Map<string, InferredTool>();
  const found = new Map<InferredTool, readonly UnplacedDiagnostic[]>();
  for (const { tool } of started) {
    const first = firstOfName.get(tool.name);
    if (first) found.set(tool, [duplicate(project, tool, first)]);
    else firstOfName.set(tool.name, tool);
  }
  return found;
}

function duplicate(project: SourceProject, tool: InferredTool, first: InferredTool): UnplacedDiagnostic {
  const { file, line } = positionOf(project, first.nameNode);
  const { name, alias } = tool;
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
