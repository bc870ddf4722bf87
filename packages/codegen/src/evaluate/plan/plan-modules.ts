import { dirname } from 'node:path';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { Binding } from '../../source/bindings.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { ts } from '../../source/ts.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { chooseStatements, type LeftOutStatement } from './choose-statements.ts';
import {
  type ExternalBinding,
  type MissingExport,
  type ModuleGraph,
  sourceOf,
  type Unit,
} from './module-graph.ts';
import { nameIn } from './mentions.ts';
import { writeModule, type WrittenModule } from './write-module.ts';

/** The part of one of the author's modules that is evaluated. */
export interface PlannedModule extends WrittenModule {
  /** Absolute path. */
  readonly path: string;
  /** The paths of the modules and the names of the external ones that it imports. */
  readonly imports: ReadonlySet<string>;
}

/** An external module that the author's modules import. */
export interface ExternalImport {
  /** Its name in `imports`. */
  readonly name: string;
  readonly specifier: string;
  /** Absolute path of the JSON that it is. */
  readonly json: string | undefined;
  /** Absolute paths of the author's modules that import it. */
  readonly importers: Set<string>;
  /** The names that those modules import. */
  readonly wanted: Set<string>;
}

/** The modules to evaluate. */
export interface EvaluationPlan {
  /** By path. */
  readonly modules: ReadonlyMap<string, PlannedModule>;
  readonly externals: readonly ExternalImport[];
  readonly missingExports: readonly MissingExport[];
  readonly leftOut: readonly LeftOutStatement[];
}

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
  const planner = new ModulePlanner(project, graph, kept);
  return {
    modules: planner.plan(
      [...pending].map(({ file }) => file),
      numbers,
    ),
    externals: [...planner.externals.values()],
    missingExports: [...kept].flatMap(({ missing }) => missing),
    leftOut,
  };
}

/** What a module imports and passes on: in the text, in the order of the source. */
interface Links {
  readonly text: string;
  readonly targets: ReadonlySet<string>;
}

const quote = (text: string): string => JSON.stringify(text);
const named = (name: string, as: string): string =>
  name === '*' ? `* as ${as}` : `{ ${quote(name)} as ${as} }`;

/** Lets each module import and pass on what it does in its source, as far as that is kept. */
class ModulePlanner {
  readonly externals = new Map<string, ExternalImport>();
  readonly #project: SourceProject;
  readonly #graph: ModuleGraph;
  readonly #kept = new Map<string, Set<Unit>>();
  /** The modules that transitively load a kept statement, or an external module that one needs. */
  readonly #leading: ReadonlySet<string>;

  constructor(project: SourceProject, graph: ModuleGraph, kept: ReadonlySet<Unit>) {
    this.#project = project;
    this.#graph = graph;
    for (const unit of kept) {
      this.#kept.set(unit.path, (this.#kept.get(unit.path) ?? new Set()).add(unit));
      for (const external of unit.externals) this.#external(external).wanted.add(external.name);
    }
    const importers = [...this.externals.values()].flatMap((external) => [...external.importers]);
    this.#leading = graph.loaders([...this.#kept.keys(), ...importers]);
  }

  plan(paths: readonly string[], numbers: ReadonlyMap<ts.Node, number>): ReadonlyMap<string, PlannedModule> {
    const due = new Set(paths);
    const planned = new Map<string, PlannedModule>();
    // Iterating over a set includes elements added during the loop.
    for (const path of due) {
      const outline = this.#project.outlineOf(path);
      if (!outline) continue;
      const units = this.#kept.get(path) ?? new Set();
      const { text: imports, targets } = this.#linksOf(path, outline, units);
      const { definitions } = this.#graph;
      const numberOf = (call: ts.Node): number | undefined => numbers.get(call);
      const written = writeModule({ outline, units, definitions, numberOf, imports });
      planned.set(path, { path, imports: targets, ...written });
      for (const target of targets) if (!this.externals.has(target)) due.add(target);
    }
    return planned;
  }

  #linksOf(path: string, outline: ModuleOutline, units: ReadonlySet<Unit>): Links {
    const { bindings } = this.#graph;
    const targets = new Set<string>();
    const lines: string[] = [];
    const add = (what: string, specifier: string): void => {
      const target = this.#targetOf(path, specifier);
      if (target === undefined) return;
      targets.add(target);
      lines.push(`${what} ${quote(target)};`);
    };
    for (const specifier of outline.loads)
      if (sourceOf(this.#project, specifier, path)) add('import', specifier);
    const listed = listedExports(outline).filter(([local]) => this.#isKept(bindings.ofName(path, local)));
    const mentioned = new Set([...units].flatMap(({ mentions }) => [...mentions.names].map(nameIn)));
    for (const [local] of listed) mentioned.add(local);
    for (const [local, { specifier, name }] of outline.imports)
      if (mentioned.has(local) && this.#isKept(bindings.ofName(path, local)))
        add(`import ${named(name, local)} from`, specifier);
    for (const [exported, { specifier, name }] of outline.reExports)
      if (this.#isKept(bindings.ofExport(path, exported)))
        add(`export ${named(name, quote(exported))} from`, specifier);
    for (const specifier of outline.starExports) add('export * from', specifier);
    for (const [local, exported] of listed) lines.push(`export { ${local} as ${quote(exported)} };`);
    return { text: lines.join(''), targets };
  }

  #isKept(binding: Binding | undefined): boolean {
    if (binding?.kind === 'own')
      return this.#graph
        .declaring(binding.path, binding.name)
        .some((unit) => this.#kept.get(binding.path)?.has(unit));
    if (binding?.kind === 'external')
      return this.externals.get(this.#nameOf(binding))?.wanted.has(binding.name) ?? false;
    return binding !== undefined;
  }

  /** The path or name of what a specifier leads to; undefined where nothing of it is needed. */
  #targetOf(path: string, specifier: string): string | undefined {
    const source = sourceOf(this.#project, specifier, path);
    const name = source ?? this.#nameOf({ path, specifier });
    return this.#leading.has(name) || this.externals.has(name) ? name : undefined;
  }

  // A specifier may resolve to different packages in two folders of a monorepo.
  #nameOf({ path, specifier }: Pick<ExternalBinding, 'path' | 'specifier'>): string {
    return `${specifier} of ${this.#project.resolve(specifier, path)?.path ?? dirname(path)}`;
  }

  #external({ path, specifier }: Pick<ExternalBinding, 'path' | 'specifier'>): ExternalImport {
    const name = this.#nameOf({ path, specifier });
    let external = this.externals.get(name);
    if (!external) {
      const found = this.#project.resolve(specifier, path)?.path;
      const json = found?.endsWith('.json') ? found : undefined;
      external = { name, specifier, json, importers: new Set(), wanted: new Set() };
      this.externals.set(name, external);
    }
    external.importers.add(path);
    return external;
  }
}

/** What `export { … }` names of a module's own: the name in the module, and outside. */
function listedExports({ file }: ModuleOutline): readonly (readonly [local: string, exported: string])[] {
  return file.statements.flatMap((node) => {
    const isOwn = ts.isExportDeclaration(node) && !node.isTypeOnly && !node.moduleSpecifier;
    if (!isOwn || !node.exportClause || !ts.isNamedExports(node.exportClause)) return [];
    return node.exportClause.elements.map(
      ({ name, propertyName }) => [(propertyName ?? name).text, name.text] as const,
    );
  });
}
