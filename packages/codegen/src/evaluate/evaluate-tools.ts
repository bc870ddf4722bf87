import { resolve } from 'node:path';
import { closureOf } from '@btcp/schema/internal';
import type { Diagnostic } from '@btcp/core';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { isOwn } from '../source/match-files.ts';
import { positionOf } from '../source/position.ts';
import { isOurs } from '../source/schema-libraries.ts';
import type { SourceProject } from '../source/source-project.ts';
import { withEsbuild } from '../system/esbuild-service.ts';
import { type CompiledPlan, compileModules } from './compile-modules.ts';
import {
  evaluationFailed,
  neverEnded,
  positionOfImport,
  schemaVaries,
  statementLeftOut,
} from './evaluation-diagnostics.ts';
import type {
  EvaluatedDefinition,
  EvaluationEvent,
  EvaluationJob,
  EvaluatedTool,
} from './evaluation-protocol.ts';
import type { EvaluationProcesses } from './evaluation-processes.ts';
import { groupBy } from '../source/group-by.ts';
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

export interface EvaluationOptions {
  /** Timeout of one module in milliseconds. Default: 10,000. */
  readonly timeout?: number | undefined;
  readonly cache: DefinitionCache;
  /** Specifiers that lead to no file, which the build reports itself. */
  readonly missing?: ReadonlySet<string>;
  readonly processes: EvaluationProcesses;
}

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
  const known = new Map(tools.map((tool) => [tool, options.cache.find(tool)]));
  const run = new EvaluationRun(project, tools, options);
  await run.evaluate(tools.filter((tool) => !known.get(tool)));
  run.keep();
  return {
    tools: tools.flatMap((tool) => {
      const definition = known.get(tool) ?? run.evaluated.get(tool);
      return definition ? [evaluatedTool(tool, definition)] : [];
    }),
    diagnostics: [...run.diagnostics.values()],
    isRepeatable: run.varying.size === 0,
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

class EvaluationRun {
  readonly evaluated = new Map<DiscoveredTool, EvaluatedDefinition>();
  /** By their JSON, because a statement may be visited more than once. */
  readonly diagnostics = new Map<string, Diagnostic>();
  /** Absolute paths of modules whose values may change while the sources do not. */
  readonly varying = new Set<string>();
  readonly #project: SourceProject;
  readonly #tools: readonly DiscoveredTool[];
  readonly #options: EvaluationOptions;
  #graph: ModuleGraph | undefined;

  /** @param tools - Includes cached tools, which others may mention. */
  constructor(project: SourceProject, tools: readonly DiscoveredTool[], options: EvaluationOptions) {
    this.#project = project;
    this.#tools = tools;
    this.#options = options;
  }

  /** Caches definitions that cannot vary, and have no warnings, which only evaluation reports. */
  keep(): void {
    const { cache } = this.#options;
    const warnings = [...this.diagnostics.values()].filter(({ severity }) => severity !== 'error');
    const excluded = [...this.#pathsOf(warnings), ...this.varying];
    for (const [tool, definition] of this.evaluated) {
      const closure = cache.closureOf(tool.file);
      if (!excluded.some((file) => closure.has(file))) cache.put(tool, definition);
    }
  }

  async evaluate(tools: readonly DiscoveredTool[]): Promise<void> {
    if (tools.length === 0) return;
    const graph = (this.#graph ??= readModules(this.#project, this.#mentionedBy(tools)));
    const plan = planModules(graph, new Set(tools));
    const compiled = await withEsbuild(() => compileModules(this.#project, plan), plan.modules.size > LARGE);
    const { broken } = compiled;
    for (const each of broken) this.#report(each);
    if (broken.length > 0) return this.evaluate(withoutNeeding(tools, plan, this.#pathsOf(broken)));
    for (const each of plan.leftOut) this.#report(statementLeftOut(this.#project, each));
    for (const external of plan.externals.values()) this.#noteVarying(external);
    const alone: DiscoveredTool[] = [];
    await this.evaluate(await this.#run(tools, graph, compiled, alone));
    for (const tool of alone) await this.evaluate([tool]);
  }

  #mentionedBy(tools: readonly DiscoveredTool[]): readonly DiscoveredTool[] {
    const reached = new Set(tools.flatMap(({ file }) => [...this.#options.cache.closureOf(file)]));
    return this.#tools.filter(({ file }) => reached.has(file));
  }

  // The checker reads the types of packages, so that nothing else notices a change of their code.
  #noteVarying({ specifier, json, importers }: ExternalImport): void {
    if (isOurs(specifier) || (json !== undefined && isOwn(this.#project.root, json))) return;
    for (const path of importers) this.varying.add(path);
  }

  #report(diagnostic: Diagnostic): void {
    this.diagnostics.set(JSON.stringify(diagnostic), diagnostic);
  }

  #pathsOf(diagnostics: readonly Diagnostic[]): readonly string[] {
    return diagnostics.map(({ file }) => resolve(this.#project.root, file));
  }

  /**
   * Evaluates tools in a child process.
   *
   * @param alone - Collects the tools of a failing file, to find the one at fault by evaluating them one by one.
   * @returns The tools that are still to be evaluated.
   */
  async #run(
    tools: readonly DiscoveredTool[],
    graph: ModuleGraph,
    plan: CompiledPlan,
    alone: DiscoveredTool[],
  ): Promise<readonly DiscoveredTool[]> {
    const project = this.#project;
    const byFile = groupBy(tools, ({ file }) => file);
    const pending = new Set(tools);
    const entered: string[] = [];
    const onEvent = (event: EvaluationEvent): void => {
      if ('enter' in event) return void entered.push(event.enter);
      if ('leave' in event) return void entered.splice(entered.lastIndexOf(event.leave), 1);
      if ('varies' in event) {
        const warning = schemaVaries(project, event, plan.toSource);
        if (warning) this.#report(warning);
        return this.#pathsOf(warning ? [warning] : []).forEach((path) => this.varying.add(path));
      }
      const tool = graph.tools[event.tool];
      if (!tool || !pending.delete(tool)) return;
      entered.length = 0;
      if ('definition' in event) this.evaluated.set(tool, event.definition);
      else if (byFile.get(tool.file)?.length !== 1) alone.push(tool);
      else if (!this.#options.missing?.has(event.error.missingImport ?? ''))
        this.#report(evaluationFailed(project, tool, event.error, plan.toSource));
    };
    const { timeout = 10_000, processes } = this.#options;
    const job = jobOf(graph, plan, byFile);
    const end = await processes.run({ job, silence: timeout, onEvent });
    const [first] = pending;
    if (!first) return [];
    // Says what ended the process, and drops the tools that need it.
    const label = entered.at(-1) ?? '?';
    const external = plan.externals.get(label);
    const file = plan.modules.has(label) ? project.file(label) : undefined;
    const tool = graph.tools[Number(label)] ?? first;
    const [importer = ''] = external?.importers ?? [];
    const [what, place] = external
      ? [`The import \`${external.specifier}\``, positionOfImport(project, importer, external.specifier)]
      : file
        ? ['This module', positionOf(project, file.statements[0] ?? file)]
        : ['This definition', positionOf(project, tool.definition)];
    this.#report(neverEnded(what, place, end.kind === 'done' ? REPORTED_NOTHING : end, timeout));
    if (external || file) return withoutNeeding([...pending], plan, [label]);
    return [...pending].filter((each) => each !== tool);
  }
}

function jobOf(
  { tools }: ModuleGraph,
  { externals, modules, codes }: CompiledPlan,
  byFile: ReadonlyMap<string, readonly DiscoveredTool[]>,
): EvaluationJob {
  const numbers = new Map(tools.map((tool, number) => [tool, number]));
  return {
    externals: [...externals.values()],
    modules: [...modules.keys()].map((path) => ({
      path,
      code: codes.get(path) ?? '',
      tools: (byFile.get(path) ?? []).flatMap((tool) => numbers.get(tool) ?? []),
    })),
  };
}

/** @param broken - Paths of modules, and names of external ones. */
function withoutNeeding(
  tools: readonly DiscoveredTool[],
  { modules }: EvaluationPlan,
  broken: readonly string[],
): readonly DiscoveredTool[] {
  const found = closureOf(broken, (path) =>
    [...modules.values()].filter(({ imports }) => imports.has(path)).map((module) => module.path),
  );
  return tools.filter(({ file }) => !found.has(file));
}
