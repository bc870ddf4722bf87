import type { Diagnostic, Example, Manifest } from '@btcp/core';
import { findDifference } from '@btcp/schema/internal';
import { diagnose, type RuleData, type RuleSettings } from '@btcp/schema/check';
import type { CheckContext, PublishableTool } from './checked-tool.ts';
import { reportOn } from './report/tool-report.ts';

/** One example to run. */
export interface ExampleRun {
  readonly tool: string;
  readonly input: unknown;
  /** Absolute path of the fixture: HTML, or a module. Default: an empty page. */
  readonly fixture?: string;
}

/** The examples of a project, and what running them needs. */
export interface ExampleJob {
  /** Restricted to the tools that run. */
  readonly manifest: Manifest;
  /** Where the implementations are. */
  readonly tools: readonly Pick<PublishableTool, 'name' | 'file' | 'exportName'>[];
  readonly runs: readonly ExampleRun[];
  /** Absolute path of the file whose `paths` count. */
  readonly tsconfig?: string | undefined;
}

/** The result of running an example. */
export type ExampleOutcome =
  { readonly output: unknown } | { readonly error: { readonly code: string; readonly message: string } };

/** Runs each example in isolation; resolves to their outcomes in the same order. */
export type ExampleRunner = (job: ExampleJob) => Promise<readonly ExampleOutcome[]>;

/** Runs the examples of tools without errors, and reports those that fail or return another output. */
export async function checkExamples(
  context: CheckContext,
  manifest: Manifest,
  tools: readonly PublishableTool[],
  settings: RuleSettings,
  run: ExampleRunner,
): Promise<readonly Diagnostic[]> {
  const planned = tools.flatMap((tool) => runsOf(tool).map((each) => ({ ...each, tool })));
  if (planned.length === 0) return [];
  const names = new Set(tools.map(({ name }) => name));
  const outcomes = await run({
    manifest: { ...manifest, tools: manifest.tools.filter(({ name }) => names.has(name)) },
    tools: tools.map(({ name, file, exportName }) => ({ name, file, exportName })),
    runs: planned.map(({ run: each }) => each),
    tsconfig: context.config.tsconfig,
  });
  return planned.flatMap(({ tool, index, example }, position) => {
    const failure = compareOutcome(example, outcomes[position]);
    const diagnostic = failure && diagnose(failure.id, tool.name, failure.data, settings);
    if (!failure || !diagnostic) return [];
    return [reportOn(context, tool, { ...diagnostic, path: `/examples/${index}${failure.at}` })];
  });
}

interface PlannedRun {
  readonly index: number;
  readonly example: Example;
  readonly run: ExampleRun;
}

function runsOf({ name, published, fixtures }: PublishableTool): readonly PlannedRun[] {
  return (published.examples ?? []).map((example, index) => {
    const fixture = fixtures[index];
    const run = { tool: name, input: example.input, ...(fixture !== undefined && { fixture }) };
    return { index, example, run };
  });
}

function compareOutcome(
  { output }: Example,
  outcome: ExampleOutcome | undefined,
): { readonly id: string; readonly at: string; readonly data: RuleData } | undefined {
  if (outcome === undefined) return undefined;
  if ('error' in outcome) return { id: 'example-fails', at: '', data: outcome.error };
  const difference = output === undefined ? undefined : findDifference(output, outcome.output);
  return difference && { id: 'example-output-differs', at: '/output', data: { ...difference } };
}
