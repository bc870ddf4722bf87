import { dirname } from 'node:path';
import { closureOf } from '@btcp/schema/internal';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { Binding } from '../../source/bindings.ts';
import { groupBy } from '../../source/group-by.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import type { ExternalModule } from '../evaluation-protocol.ts';
import { chooseStatements, type LeftOutStatement } from './choose-statements.ts';
import type { ExternalBinding, MissingExport, ModuleGraph, Unit } from './module-graph.ts';
import { writeModule, type WrittenModule } from './write-module.ts';

export interface PlannedModule extends WrittenModule {
  /** Absolute path. */
  readonly path: string;
  /** The paths of the modules and the names of the external ones that it imports. */
  readonly imports: ReadonlySet<string>;
}

export interface ExternalImport extends ExternalModule {
  readonly importers: Set<string>;
  readonly wanted: Set<string>;
}

export interface EvaluationPlan {
  /** By path. */
  readonly modules: ReadonlyMap<string, PlannedModule>;
  readonly externals: ReadonlyMap<string, ExternalImport>;
  readonly missingExports: readonly MissingExport[];
  readonly leftOut: readonly LeftOutStatement[];
}

/** Chooses and writes the parts of the author's modules that the pending tools need. */
export function planModules(graph: ModuleGraph, pending: ReadonlySet<DiscoveredTool>): EvaluationPlan {
  const roots = new Set([...pending].map((tool) => graph.unitOf(tool)));
  const others = new Set(graph.tools.map((tool) => graph.unitOf(tool)).filter((unit) => !roots.has(unit)));
  const { kept, leftOut } = chooseStatements(graph, roots, others);
  const planner = new ModulePlanner(graph, kept);
  const paths = [...pending].map(({ file }) => file);
  closureOf(paths, (path) => planner.plan(path));
  const { modules, externals } = planner;
  return { modules, externals, missingExports: [...kept].flatMap(({ missing }) => missing), leftOut };
}

const quote = (text: string): string => JSON.stringify(text);
const named = (name: string, as: string): string =>
  name === '*' ? `* as ${as}` : `{ ${quote(name)} as ${as} }`;

/** Lets each module import and pass on what it does in its source, as far as that is kept. */
class ModulePlanner {
  readonly modules = new Map<string, PlannedModule>();
  readonly externals = new Map<string, ExternalImport>();
  readonly #graph: ModuleGraph;
  readonly #kept: ReadonlySet<Unit>;
  readonly #byPath: ReadonlyMap<string, readonly Unit[]>;
  /** The modules that transitively load a kept statement, or an external module that one needs. */
  readonly #leading: ReadonlySet<string>;

  constructor(graph: ModuleGraph, kept: ReadonlySet<Unit>) {
    this.#graph = graph;
    this.#kept = kept;
    this.#byPath = groupBy([...kept], ({ path }) => path);
    for (const { externals } of kept) for (const each of externals) this.#want(each);
    const importers = [...this.externals.values()].flatMap((external) => [...external.importers]);
    this.#leading = graph.loaders([...this.#byPath.keys(), ...importers]);
  }

  /** Plans a module; returns those of the author that it imports. */
  plan(path: string): readonly string[] {
    const { project } = this.#graph;
    const outline = project.outlineOf(path);
    if (!outline) return [];
    const units = this.#byPath.get(path) ?? [];
    const listed = [...outline.listedExports].filter(([, local]) =>
      this.#isKept(project.bindings.ofName(path, local)),
    );
    const locals = new Set([
      ...units.flatMap(({ imports }) => [...imports]),
      ...listed.map(([, local]) => local),
    ]);
    const links = this.#linksOf(path, outline, locals).flatMap(([what, specifier]) => {
      const target = this.#targetOf(path, specifier);
      return target === undefined ? [] : [{ target, text: `${what} ${quote(target)};` }];
    });
    const passedOn = listed.map(([exported, local]) => `export { ${local} as ${quote(exported)} };`);
    const top = [...links.map(({ text }) => text), ...passedOn].join('');
    const imports = new Set(links.map(({ target }) => target));
    this.modules.set(path, { path, imports, ...writeModule(this.#graph, outline, units, top) });
    return [...imports].filter((target) => !this.externals.has(target));
  }

  /** @param locals - The names to import. */
  #linksOf(
    path: string,
    { loads, imports, reExports, starExports }: ModuleOutline,
    locals: ReadonlySet<string>,
  ): readonly (readonly [what: string, specifier: string])[] {
    const { bindings } = this.#graph.project;
    return [
      ...[...loads]
        .filter((each) => this.#graph.sourceOf(each, path))
        .map((each) => ['import', each] as const),
      ...[...imports]
        .filter(([local]) => locals.has(local))
        .map(([local, { specifier, name }]) => [`import ${named(name, local)} from`, specifier] as const),
      ...[...reExports]
        .filter(([exported]) => this.#isKept(bindings.ofExport(path, exported)))
        .map(([as, { specifier, name }]) => [`export ${named(name, quote(as))} from`, specifier] as const),
      ...starExports.map((each) => ['export * from', each] as const),
    ];
  }

  #isKept(binding: Binding | undefined): boolean {
    if (binding?.kind === 'own')
      return this.#graph.declaring(binding.path, binding.name).some((unit) => this.#kept.has(unit));
    if (binding?.kind === 'external')
      return this.externals.get(this.#nameOf(binding))?.wanted.has(binding.name) ?? false;
    return binding !== undefined;
  }

  /** The path or name of what a specifier leads to; undefined where nothing of it is needed. */
  #targetOf(path: string, specifier: string): string | undefined {
    const name = this.#graph.sourceOf(specifier, path) ?? this.#nameOf({ path, specifier });
    return this.#leading.has(name) || this.externals.has(name) ? name : undefined;
  }

  // A specifier may resolve to different packages in two folders of a monorepo.
  #nameOf({ path, specifier }: Pick<ExternalBinding, 'path' | 'specifier'>): string {
    return `${specifier} of ${this.#graph.project.resolve(specifier, path)?.path ?? dirname(path)}`;
  }

  #want(binding: ExternalBinding): void {
    const { path, specifier } = binding;
    const name = this.#nameOf(binding);
    let external = this.externals.get(name);
    if (!external) {
      const found = this.#graph.project.resolve(specifier, path)?.path;
      const json = found?.endsWith('.json') ? found : undefined;
      external = { name, specifier, json, importers: new Set(), wanted: new Set() };
      this.externals.set(name, external);
    }
    external.importers.add(path);
    external.wanted.add(binding.name);
  }
}
