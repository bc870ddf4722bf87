import { resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { SourceProject } from '../source/source-project.ts';
import { bundleSlices, type BundleError } from './bundle-slices.ts';
import type { EvaluatedTool } from './evaluated-tool.ts';
import { brokenModule, evaluationFailed, moduleNeverEnded, moduleSyntax } from './evaluation-diagnostics.ts';
import type { EvaluationError, EvaluationEvent } from './evaluation-protocol.ts';
import { planSlices, type SlicePlan } from './plan-slices.ts';
import { runEvaluation } from './run-evaluation.ts';

/** What evaluation gave: each tool once, as evaluated or in a diagnostic. */
export interface Evaluation {
  readonly tools: readonly EvaluatedTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Milliseconds that one module may take before it counts as never ending. */
export const DEFAULT_EVALUATION_TIMEOUT = 10_000;

/**
 * Reads the values of every tool's definition, handlers left out, in a process of its own. One module that fails
 * takes along only the tools that need it.
 */
export async function evaluateTools(
  project: SourceProject,
  tools: readonly DiscoveredTool[],
  timeout: number = DEFAULT_EVALUATION_TIMEOUT,
): Promise<Evaluation> {
  const run = new EvaluationRun(project, timeout);
  const pending = tools.filter((tool) => !run.hasSyntaxError(tool.file));
  await run.evaluate(pending);
  const order = new Map(tools.map((tool, index) => [tool.call, index]));
  const evaluated = run.evaluated.sort((a, b) => (order.get(a.call) ?? 0) - (order.get(b.call) ?? 0));
  return { tools: evaluated, diagnostics: run.diagnostics };
}

class EvaluationRun {
  readonly evaluated: EvaluatedTool[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #project: SourceProject;
  readonly #timeout: number;
  readonly #parsed = new Map<string, boolean>();

  constructor(project: SourceProject, timeout: number) {
    this.#project = project;
    this.#timeout = timeout;
  }

  /** Reports a file's syntax errors, once. */
  hasSyntaxError(path: string): boolean {
    let broken = this.#parsed.get(path);
    if (broken === undefined) {
      const found = moduleSyntax(this.#project, path);
      this.diagnostics.push(...found);
      this.#parsed.set(path, (broken = found.length > 0));
    }
    return broken;
  }

  async evaluate(tools: readonly DiscoveredTool[]): Promise<void> {
    if (tools.length === 0) return;
    const byFile = groupByFile(tools);
    const plan = planSlices(this.#project, byFile);
    const broken = new Set([...plan.slices.keys()].filter((path) => this.hasSyntaxError(path)));
    if (broken.size > 0) return this.evaluate(withoutNeeding(tools, plan, broken));
    const bundle = await bundleSlices(
      this.#project,
      plan,
      new Map([...byFile].map(([path, list]) => [path, list.length])),
    );
    if (!bundle.ok) return this.evaluate(this.#withoutBroken(tools, plan, bundle.errors));
    await this.#run(tools, byFile, plan, bundle);
  }

  #withoutBroken(
    tools: readonly DiscoveredTool[],
    plan: SlicePlan,
    errors: readonly BundleError[],
  ): readonly DiscoveredTool[] {
    this.diagnostics.push(...errors.map((error) => brokenModule(this.#project, error)));
    const rest = withoutNeeding(tools, plan, new Set(errors.map((error) => error.file)));
    if (rest.length === tools.length)
      throw new Error(`esbuild failed outside the tools: ${errors[0]?.message ?? ''}`);
    return rest;
  }

  async #run(
    tools: readonly DiscoveredTool[],
    byFile: ReadonlyMap<string, readonly DiscoveredTool[]>,
    plan: SlicePlan,
    bundle: { readonly code: string; readonly externals: Parameters<typeof runEvaluation>[1]['externals'] },
  ): Promise<void> {
    const settled = new Set<DiscoveredTool>();
    const entered: string[] = [];
    const retried: (readonly DiscoveredTool[])[] = [];
    const onEvent = (event: EvaluationEvent): void => {
      if ('enter' in event) return void entered.push(event.enter);
      if ('leave' in event) return void entered.splice(entered.lastIndexOf(event.leave), 1);
      if ('done' in event) return;
      const ofFile = byFile.get(event.module) ?? [];
      if (!('tool' in event)) {
        entered.length = 0;
        for (const tool of ofFile) settled.add(tool);
        // In a file of several tools, find out which of them the failing statement belongs to.
        if (ofFile.length > 1) retried.push(...ofFile.map((tool) => [tool]));
        else this.#fail(ofFile[0] as DiscoveredTool, event.error);
        return;
      }
      const tool = ofFile[event.tool] as DiscoveredTool;
      settled.add(tool);
      if ('error' in event) return this.#fail(tool, event.error);
      const { name } = event.definition.fields;
      this.evaluated.push({
        ...tool,
        name: typeof name === 'string' ? name : tool.defaultName,
        definitionValue: event.definition,
      });
    };
    const end = await runEvaluation(bundle.code, { externals: bundle.externals }, this.#timeout, onEvent);
    const rest = tools.filter((tool) => !settled.has(tool));
    if (end.kind !== 'done') await this.#goOnWithout(entered.at(-1), rest, plan, end);
    for (const alone of retried) await this.evaluate(alone);
  }

  async #goOnWithout(
    label: string | undefined,
    rest: readonly DiscoveredTool[],
    plan: SlicePlan,
    end: Parameters<typeof moduleNeverEnded>[3],
  ): Promise<void> {
    const [first] = rest;
    if (!first) return;
    const path = label === undefined ? undefined : resolve(this.#project.root, label);
    const culprit = path !== undefined && plan.slices.has(path) ? path : undefined;
    // Outside any module it is the definition itself, of the first tool that has not been heard of.
    this.diagnostics.push(moduleNeverEnded(this.#project, culprit, first, end, this.#timeout));
    await this.evaluate(
      culprit === undefined ? rest.slice(1) : withoutNeeding(rest, plan, new Set([culprit])),
    );
  }

  #fail(tool: DiscoveredTool, error: EvaluationError): void {
    this.diagnostics.push(evaluationFailed(this.#project, tool, error));
  }
}

function groupByFile(tools: readonly DiscoveredTool[]): ReadonlyMap<string, readonly DiscoveredTool[]> {
  const byFile = new Map<string, DiscoveredTool[]>();
  for (const tool of tools) byFile.set(tool.file, [...(byFile.get(tool.file) ?? []), tool]);
  return byFile;
}

function withoutNeeding(
  tools: readonly DiscoveredTool[],
  { dependencies }: SlicePlan,
  broken: ReadonlySet<string>,
): readonly DiscoveredTool[] {
  const needs = new Map<string, boolean>();
  const needsBroken = (path: string): boolean => {
    let known = needs.get(path);
    if (known === undefined) {
      needs.set(path, broken.has(path));
      known = broken.has(path) || [...(dependencies.get(path) ?? [])].some(needsBroken);
      needs.set(path, known);
    }
    return known;
  };
  return tools.filter((tool) => !needsBroken(tool.file));
}
