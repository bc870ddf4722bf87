import { dirname } from 'node:path';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { Binding } from '../../source/bindings.ts';
import type { ts } from '../../source/ts.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { chooseStatements } from './choose-statements.ts';
import type { EvaluationPlan, ExternalImport, PlannedModule } from './evaluation-plan.ts';
import { type ModuleGraph, sourceOf, type Unit } from './module-graph.ts';
import { type ImportTarget, writeModule } from './write-module.ts';

/** Chooses and writes the parts of the author's modules that the pending tools need. */
export function planModules(
  project: SourceProject,
  graph: ModuleGraph,
  pending: ReadonlySet<DiscoveredTool>,
): EvaluationPlan {
  const { tools } = graph;
  const roots = new Set([...pending].map((tool) => graph.unitOf(tool)));
  const others = new Set(tools.map((tool) => graph.unitOf(tool)).filter((unit) => !roots.has(unit)));
  const { kept, leftOut } = chooseStatements(graph, roots, others);
  const numbers = new Map<ts.Node, number>(
    tools.flatMap((tool, number) =>
      pending.has(tool) || others.has(graph.unitOf(tool)) ? [[tool.call, number]] : [],
    ),
  );
  const planner = new ModulePlanner(project, graph, kept, numbers);
  planner.plan([...pending].map(({ file }) => file));
  return {
    modules: planner.modules,
    externals: [...planner.externals.values()],
    missingExports: [...kept].flatMap(({ missing }) => missing),
    leftOut,
  };
}

type PlannedExternal = ExternalImport & { readonly importers: Set<string>; readonly wanted: Set<string> };

/** Writes the modules that have kept statements, and those that re-export them. */
class ModulePlanner {
  readonly modules = new Map<string, PlannedModule>();
  readonly externals = new Map<string, PlannedExternal>();
  readonly #project: SourceProject;
  readonly #graph: ModuleGraph;
  readonly #kept = new Map<string, Set<Unit>>();
  readonly #numbers: ReadonlyMap<ts.Node, number>;
  /** The needed names of each package import. */
  readonly #ofPackages = new Map<string, Set<string>>();
  /** Modules that transitively import something needed, and those that transitively import a side effect. */
  readonly #leading: ReadonlySet<string>;
  readonly #acting: ReadonlySet<string>;

  constructor(
    project: SourceProject,
    graph: ModuleGraph,
    kept: ReadonlySet<Unit>,
    numbers: ReadonlyMap<ts.Node, number>,
  ) {
    this.#project = project;
    this.#graph = graph;
    this.#numbers = numbers;
    for (const unit of kept) this.#kept.set(unit.path, (this.#kept.get(unit.path) ?? new Set()).add(unit));
    const externals = [...kept].flatMap((unit) => unit.externals);
    for (const { path, specifier, name } of externals) this.#neededOf(path, specifier).add(name);
    this.#leading = graph.loaders([...this.#kept.keys(), ...externals.map(({ path }) => path)]);
    this.#acting = graph.loaders([...kept].flatMap(({ path, isInert }) => (isInert ? [] : [path])));
  }

  plan(paths: readonly string[]): void {
    const due = new Set(paths);
    // Iterating over a set includes elements added during the loop.
    for (const path of due) {
      const outline = this.#project.outlineOf(path);
      if (!outline) continue;
      const imports = new Map<string, string>();
      const units: ReadonlySet<Unit> = this.#kept.get(path) ?? new Set();
      const importFrom = (specifier: string): ImportTarget => this.#target(path, specifier, imports);
      for (const { mentions } of units)
        for (const specifier of mentions.importCalls) importFrom(specifier).add(['*']);
      const { code, bindings } = this.#graph;
      const numberOf = this.#numbers.get.bind(this.#numbers);
      const isNeeded = (name: string): boolean => this.#isNeeded(bindings.ofName(path, name));
      const passedOn = new Set(outline.exports.values());
      const mentioned = new Set(
        [...units].flatMap(({ mentions: { names, typeOnly } }) =>
          [...names, ...typeOnly].map((mention) => mention.split('.')[0] ?? ''),
        ),
      );
      const isMentioned = (name: string): boolean =>
        mentioned.has(name) || (passedOn.has(name) && isNeeded(name));
      const written = writeModule({ outline, units, code, numberOf, isMentioned, isNeeded, importFrom });
      this.modules.set(path, { path, imports, ...written });
      for (const target of imports.values()) if (!this.externals.has(target)) due.add(target);
    }
  }

  #isNeeded(binding: Binding | undefined): boolean {
    if (binding?.kind === 'namespace') return this.#leading.has(binding.path);
    if (binding?.kind === 'external')
      return this.#neededOf(binding.path, binding.specifier).has(binding.name);
    const declaring = binding ? this.#graph.declaring(binding.path, binding.name) : [];
    return declaring.some((unit) => this.#kept.get(unit.path)?.has(unit));
  }

  #target(path: string, specifier: string, imports: Map<string, string>): ImportTarget {
    const target = sourceOf(this.#project, specifier, path);
    const { bindings } = this.#graph;
    if (target !== undefined)
      return {
        isExternal: false,
        isLoaded: this.#acting.has(target),
        gives: (name) =>
          name === '*' ? this.#leading.has(target) : this.#isNeeded(bindings.ofExport(target, name)),
        add: () => void imports.set(specifier, target),
      };
    const needed = this.#neededOf(path, specifier);
    return {
      isExternal: true,
      isLoaded: false,
      gives: (name) => (name === '*' ? needed.size > 0 : needed.has(name)),
      add: (names) => {
        const external = this.#external(path, specifier);
        external.importers.add(path);
        for (const name of [...names, ...needed]) external.wanted.add(name);
        imports.set(specifier, external.name);
      },
    };
  }

  /** Returns the needed names of a package that a module imports. */
  #neededOf(path: string, specifier: string): Set<string> {
    const key = `${path}\0${specifier}`;
    let names = this.#ofPackages.get(key);
    if (!names) this.#ofPackages.set(key, (names = new Set()));
    return names;
  }

  #external(path: string, specifier: string): PlannedExternal {
    // A specifier may resolve to different packages in two folders of a monorepo.
    const name = `${specifier} of ${this.#project.resolve(specifier, path)?.path ?? dirname(path)}`;
    let external = this.externals.get(name);
    if (!external) {
      external = { name, specifier, from: dirname(path), importers: new Set(), wanted: new Set() };
      this.externals.set(name, external);
    }
    return external;
  }
}
