import { resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { ts } from '../source/ts.ts';
import type { SourceProject } from '../source/source-project.ts';
import { bundleSlices, originalPlace, type Bundle, type BundleError } from './bundle-slices.ts';
import type { EvaluatedTool } from './evaluated-tool.ts';
import {
  brokenModule,
  evaluationFailed,
  missingExport,
  statementLeftOut,
  moduleNeverEnded,
  moduleSyntax,
  packageNeverLoaded,
} from './evaluation-diagnostics.ts';
import type { EvaluatedDefinition, EvaluationError, EvaluationEvent } from './evaluation-protocol.ts';
import { withEsbuild } from '../esbuild-service.ts';
import { makeTempFolder } from '../temp-folder.ts';
import { type KnownTools, knowTools } from './known-tools.ts';
import { planSlices, toolExport } from './plan-slices.ts';
import type { SlicePlan } from './slice-plan.ts';
import { runEvaluation, type EvaluationEnd } from './run-evaluation.ts';

/** What evaluation gave: each tool once, as evaluated or in a diagnostic. */
export interface Evaluation {
  readonly tools: readonly EvaluatedTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** How tools are evaluated. */
export interface EvaluationOptions {
  /** Milliseconds that one module may take before it counts as never ending. Default: 10,000. */
  readonly timeout?: number | undefined;
  /** Called with each tool as soon as it is evaluated. */
  readonly onTool?: (tool: EvaluatedTool) => void;
  /** Called when every file has been read and the process that evaluates has started: until it reports, this thread waits. */
  readonly onWaiting?: () => void;
}

/**
 * Reads the values of every tool's definition, handlers left out, in a process of its own. One module that fails
 * takes along only the tools that need it.
 */
export async function evaluateTools(
  project: SourceProject,
  tools: readonly DiscoveredTool[],
  options: EvaluationOptions = {},
): Promise<Evaluation> {
  const run = new EvaluationRun(project, options);
  const pending = tools.filter((tool) => !run.hasSyntaxError(tool.file));
  await run.evaluate(pending);
  const order = new Map(tools.map((tool, index) => [tool.call, index]));
  const evaluated = run.evaluated.sort((a, b) => (order.get(a.call) ?? 0) - (order.get(b.call) ?? 0));
  return { tools: evaluated, diagnostics: [...run.diagnostics, ...run.warnings] };
}

/** Modules from which on esbuild's memory matters more than starting it again. */
const LARGE = 200;

/** A module can change what the process that evaluates it says. */
const SAID_NOTHING = { kind: 'exit', detail: 'it was done, and had not said what this tool is' } as const;

/** Tools still to be evaluated: in one go, and each by itself. */
interface Rest {
  readonly together: readonly DiscoveredTool[];
  readonly alone: readonly DiscoveredTool[];
}

class EvaluationRun {
  readonly evaluated: EvaluatedTool[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #project: SourceProject;
  readonly #timeout: number;
  readonly #onTool: ((tool: EvaluatedTool) => void) | undefined;
  readonly #onWaiting: (() => void) | undefined;
  readonly #parsed = new Map<string, boolean>();
  #known: KnownTools | undefined;
  readonly #leftOut = new Map<ts.Node, Diagnostic>();

  constructor(project: SourceProject, { timeout = 10_000, onTool, onWaiting }: EvaluationOptions) {
    this.#project = project;
    this.#timeout = timeout;
    this.#onTool = onTool;
    this.#onWaiting = onWaiting;
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

  /** Warnings, each once however often its statement was looked at. */
  get warnings(): readonly Diagnostic[] {
    return [...this.#leftOut.values()];
  }

  async evaluate(tools: readonly DiscoveredTool[]): Promise<void> {
    if (tools.length === 0) return;
    const byFile = groupByFile(tools);
    // The first time, these are all.
    const known = (this.#known ??= knowTools(this.#project, tools));
    const plan = planSlices(this.#project, byFile, known);
    const broken = new Set([...plan.slices.keys()].filter((path) => this.hasSyntaxError(path)));
    if (broken.size > 0) return this.evaluate(withoutNeeding(tools, plan, broken));
    if (plan.missingExports.length > 0) return this.evaluate(this.#withoutMissing(tools, plan));
    for (const each of plan.leftOut) this.#leftOut.set(each.node, statementLeftOut(this.#project, each));
    const folder = await makeTempFolder();
    let rest: Rest;
    try {
      const isLarge = plan.slices.size > LARGE;
      const bundle = await withEsbuild(() => bundleSlices(plan, folder.path), isLarge);
      rest = bundle.ok
        ? await this.#run(tools, byFile, plan, bundle, folder.path)
        : { together: this.#withoutBroken(tools, plan, bundle.errors), alone: [] };
    } finally {
      await folder.remove();
    }
    await this.evaluate(rest.together);
    for (const tool of rest.alone) await this.evaluate([tool]);
  }

  #withoutMissing(tools: readonly DiscoveredTool[], plan: SlicePlan): readonly DiscoveredTool[] {
    this.diagnostics.push(...plan.missingExports.map((missing) => missingExport(this.#project, missing)));
    return withoutNeeding(tools, plan, new Set(plan.missingExports.map((missing) => missing.path)));
  }

  #withoutBroken(
    tools: readonly DiscoveredTool[],
    plan: SlicePlan,
    errors: readonly BundleError[],
  ): readonly DiscoveredTool[] {
    this.diagnostics.push(...errors.map((error) => brokenModule(this.#project, error)));
    const rest = withoutNeeding(tools, plan, new Set(errors.map((error) => error.path)));
    if (rest.length === tools.length)
      throw new Error(`esbuild failed outside the tools: ${errors[0]?.message ?? ''}`);
    return rest;
  }

  async #run(
    tools: readonly DiscoveredTool[],
    byFile: ReadonlyMap<string, readonly DiscoveredTool[]>,
    plan: SlicePlan,
    bundle: Extract<Bundle, { ok: true }>,
    folder: string,
  ): Promise<Rest> {
    const settled = new Set<DiscoveredTool>();
    const entered: string[] = [];
    const alone: DiscoveredTool[] = [];
    const onEvent = (event: EvaluationEvent): void => {
      if ('enter' in event) return void entered.push(event.enter);
      if ('leave' in event) return void entered.splice(entered.lastIndexOf(event.leave), 1);
      if ('done' in event) return;
      const ofFile = byFile.get(event.module) ?? [];
      if (!('tool' in event)) {
        entered.length = 0;
        for (const tool of ofFile) settled.add(tool);
        if (ofFile.length === 0) return;
        // In a file of several tools, find out which of them the failing statement belongs to.
        if (ofFile.length > 1) alone.push(...ofFile);
        else this.#fail(plan, ofFile[0] as DiscoveredTool, event.error);
        return;
      }
      const tool = ofFile[event.tool];
      if (!tool) return;
      settled.add(tool);
      if ('error' in event) this.#fail(plan, tool, event.error);
      else this.#succeed(tool, event.definition);
    };
    const { code, externals } = bundle;
    const end = await runEvaluation({
      code,
      job: { externals },
      folder,
      silence: this.#timeout,
      onEvent,
      onStarted: this.#onWaiting,
    });
    const unsettled = tools.filter((tool) => !settled.has(tool));
    const how = end.kind === 'done' ? SAID_NOTHING : end;
    return { together: this.#without(entered.at(-1), unsettled, byFile, plan, how), alone };
  }

  /** Reports what ended the process, and leaves out the tools that need it. */
  #without(
    label: string | undefined,
    tools: readonly DiscoveredTool[],
    byFile: ReadonlyMap<string, readonly DiscoveredTool[]>,
    plan: SlicePlan,
    end: Exclude<EvaluationEnd, { kind: 'done' }>,
  ): readonly DiscoveredTool[] {
    const [first] = tools;
    if (!first) return [];
    const external = plan.externals.find(({ name }) => name === label);
    if (external) {
      this.diagnostics.push(packageNeverLoaded(this.#project, external, end, this.#timeout));
      return withoutNeeding(tools, plan, external.importers);
    }
    const [module, definition] = label?.split('\0') ?? [];
    const path = module === undefined ? undefined : resolve(this.#project.root, module);
    const tool =
      definition === undefined
        ? undefined
        : byFile.get(path ?? '')?.find((_, at) => toolExport(at) === definition);
    const culprit = !tool && path !== undefined && plan.slices.has(path) ? path : undefined;
    this.diagnostics.push(moduleNeverEnded(this.#project, culprit, tool ?? first, end, this.#timeout));
    if (culprit !== undefined) return withoutNeeding(tools, plan, new Set([culprit]));
    return tools.filter((each) => each !== (tool ?? first));
  }

  #succeed(tool: DiscoveredTool, definitionValue: EvaluatedDefinition): void {
    const { name } = definitionValue.fields;
    const evaluated = {
      ...tool,
      name: typeof name === 'string' ? name : tool.defaultName,
      definitionValue,
    };
    this.evaluated.push(evaluated);
    this.#onTool?.(evaluated);
  }

  #fail(plan: SlicePlan, tool: DiscoveredTool, error: EvaluationError): void {
    this.diagnostics.push(
      evaluationFailed(this.#project, tool, error, (path, line, column) =>
        originalPlace(plan, path, line, column),
      ),
    );
  }
}

function groupByFile(tools: readonly DiscoveredTool[]): ReadonlyMap<string, readonly DiscoveredTool[]> {
  const byFile = new Map<string, DiscoveredTool[]>();
  for (const tool of tools) byFile.set(tool.file, [...(byFile.get(tool.file) ?? []), tool]);
  return byFile;
}

function withoutNeeding(
  tools: readonly DiscoveredTool[],
  { slices }: SlicePlan,
  broken: ReadonlySet<string>,
): readonly DiscoveredTool[] {
  const needs = new Map<string, boolean>();
  const needsBroken = (path: string): boolean => {
    let known = needs.get(path);
    if (known === undefined) {
      needs.set(path, broken.has(path));
      known = broken.has(path) || [...(slices.get(path)?.dependencies ?? [])].some(needsBroken);
      needs.set(path, known);
    }
    return known;
  };
  return tools.filter((tool) => !needsBroken(tool.file));
}
