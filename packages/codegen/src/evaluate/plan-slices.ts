import { dirname } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ChangeFinder } from './change-finder.ts';
import { findHandlers } from './find-handlers.ts';
import {
  referencedNames,
  type ImportedBinding,
  type ModuleOutline,
  type StatementOutline,
} from '../source/module-outline.ts';
import { sliceModule, type ToolThunk } from './slice-module.ts';

/** A module and what of it the schemas need so far. */
interface Plan {
  readonly outline: ModuleOutline;
  /** Of the statements that have been looked at: the names they change. */
  readonly changes: Map<ts.Node, ReadonlySet<string>>;
  readonly names: Set<string>;
  readonly reExports: Set<string>;
  readonly tools: Map<string, ToolThunk>;
  starExports: boolean;
  /** Exported names already asked for, and whether there is such an export. */
  readonly asked: Map<string, boolean>;
  readonly statements: Set<ts.Node>;
  readonly dependencies: Set<string>;
}

/** The part of one of the author's modules that is evaluated. */
export interface Slice {
  /** Absolute path of the module. */
  readonly path: string;
  /** The name that other slices import it by. */
  readonly name: string;
  readonly text: string;
  /** How many tools it exports. */
  readonly toolCount: number;
  /** Absolute paths of the author's modules that it imports. */
  readonly dependencies: ReadonlySet<string>;
}

/** A module of somebody else's that slices import. */
export interface ExternalImport {
  /** The name that slices import it by. */
  readonly name: string;
  readonly specifier: string;
  /** Absolute path of a folder to resolve it from. */
  readonly from: string;
  /** Absolute paths of the author's modules that import it. */
  readonly importers: ReadonlySet<string>;
}

/** What is evaluated, module by module. */
export interface SlicePlan {
  /** By absolute path. */
  readonly slices: ReadonlyMap<string, Slice>;
  readonly externals: readonly ExternalImport[];
  readonly missingExports: readonly MissingExport[];
}

/** An import of a name that the author's other module does not export. */
export interface MissingExport {
  /** Absolute path of the importing module. */
  readonly path: string;
  readonly specifier: string;
  readonly name: string;
}

/** The name that a module's slice exports its n-th tool under. */
export const toolExport = (index: number): string => `__btcpTool${index}`;

/**
 * Follows, from each tool's definition, the names that its schemas mention through all of the author's modules,
 * and cuts each module down to them.
 *
 * @param tools - Tools by file, in the order their exports are numbered.
 */
export function planSlices(
  project: SourceProject,
  tools: ReadonlyMap<string, readonly DiscoveredTool[]>,
): SlicePlan {
  const plans = new Plans(project, findHandlers([...tools.values()].flat(), project));
  for (const [file, toolsOfFile] of tools) {
    for (const [index, tool] of toolsOfFile.entries()) plans.needTool(file, toolExport(index), tool);
  }
  return plans.finish();
}

function sliceName(path: string, index: number): string {
  return `m${index}${/\.[jt]sx$/.test(path) ? '.tsx' : '.ts'}`;
}

class Plans {
  readonly #project: SourceProject;
  readonly #handlers: ReadonlySet<ts.Node>;
  readonly #changes: ChangeFinder;
  readonly #plans = new Map<string, Plan>();
  readonly #missing: MissingExport[] = [];

  constructor(project: SourceProject, handlers: ReadonlySet<ts.Node>) {
    this.#project = project;
    this.#handlers = handlers;
    this.#changes = new ChangeFinder(project, handlers);
  }

  needTool(path: string, id: string, tool: DiscoveredTool): void {
    const plan = this.#planOf(path);
    if (!plan) return;
    plan.tools.set(id, tool);
    this.#needReferences(path, plan, tool.definition);
    // A tool that is changed after it was defined is read from its binding.
    const { localName } = tool;
    const isChanged = ({ node }: StatementOutline): boolean =>
      localName !== undefined && this.#changedBy(plan, node).has(localName);
    if (plan.outline.statements.some(isChanged)) this.#needName(path, plan, localName as string);
  }

  finish(): SlicePlan {
    const names = new Map([...this.#plans.keys()].map((path, index) => [path, sliceName(path, index)]));
    const externals = new Map<string, ExternalImport & { readonly importers: Set<string> }>();
    const slices = new Map<string, Slice>();
    for (const [path, plan] of this.#plans) {
      const specifierFor = (specifier: string): string =>
        this.#specifierFor(specifier, path, names, externals);
      const text = sliceModule(
        plan.outline,
        { ...plan, handlers: this.#handlers, specifierFor },
        this.#project.relative(path),
      );
      const { dependencies, tools } = plan;
      slices.set(path, { path, name: names.get(path) as string, text, toolCount: tools.size, dependencies });
    }
    return { slices, externals: [...externals.values()], missingExports: this.#missing };
  }

  #specifierFor(
    specifier: string,
    path: string,
    names: ReadonlyMap<string, string>,
    externals: Map<string, ExternalImport & { readonly importers: Set<string> }>,
  ): string {
    const target = this.#project.resolve(specifier, path)?.path;
    const slice = target === undefined ? undefined : names.get(target);
    if (slice !== undefined) return `./${slice}`;
    // One specifier may mean two packages in two folders of a monorepo.
    const key = `${specifier}\0${target ?? dirname(path)}`;
    let external = externals.get(key);
    if (!external) {
      external = { name: `e${externals.size}.js`, specifier, from: dirname(path), importers: new Set() };
      externals.set(key, external);
    }
    external.importers.add(path);
    return `./${external.name}`;
  }

  #planOf(path: string): Plan | undefined {
    let plan = this.#plans.get(path);
    if (!plan) {
      const outline = this.#project.outlineOf(path);
      if (!outline) return undefined;
      plan = {
        outline,
        changes: new Map(),
        names: new Set(),
        reExports: new Set(),
        tools: new Map(),
        starExports: false,
        asked: new Map(),
        statements: new Set(),
        dependencies: new Set(),
      };
      this.#plans.set(path, plan);
    }
    return plan;
  }

  #needReferences(path: string, plan: Plan, root: ts.Node): void {
    for (const reference of referencedNames(root, this.#handlers)) {
      const [name = '', member] = reference.split('.');
      const imported = plan.outline.imports.get(name);
      if (imported?.name !== '*') this.#needName(path, plan, name);
      else this.#needNamespace(path, plan, name, { specifier: imported.specifier, name: member ?? '*' });
    }
  }

  #needNamespace(path: string, plan: Plan, name: string, binding: ImportedBinding): void {
    this.#needBinding(path, plan, binding);
    if (plan.names.has(name)) return;
    plan.names.add(name);
    this.#keepStatements(path, plan);
  }

  #needBinding(path: string, plan: Plan, { specifier, name }: ImportedBinding): void {
    if (!this.#needImport(path, plan, specifier, name)) this.#missing.push({ path, specifier, name });
  }

  #needName(path: string, plan: Plan, name: string): void {
    if (plan.names.has(name)) return;
    const imported = plan.outline.imports.get(name);
    const isDeclared = plan.outline.statements.some((statement) => statement.declares.includes(name));
    if (!imported && !isDeclared) return;
    plan.names.add(name);
    if (imported) this.#needBinding(path, plan, imported);
    this.#keepStatements(path, plan);
  }

  /** Keeps the statements that declare something needed, or change it. */
  #keepStatements(path: string, plan: Plan): void {
    for (const { node, declares } of plan.outline.statements) {
      if (plan.statements.has(node)) continue;
      const isKept =
        declares.some((name) => plan.names.has(name)) ||
        [...this.#changedBy(plan, node)].some((name) => plan.names.has(name));
      if (!isKept) continue;
      plan.statements.add(node);
      for (const sibling of declares) this.#needName(path, plan, sibling);
      this.#needReferences(path, plan, node);
    }
  }

  #changedBy(plan: Plan, node: ts.Statement): ReadonlySet<string> {
    let changes = plan.changes.get(node);
    if (!changes) plan.changes.set(node, (changes = this.#changes.changedNames(node)));
    return changes;
  }

  /** @returns Whether there is such an export, as far as the author's own modules tell. */
  #needImport(path: string, plan: Plan, specifier: string, name: string): boolean {
    const target = this.#project.resolve(specifier, path);
    if (!target?.isSource) return true;
    plan.dependencies.add(target.path);
    return this.#needExport(target.path, name);
  }

  #needExport(path: string, name: string): boolean {
    const plan = this.#planOf(path);
    if (!plan) return true;
    let found = plan.asked.get(name);
    if (found === undefined) {
      // Set first, so that modules that re-export each other end.
      plan.asked.set(name, name === '*');
      plan.asked.set(name, (found = this.#followExport(path, plan, name)));
    }
    return found;
  }

  #followExport(path: string, plan: Plan, name: string): boolean {
    const { exports, reExports, starExports } = plan.outline;
    if (name === '*') {
      for (const exported of [...exports.keys(), ...reExports.keys()]) this.#needExport(path, exported);
    }
    const local = exports.get(name);
    if (local !== undefined) {
      this.#needName(path, plan, local);
      return true;
    }
    const origin = reExports.get(name);
    if (origin) {
      plan.reExports.add(name);
      return this.#needImport(path, plan, origin.specifier, origin.name);
    }
    // `default` is never part of `export *`.
    if (name === 'default') return false;
    plan.starExports ||= starExports.length > 0;
    const found = starExports.map((specifier) => this.#needImport(path, plan, specifier, name));
    return name === '*' || found.includes(true);
  }
}
