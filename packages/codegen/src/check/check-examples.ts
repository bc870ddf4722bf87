import { dirname, resolve } from 'node:path';
import type { Diagnostic, Example, Manifest } from '@btcp/core';
import { diagnose, type Rule, type RuleData, type RuleSettings } from '@btcp/schema/check';
import type { SourceProject } from '../source/source-project.ts';
import { ruleOf } from './suppressions/can-be-ignored.ts';
import type { CheckedTool } from './checked-tool.ts';
import { findDifference } from './find-difference.ts';
import { ToolReport } from './report/tool-report.ts';

/** One example to be run. */
export interface ExampleRun {
  readonly tool: string;
  readonly input: unknown;
  /** Absolute path of what to run it with: HTML, or a module. Default: an empty page. */
  readonly fixture?: string;
}

/** The examples of a project, and what it takes to run them. */
export interface ExampleJob {
  /** With the tools to be run alone. */
  readonly manifest: Manifest;
  /** Where the implementations are. */
  readonly tools: readonly Pick<CheckedTool, 'name' | 'file' | 'exportName'>[];
  readonly runs: readonly ExampleRun[];
  /** Absolute path of the file whose `paths` count. */
  readonly tsconfig?: string | undefined;
}

/** What came of an example. */
export type ExampleOutcome =
  { readonly output: unknown } | { readonly error: { readonly code: string; readonly message: string } };

/** Runs examples, each by itself; gives their outcomes in the same order. */
export type ExampleRunner = (job: ExampleJob) => Promise<readonly ExampleOutcome[]>;

/** What is checked. */
export interface ExampleCheck {
  readonly project: SourceProject;
  readonly manifest: Manifest;
  readonly tools: readonly CheckedTool[];
  readonly settings: RuleSettings;
  readonly run: ExampleRunner;
  readonly tsconfig: string | undefined;
}

/** Runs the examples of tools that nothing is wrong with, and reports what fails or gives something else. */
export async function checkExamples(check: ExampleCheck): Promise<readonly Diagnostic[]> {
  const { project, manifest, tools, settings, run, tsconfig } = check;
  const planned = tools.flatMap((tool) => runsOf(tool).map((each) => ({ ...each, tool })));
  if (planned.length === 0) return [];
  const names = new Set(tools.map(({ name }) => name));
  const outcomes = await run({
    manifest: { ...manifest, tools: manifest.tools.filter(({ name }) => names.has(name)) },
    tools: tools.map(({ name, file, exportName }) => ({ name, file, exportName })),
    runs: planned.map(({ run: each }) => each),
    tsconfig,
  });
  return planned.flatMap(({ tool, index, example }, position) => {
    const found = judge(example, outcomes[position]);
    const diagnostic = found && diagnose(found.rule, tool.name, found.data, settings);
    if (!found || !diagnostic) return [];
    const report = new ToolReport(project, tool);
    report.add({ ...diagnostic, path: `/examples/${index}${found.at}` });
    return report.diagnostics;
  });
}

interface PlannedRun {
  readonly index: number;
  readonly example: Example;
  readonly run: ExampleRun;
}

function runsOf({ name, file, published, definitionValue }: CheckedTool): readonly PlannedRun[] {
  const authored = definitionValue.fields['examples'] as
    readonly { readonly fixture?: unknown }[] | undefined;
  return (published.examples ?? []).map((example, index) => {
    const fixture = authored?.[index]?.fixture;
    return {
      index,
      example,
      run: {
        tool: name,
        input: example.input,
        ...(typeof fixture === 'string' && { fixture: resolve(dirname(file), fixture) }),
      },
    };
  });
}

function judge(
  { output }: Example,
  outcome: ExampleOutcome | undefined,
): { readonly rule: Rule; readonly at: string; readonly data: RuleData } | undefined {
  if (outcome === undefined) return undefined;
  if ('error' in outcome) return { rule: knownRule('example-fails'), at: '', data: outcome.error };
  const difference = output === undefined ? undefined : findDifference(output, outcome.output);
  return difference && { rule: knownRule('example-output-differs'), at: '/output', data: { ...difference } };
}

function knownRule(id: string): Rule {
  const rule = ruleOf(id);
  if (!rule) throw new Error(`There is no rule "${id}".`);
  return rule;
}
