import type { Diagnostic, ManifestTool } from '@btcp/core';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { inferTool, needsInference, type InferredTool } from '../infer/infer-tool.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { checkDefinition } from './check-definition.ts';
import type { PublishedCheck } from './check-published.ts';
import type { CheckedTool } from './checked-tool.ts';
import { publishTool } from './publish-tool.ts';
import type { PublishedChecker } from './published-checker.ts';
import { ToolReport, type Problem } from './tool-report.ts';

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

/** Begins to find everything that would make a tool's published form wrong. */
export function startChecks(
  project: SourceProject,
  tools: readonly EvaluatedTool[],
  checker: PublishedChecker,
): readonly StartedCheck[] {
  const firstOfName = new Map<string, EvaluatedTool>();
  for (const tool of tools) if (!firstOfName.has(tool.name)) firstOfName.set(tool.name, tool);
  const start = (tool: EvaluatedTool): StartedCheck =>
    startCheck(project, inferTool(project, tool), firstOfName.get(tool.name) as EvaluatedTool, checker);
  // Tools with an output schema of their own go first: they are compiled while this thread derives the others'.
  const started = new Map<EvaluatedTool, StartedCheck>();
  for (const tool of tools) if (!needsInference(tool)) started.set(tool, start(tool));
  for (const tool of tools) if (needsInference(tool)) started.set(tool, start(tool));
  checker.flush();
  return tools.map((tool) => started.get(tool) as StartedCheck);
}

function startCheck(
  project: SourceProject,
  tool: InferredTool,
  first: EvaluatedTool,
  checker: PublishedChecker,
): StartedCheck {
  const report = new ToolReport(project, tool);
  const unusable = checkDefinition(tool, report);
  if (first.call !== tool.call)
    report.error('tool-duplicate-name', '/name', duplicate(project, tool.name, first));
  const published = publishTool(tool);
  return { tool, published, report, result: checker.check(published, unusable) };
}

/** Waits for the checks that were begun. */
export async function finishChecks(started: readonly StartedCheck[]): Promise<CheckResult> {
  const tools: CheckedTool[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { tool, published, report, result } of started) {
    const { problems, validators } = await result;
    for (const problem of problems) report.add(problem);
    diagnostics.push(...report.diagnostics, ...tool.outputDiagnostics);
    // The one place that makes a CheckedTool; the brand exists in types alone.
    if (!report.hasErrors) tools.push({ ...tool, published, validators } as unknown as CheckedTool);
  }
  return { tools, diagnostics };
}

function duplicate(project: SourceProject, name: string, first: EvaluatedTool): Problem {
  const { file, line } = positionOf(project, first.nameNode);
  return {
    message: `Two tools are called "${name}"; the other one is at ${file}:${line}.`,
    help: 'Rename one of the exports, or give it a `name` of its own.',
  };
}
