import { dirname } from 'node:path';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { ts } from '../../source/ts.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { chooseStatements } from './choose-statements.ts';
import type { EvaluationPlan, ExternalImport, PlannedModule } from './evaluation-plan.ts';
import { isReallyLoaded } from './is-really-loaded.ts';
import type { KnownTools } from './known-tools.ts';
import { type ModuleGraph, sourceOf, type Unit } from './module-graph.ts';
import { NeedFinder } from './module-needs.ts';
import { writeModule } from './write-module.ts';

/** Chooses what of the author's modules is evaluated for some tools, and writes it. */
export function planModules(
  project: SourceProject,
  known: KnownTools,
  pending: ReadonlySet<DiscoveredTool>,
): EvaluationPlan {
  const { graph, tools, unitOf } = known;
  const roots = new Set(tools.filter((tool) => pending.has(tool)).map(unitOf));
  const others = new Set(tools.map(unitOf).filter((unit) => !roots.has(unit)));
  const { kept, leftOut } = chooseStatements(graph, roots, others);
  const finder = new NeedFinder(project);
  for (const unit of kept) if (unit.path !== '') finder.keep(unit);
  const acting = loadersOf(graph, kept);
  for (const path of acting) finder.needsOf(path);
  const numbers = new Map<ts.Node, number>(
    tools.flatMap((tool, number) =>
      pending.has(tool) || others.has(unitOf(tool)) ? [[tool.call, number]] : [],
    ),
  );
  const externals = new Externals(project);
  const modules = new Map<string, PlannedModule>();
  for (const [path, needs] of finder.needs) {
    const outline = project.outlineOf(path);
    if (!outline) continue;
    const imports = new Map<string, string>();
    const targetOf = (specifier: string): 'live' | 'dead' | undefined => {
      const target = sourceOf(project, specifier, path);
      if (target === undefined) return undefined;
      if (!finder.needs.has(target)) return 'dead';
      imports.set(specifier, target);
      return 'live';
    };
    const externalOf = (specifier: string): string => externals.nameOf(specifier, path);
    const isLoaded = (specifier: string): boolean =>
      acting.has(sourceOf(project, specifier, path) ?? '') &&
      isReallyLoaded(outline.file, specifier, project.options);
    for (const { mentions } of needs.units)
      for (const specifier of mentions.importCalls)
        if (specifier !== undefined && targetOf(specifier) === undefined)
          imports.set(specifier, externalOf(specifier));
    const numberOf = numbers.get.bind(numbers);
    const written = writeModule({
      outline,
      needs,
      code: known.code,
      numberOf,
      sourceOf: targetOf,
      externalOf,
      isLoaded,
    });
    const isPlain = [...needs.units].every(({ mentions }) => mentions.isPlain);
    modules.set(path, { path, imports, isPlain, ...written });
  }
  return { modules, externals: [...externals.all.values()], missingExports: finder.missingExports, leftOut };
}

/** The modules with statements that do something, and those that load them. */
function loadersOf({ modules, loadsOf }: ModuleGraph, kept: Iterable<Unit>): ReadonlySet<string> {
  const loaders = new Map<string, string[]>();
  for (const path of modules.keys())
    for (const target of loadsOf(path)) loaders.set(target, [...(loaders.get(target) ?? []), path]);
  const found = new Set<string>();
  for (const { path, isInert } of kept) if (!isInert) found.add(path);
  // Iterating over a set goes on to what is added meanwhile.
  for (const path of found) for (const loader of loaders.get(path) ?? []) found.add(loader);
  return found;
}

/** The modules of others that are imported, each under a name. */
class Externals {
  readonly all = new Map<string, ExternalImport & { readonly importers: Set<string> }>();
  readonly #project: SourceProject;

  constructor(project: SourceProject) {
    this.#project = project;
  }

  nameOf(specifier: string, path: string): string {
    // One specifier may mean two packages in two folders of a monorepo.
    const key = `${specifier}\0${this.#project.resolve(specifier, path)?.path ?? dirname(path)}`;
    let external = this.all.get(key);
    if (!external) {
      external = { name: `e${this.all.size}`, specifier, from: dirname(path), importers: new Set() };
      this.all.set(key, external);
    }
    external.importers.add(path);
    return external.name;
  }
}
