import { dirname } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { SourceProject } from '../source/source-project.ts';
import { isNeeded, type ModulePlan, modulesDoing } from './module-plan.ts';
import { sliceModule } from './slice-module.ts';
import type { ExternalImport, Slice, SlicePlan } from './slice-plan.ts';

/** What is known when all that is needed has been found. */
interface Planned {
  /** By absolute path. */
  readonly plans: ReadonlyMap<string, ModulePlan>;
  readonly handlers: ReadonlySet<ts.Node>;
}

/** Cuts each module down to what is needed of it, and names what it imports. */
export function sliceModules(
  project: SourceProject,
  { plans, handlers }: Planned,
): Pick<SlicePlan, 'slices' | 'externals'> {
  const doing = modulesDoing(project, plans);
  const live = new Map([...plans].filter(([path, plan]) => doing.has(path) || isNeeded(plan)));
  const imports = new Imports(project, [...live.keys()]);
  const slices = new Map<string, Slice>();
  for (const [path, plan] of live) {
    const sideEffects = [...plan.loads].filter(([, target]) => doing.has(target));
    for (const [, target] of sideEffects) plan.dependencies.add(target);
    const needs = {
      ...plan,
      handlers,
      sideEffects: new Set(sideEffects.map(([specifier]) => specifier)),
      importsOwn: (specifier: string): boolean => imports.sliceOf(specifier, path) !== undefined,
      specifierFor: (specifier: string): string => imports.specifierFor(specifier, path),
    };
    const sliced = sliceModule(plan.outline, needs, project.relative(path));
    const { dependencies, tools } = plan;
    slices.set(path, { path, name: imports.nameOf(path), ...sliced, toolCount: tools.size, dependencies });
  }
  return { slices, externals: [...imports.externals.values()] };
}

/** What slices import each other and packages by. */
class Imports {
  readonly externals = new Map<string, ExternalImport & { readonly importers: Set<string> }>();
  readonly #project: SourceProject;
  readonly #names: ReadonlyMap<string, string>;

  constructor(project: SourceProject, paths: readonly string[]) {
    this.#project = project;
    this.#names = new Map(paths.map((path, index) => [path, sliceName(path, index)]));
  }

  nameOf(path: string): string {
    return this.#names.get(path) ?? '';
  }

  sliceOf(specifier: string, path: string): string | undefined {
    return this.#names.get(this.#project.resolve(specifier, path)?.path ?? '');
  }

  specifierFor(specifier: string, path: string): string {
    const target = this.#project.resolve(specifier, path)?.path;
    const slice = this.sliceOf(specifier, path);
    if (slice !== undefined) return `./${slice}`;
    // One specifier may mean two packages in two folders of a monorepo.
    const key = `${specifier}\0${target ?? dirname(path)}`;
    let external = this.externals.get(key);
    if (!external) {
      const name = `e${this.externals.size}.js`;
      external = { name, specifier, from: dirname(path), importers: new Set() };
      this.externals.set(key, external);
    }
    external.importers.add(path);
    return `./${external.name}`;
  }
}

function sliceName(path: string, index: number): string {
  return `m${index}${/\.[jt]sx$/.test(path) ? '.tsx' : '.ts'}`;
}
