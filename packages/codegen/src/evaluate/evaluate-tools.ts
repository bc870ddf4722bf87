import { resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { isOwn } from '../source/match-files.ts';
import { type Position, positionOf } from '../source/position.ts';
import { isOurs } from '../source/schema-libraries.ts';
import type { SourceProject } from '../source/source-project.ts';
import { withEsbuild } from '../system/esbuild-service.ts';
import { type CompiledPlan, compileModules } from './compile-modules.ts';
import {
  brokenModule,
  evaluationFailed,
  missingExport,
  moduleSyntax,
  neverEnded,
  positionOfExternal,
  schemaVaries,
  statementLeftOut,
} from './evaluation-diagnostics.ts';
import type {
  EvaluatedDefinition,
  EvaluationEvent,
  EvaluationJob,
  EvaluatedTool,
} from './evaluation-protocol.ts';
import type { EvaluationEnd } from './evaluation-process.ts';
import type { EvaluationProcesses } from './evaluation-processes.ts';
import { push } from '../source/group-by.ts';
import { readModules } from './plan/read-modules.ts';
import type { ModuleGraph } from './plan/module-graph.ts';
import { type EvaluationPlan, type ExternalImport, planModules } from './plan/plan-modules.ts';

/** The result of evaluation: each tool is either evaluated or has a diagnostic. */
export interface Evaluation {
  readonly tools: readonly EvaluatedTool[];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the same sources will give the same tools: none reads its surroundings or the code of a package. */
  readonly isRepeatable: boolean;
}

/** Options of evaluation. */
export interface EvaluationOptions {
  /** Timeout of one module in milliseconds. Default: 10,000. */
  readonly timeout?: number | undefined;
  /** Definitions of earlier builds. */
  readonly cache: DefinitionCache;
  /** Specifiers that lead to no file, which the build reports itself. */
  readonly missing?: ReadonlySet<string>;
  /** The processes to evaluate in. */
  readonly processes: EvaluationProcesses;
}

/** Cached definitions. */
export interface DefinitionCache {
  find: (tool: DiscoveredTool) => EvaluatedDefinition | undefined;
  put: (tool: DiscoveredTool, definition: EvaluatedDefinition) => void;
  /** Absolute paths of a file and of the author's files that it imports transitively. */
  closureOf: (file: string) => ReadonlySet<string>;
}

/**
 * Evaluates every tool's definition, without handlers, in a child process. A module that fails affects only the tools
 * that need it.
 */
export async function evaluateTools(
  project: SourceProject,
  tools: readonly DiscoveredTool[],
  options: EvaluationOptions,
): Promise<Evaluation> {
  const known = new Map(
    tools.flatMap((tool) => {
      const definition = options.cache.find(tool);
      return definition ? [[tool, definition] as const] : [];
    }),
  );
  const run = new EvaluationRun(project, tools, options);
  await run.evaluate(tools.filter((tool) => !known.has(tool)));
  run.keep();
  return {
    tools: tools.flatMap((tool) => {
      const definition = known.get(tool) ?? run.evaluated.get(tool);
      return definition ? [evaluatedTool(tool, definition)] : [];
    }),
    diagnostics: [...run.diagnostics, ...run.warnings],
    isRepeatable: run.isRepeatable,
  };
}

function evaluatedTool(tool: DiscoveredTool, definitionValue: EvaluatedDefinition): EvaluatedTool {
  const { name } = definitionValue.fields;
  return { ...tool, name: typeof name === 'string' ? name : tool.defaultName, definitionValue };
}

/** Number of modules above which esbuild's memory costs more than a restart. */
const LARGE = 200;

/** A process that exits without an error may still have lost reports, because a module can change its output. */
const REPORTED_NOTHING = { kind: 'exit', detail: 'it finished without reporting this tool' } as const;

/** The tools that are evaluated in one process. */
interface Batch {
  readonly tools: readonly DiscoveredTool[];
  readonly graph: ModuleGraph;
  readonly plan: EvaluationPlan;
  readonly compiled: CompiledPlan;
}

class EvaluationRun {
  readonly evaluated = new Map<DiscoveredTool, EvaluatedDefinition>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #project: SourceProject;
  readonly #tools: readonly DiscoveredTool[];
  readonly #options: EvaluationOptions;
  readonly #timeout: number;
  #graph: ModuleGraph | undefined;
  /** By rule and position, because a statement may be visited more than once. */
  readonly #warnings = new Map<string, Diagnostic>();
  /** Absolute paths of modules whose values may change while the sources do not. */
  readonly #varying = new Set<string>();

  /** @param tools - Includes cached tools, which others may mention. */
  constructor(project: SourceProject, tools: readonly DiscoveredTool[], options: EvaluationOptions) {
    this.#project = project;
    this.#tools = tools;
    this.#options = options;
    this.#timeout = options.timeout ?? 10_000;
  }

  get warnings(): readonly Diagnostic[] {
    return [...this.#warnings.values()];
  }

  get isRepeatable(): boolean {
    return this.#varying.size === 0;
  }

  /** Caches definitions that cannot vary, and have no warnings, which only evaluation reports. */
  keep(): void {
    const { cache } = this.#options;
    const warned = this.warnings.map(({ file }) => resolve(this.#project.root, file));
    const excluded = [...warned, ...this.#varying];
    for (const [tool, definition] of this.evaluated) {
      const closure = cache.closureOf(tool.file);
      if (!excluded.some((file) => closure.has(file))) cache.put(tool, definition);
    }
  }

  async evaluate(tools: readonly DiscoveredTool[]): Promise<void> {
    if (tools.length === 0) return;
    const graph = (this.#graph ??= readModules(this.#project, this.#mentionedBy(tools)));
    const plan = planModules(graph, new Set(tools));
    const broken = this.#findBroken(plan);
    if (broken.size > 0) return this.evaluate(withoutNeeding(tools, plan, broken));
    for (const each of plan.leftOut) this.#warn(statementLeftOut(this.#project, each));
    const compiled = await withEsbuild(() => compileModules(plan), plan.modules.size > LARGE);
    this.diagnostics.push(...compiled.errors.map((error) => brokenModule(this.#project, error)));
    const refused = new Set(compiled.errors.map(({ path }) => path));
    if (refused.size > 0) return this.evaluate(withoutNeeding(tools, plan, refused));
    for (const external of plan.externals.values()) this.#noteVarying(external);
    const alone: DiscoveredTool[] = [];
    await this.evaluate(await this.#run({ tools, graph, plan, compiled }, alone));
    for (const tool of alone) await this.evaluate([tool]);
  }

  /** Reports modules with syntax errors, or else those with unresolved imports. */
  #findBroken({ modules, missingExports }: EvaluationPlan): ReadonlySet<string> {
    const invalid = [...modules.keys()].filter((path) => {
      const errors = moduleSyntax(this.#project, path);
      this.diagnostics.push(...errors);
      return errors.length > 0;
    });
    if (invalid.length > 0) return new Set(invalid);
    this.diagnostics.push(...missingExports.map((missing) => missingExport(this.#project, missing)));
    return new Set(missingExports.map(({ path }) => path));
  }

  // The checker reads the types of packages, so that nothing else notices a change of their code.
  #noteVarying({ specifier, json, importers }: ExternalImport): void {
    if (isOurs(specifier) || (json !== undefined && isOwn(this.#project.root, json))) return;
    for (const path of importers) this.#varying.add(path);
  }

  #warnOfVariation(warning: Diagnostic | undefined): void {
    this.#warn(warning);
    if (warning) this.#varying.add(resolve(this.#project.root, warning.file));
  }

  #warn(warning: Diagnostic | undefined): void {
    if (warning)
      this.#warnings.set(`${warning.id} ${warning.file}:${warning.line}:${warning.column}`, warning);
  }

  #mentionedBy(tools: readonly DiscoveredTool[]): readonly DiscoveredTool[] {
    const reached = new Set(tools.flatMap(({ file }) => [...this.#options.cache.closureOf(file)]));
    return this.#tools.filter(({ file }) => reached.has(file));
  }

  /**
   * Evaluates tools in a child process.
   *
   * @param alone - Collects the tools of a failing file, to find the one at fault by evaluating them one by one.
   * @returns The tools that are still to be evaluated.
   */
  async #run(batch: Batch, alone: DiscoveredTool[]): Promise<readonly DiscoveredTool[]> {
    const { tools, graph, compiled } = batch;
    const byFile = new Map<string, DiscoveredTool[]>();
    for (const tool of tools) push(byFile, tool.file, tool);
    const pending = new Set(tools);
    const entered: string[] = [];
    const onEvent = (event: EvaluationEvent): void => {
      if ('enter' in event) entered.push(event.enter);
      else if ('leave' in event) entered.splice(entered.lastIndexOf(event.leave), 1);
      else if ('varies' in event)
        this.#warnOfVariation(schemaVaries(this.#project, event, compiled.toSource));
      else if ('done' in event) return;
      else {
        if ('module' in event) entered.length = 0;
        const tool = 'tool' in event ? graph.tools[event.tool] : undefined;
        const reported = 'module' in event ? (byFile.get(event.module) ?? []) : tool ? [tool] : [];
        for (const each of reported) pending.delete(each);
        if ('definition' in event) for (const each of reported) this.evaluated.set(each, event.definition);
        else if (reported.length > 1) alone.push(...reported);
        else if (!this.#options.missing?.has(event.error.missingImport ?? ''))
          for (const each of reported)
            this.diagnostics.push(evaluationFailed(this.#project, each, event.error, compiled.toSource));
      }
    };
    const job = jobOf(batch, byFile);
    const end = await this.#options.processes.run({ job, silence: this.#timeout, onEvent });
    const how = end.kind === 'done' ? REPORTED_NOTHING : end;
    return this.#without(entered.at(-1), [...pending], batch, how);
  }

  /** Reports what ended the process, and drops the tools that need it. */
  #without(
    label: string | undefined,
    tools: readonly DiscoveredTool[],
    { graph, plan }: Batch,
    end: Exclude<EvaluationEnd, { kind: 'done' }>,
  ): readonly DiscoveredTool[] {
    const [first] = tools;
    if (!first) return [];
    const project = this.#project;
    const report = (what: string, place: Position): void =>
      void this.diagnostics.push(neverEnded(what, place, end, this.#timeout));
    const external = plan.externals.get(label ?? '');
    const file = label === undefined ? undefined : plan.modules.has(label) && project.file(label);
    if (external) report(`The import \`${external.specifier}\``, positionOfExternal(project, external));
    else if (file) report('This module', positionOf(project, file.statements[0] ?? file));
    if (label !== undefined && (external || file)) return withoutNeeding(tools, plan, new Set([label]));
    const tool = graph.tools[Number(label)] ?? first;
    report('This definition', positionOf(project, tool.definition));
    return tools.filter((each) => each !== tool);
  }
}

function jobOf(
  { graph, plan, compiled: { codes } }: Batch,
  byFile: ReadonlyMap<string, readonly DiscoveredTool[]>,
): EvaluationJob {
  const numbers = new Map(graph.tools.map((tool, number) => [tool, number]));
  return {
    externals: [...plan.externals.values()].map(
      ({ name, specifier, json, importers: [importer = ''], wanted }) => ({
        name,
        specifier,
        json,
        importer,
        wanted: [...wanted],
      }),
    ),
    modules: [...plan.modules.keys()].map((path) => ({
      path,
      code: codes.get(path) ?? '',
      tools: (byFile.get(path) ?? []).flatMap((tool) => numbers.get(tool) ?? []),
    })),
  };
}

function withoutNeeding(
  tools: readonly DiscoveredTool[],
  { modules }: EvaluationPlan,
  broken: ReadonlySet<string>,
): readonly DiscoveredTool[] {
  const found = new Set(broken);
  // Iterating over a set includes elements added during the loop.
  for (const path of found)
    for (const module of modules.values()) if (module.imports.has(path)) found.add(module.path);
  return tools.filter(({ file }) => !found.has(file));
}
