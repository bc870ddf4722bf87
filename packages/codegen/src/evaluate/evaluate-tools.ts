import { resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { SourceProject } from '../source/source-project.ts';
import { withEsbuild } from '../system/esbuild-service.ts';
import { type CompiledPlan, compileModules, originalPlace } from './compile-modules.ts';
import type { EvaluatedTool } from './evaluated-tool.ts';
import {
  brokenModule,
  evaluationFailed,
  missingExport,
  moduleNeverEnded,
  moduleSyntax,
  packageNeverLoaded,
  schemaVaries,
  statementLeftOut,
  type ToSource,
} from './evaluation-diagnostics.ts';
import type { EvaluationPlan, ExternalImport } from './plan/evaluation-plan.ts';
import type { WhyMissing } from './explain-failure.ts';
import type {
  EvaluatedDefinition,
  EvaluationError,
  EvaluationEvent,
  EvaluationJob,
} from './evaluation-protocol.ts';
import type { EvaluationEnd } from './evaluation-process.ts';
import { EvaluationProcesses } from './evaluation-processes.ts';
import { type KnownTools, knowTools } from './plan/known-tools.ts';
import { planModules } from './plan/plan-modules.ts';

/** What evaluation gave: each tool once, as evaluated or in a diagnostic. */
export interface Evaluation {
  readonly tools: readonly EvaluatedTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** How tools are evaluated. */
export interface EvaluationOptions {
  /** Milliseconds that one module may take before it counts as never ending. Default: 10,000. */
  readonly timeout?: number | undefined;
  /** Definitions of earlier builds. */
  readonly cache?: DefinitionCache | undefined;
  /** Where to evaluate. */
  readonly processes?: EvaluationProcesses;
}

/** What modules gave in earlier builds. */
export interface DefinitionCache {
  find: (tool: DiscoveredTool) => Promise<EvaluatedDefinition | undefined>;
  put: (tool: DiscoveredTool, definition: EvaluatedDefinition) => Promise<void>;
  /** Absolute paths of the author's files that a file leads to. */
  closureOf: (file: string) => ReadonlySet<string>;
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
  const known = new Map<DiscoveredTool, EvaluatedDefinition>();
  for (const tool of tools) {
    const definition = await options.cache?.find(tool);
    if (definition) known.set(tool, definition);
  }
  const readable = tools.filter((tool) => known.has(tool) || !run.hasSyntaxError(tool.file));
  const pending = readable.filter((tool) => !known.has(tool));
  await run.evaluate(pending, readable);
  await run.keep();
  const evaluated = new Map(
    [...run.evaluated, ...known].map(([tool, definition]) => [tool.call, definition]),
  );
  return {
    tools: tools.flatMap((tool) => {
      const definition = evaluated.get(tool.call);
      return definition ? [evaluatedTool(tool, definition)] : [];
    }),
    diagnostics: [...run.diagnostics, ...run.warnings],
  };
}

function evaluatedTool(tool: DiscoveredTool, definitionValue: EvaluatedDefinition): EvaluatedTool {
  const { name } = definitionValue.fields;
  return { ...tool, name: typeof name === 'string' ? name : tool.defaultName, definitionValue };
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
  readonly evaluated = new Map<DiscoveredTool, EvaluatedDefinition>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #project: SourceProject;
  readonly #timeout: number;
  readonly #cache: DefinitionCache | undefined;
  readonly #processes: EvaluationProcesses;
  readonly #parsed = new Map<string, boolean>();
  #known: KnownTools | undefined;
  /** By rule and place: a statement may be looked at more than once. */
  readonly #warnings = new Map<string, Diagnostic>();

  constructor(project: SourceProject, options: EvaluationOptions) {
    const { timeout = 10_000, cache, processes = new EvaluationProcesses() } = options;
    this.#project = project;
    this.#timeout = timeout;
    this.#cache = cache;
    this.#processes = processes;
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

  get warnings(): readonly Diagnostic[] {
    return [...this.#warnings.values()];
  }

  /** Keeps what the next build would be told again; warnings are told by evaluating. */
  async keep(): Promise<void> {
    const cache = this.#cache;
    if (!cache) return;
    const warned = this.warnings.map(({ file }) => resolve(this.#project.root, file));
    for (const [tool, definition] of this.evaluated) {
      const closure = cache.closureOf(tool.file);
      if (!warned.some((file) => closure.has(file))) await cache.put(tool, definition);
    }
  }

  /** @param all - Also those that need not be evaluated, which others may mention. */
  async evaluate(tools: readonly DiscoveredTool[], all: readonly DiscoveredTool[]): Promise<void> {
    if (tools.length === 0) return;
    const known = (this.#known ??= knowTools(this.#project, this.#mentionedBy(tools, all)));
    const plan = planModules(this.#project, known, new Set(tools));
    const invalid = new Set([...plan.modules.keys()].filter((path) => this.hasSyntaxError(path)));
    for (const missing of plan.missingExports) {
      if (invalid.size > 0) break;
      this.diagnostics.push(missingExport(this.#project, missing));
    }
    const broken = invalid.size > 0 ? invalid : new Set(plan.missingExports.map(({ path }) => path));
    if (broken.size > 0) return this.evaluate(withoutNeeding(tools, plan, broken), all);
    for (const each of plan.leftOut)
      if (!('tool' in each.foreign)) this.#warn(statementLeftOut(this.#project, each));
    const compiled = await withEsbuild(() => compileModules(plan), plan.modules.size > LARGE);
    if (compiled.errors.length > 0) {
      this.diagnostics.push(...compiled.errors.map((error) => brokenModule(this.#project, error)));
      return this.evaluate(
        withoutNeeding(tools, plan, new Set(compiled.errors.map(({ path }) => path))),
        all,
      );
    }
    const rest = await this.#run(tools, known, plan, compiled);
    await this.evaluate(rest.together, all);
    for (const tool of rest.alone) await this.evaluate([tool], all);
  }

  #warn(warning: Diagnostic | undefined): void {
    if (warning)
      this.#warnings.set(`${warning.id} ${warning.file}:${warning.line}:${warning.column}`, warning);
  }

  // Where nothing is cached, these are all.
  #mentionedBy(tools: readonly DiscoveredTool[], all: readonly DiscoveredTool[]): readonly DiscoveredTool[] {
    const cache = this.#cache;
    if (!cache) return all;
    const reached = new Set(tools.flatMap(({ file }) => [...cache.closureOf(file)]));
    return all.filter(({ file }) => reached.has(file));
  }

  async #run(
    tools: readonly DiscoveredTool[],
    known: KnownTools,
    plan: EvaluationPlan,
    compiled: CompiledPlan,
  ): Promise<Rest> {
    const byFile = groupByFile(tools);
    const settled = new Set<DiscoveredTool>();
    const entered: string[] = [];
    const alone: DiscoveredTool[] = [];
    const unavailable = new Map<string, string>();
    const toSource: ToSource = (path, line, column) => {
      const [module, code] = [plan.modules.get(path), compiled.modules.get(path)];
      return module && code && originalPlace(module, code, line, column);
    };
    const whyMissing: WhyMissing = (specifier, path) => {
      const isIt = (each: ExternalImport): boolean =>
        each.specifier === specifier && each.importers.has(path);
      return unavailable.get(plan.externals.find(isIt)?.name ?? '');
    };
    const fail = (tool: DiscoveredTool, error: EvaluationError): void =>
      void this.diagnostics.push(evaluationFailed(this.#project, tool, error, toSource, whyMissing));
    const onEvent = (event: EvaluationEvent): void => {
      if ('enter' in event) return void entered.push(event.enter);
      if ('leave' in event) return void entered.splice(entered.lastIndexOf(event.leave), 1);
      if ('unavailable' in event) return void unavailable.set(event.unavailable, event.reason);
      if ('done' in event) return;
      if ('varies' in event) return this.#warn(schemaVaries(this.#project, event, toSource));
      if ('tool' in event) {
        const tool = known.tools[event.tool];
        if (!tool) return;
        settled.add(tool);
        if ('error' in event) fail(tool, event.error);
        else this.evaluated.set(tool, event.definition);
        return;
      }
      entered.length = 0;
      const ofFile = byFile.get(event.module) ?? [];
      for (const tool of ofFile) settled.add(tool);
      // In a file of several tools, find out which of them the failing statement belongs to.
      if (ofFile.length > 1) alone.push(...ofFile);
      else for (const tool of ofFile) fail(tool, event.error);
    };
    const job = jobOf(known, byFile, plan, compiled);
    const child = await this.#processes.take(job);
    const end = await child.run({ job, silence: this.#timeout, onEvent });
    const unsettled = tools.filter((tool) => !settled.has(tool));
    const how = end.kind === 'done' ? SAID_NOTHING : end;
    return { together: this.#without(entered.at(-1), unsettled, known, plan, how), alone };
  }

  /** Reports what ended the process, and leaves out the tools that need it. */
  #without(
    label: string | undefined,
    tools: readonly DiscoveredTool[],
    known: KnownTools,
    plan: EvaluationPlan,
    end: Exclude<EvaluationEnd, { kind: 'done' }>,
  ): readonly DiscoveredTool[] {
    const [first] = tools;
    if (!first) return [];
    const external = plan.externals.find(({ name }) => name === label);
    if (external) {
      this.diagnostics.push(packageNeverLoaded(this.#project, external, end, this.#timeout));
      return withoutNeeding(tools, plan, external.importers);
    }
    const culprit = label !== undefined && plan.modules.has(label) ? label : undefined;
    const tool = culprit === undefined ? known.tools[Number(label ?? -1)] : undefined;
    this.diagnostics.push(moduleNeverEnded(this.#project, culprit, tool ?? first, end, this.#timeout));
    if (culprit !== undefined) return withoutNeeding(tools, plan, new Set([culprit]));
    return tools.filter((each) => each !== (tool ?? first));
  }
}

function jobOf(
  { tools }: KnownTools,
  byFile: ReadonlyMap<string, readonly DiscoveredTool[]>,
  plan: EvaluationPlan,
  { modules, externals }: CompiledPlan,
): EvaluationJob {
  const numbers = new Map(tools.map((tool, number) => [tool, number]));
  return {
    externals,
    modules: [...plan.modules.values()].map(({ path, externals: lines, imports }) => ({
      path,
      code: modules.get(path)?.code ?? '',
      externals: lines,
      imports: Object.fromEntries(imports),
      tools: (byFile.get(path) ?? []).flatMap((tool) => numbers.get(tool) ?? []),
    })),
  };
}

function groupByFile(tools: readonly DiscoveredTool[]): ReadonlyMap<string, readonly DiscoveredTool[]> {
  const byFile = new Map<string, DiscoveredTool[]>();
  for (const tool of tools) byFile.set(tool.file, [...(byFile.get(tool.file) ?? []), tool]);
  return byFile;
}

function withoutNeeding(
  tools: readonly DiscoveredTool[],
  { modules }: EvaluationPlan,
  broken: ReadonlySet<string>,
): readonly DiscoveredTool[] {
  const found = new Set(broken);
  // Iterating over a set goes on to what is added meanwhile.
  for (const path of found)
    for (const module of modules.values())
      if ([...module.imports.values()].includes(path)) found.add(module.path);
  return tools.filter(({ file }) => !found.has(file));
}
