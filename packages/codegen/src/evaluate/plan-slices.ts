import { dirname } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { SourceProject } from '../source/source-project.ts';
import { bindingId } from '../source/bindings.ts';
import { ChangeFinder } from './change-finder.ts';
import { ANYWHERE, belowOf, type Link, type Source, sourceAt } from './effects.ts';
import { findHandlers } from './find-handlers.ts';
import { NeedWatch, THE_NAME } from './need-watch.ts';
import {
  referencedNames,
  type ImportedBinding,
  type ModuleOutline,
  type StatementOutline,
} from '../source/module-outline.ts';
import type { ExternalImport, LeftOutStatement, MissingExport, Slice, SlicePlan } from './slice-plan.ts';
import { findStatementEffects } from './statement-effects.ts';
import { sliceModule, type ToolThunk } from './slice-module.ts';

/** A module and what of it the schemas need so far. */
interface Plan {
  readonly outline: ModuleOutline;
  readonly names: Set<string>;
  readonly reExports: Set<string>;
  readonly tools: Map<string, ToolThunk>;
  starExports: boolean;
  /** Exported names already asked for, and whether there is such an export. */
  readonly asked: Map<string, boolean>;
  readonly statements: Set<ts.Node>;
  readonly dependencies: Set<string>;
  /** Modules of the author's that it imports for what they do: specifier → path. */
  readonly sideEffects: ReadonlyMap<string, string>;
}

/** What is known of all tools of a project, also of those that are not planned for. */
export interface KnownTools {
  /** The members and values that are handler code. */
  readonly handlers: ReadonlySet<ts.Node>;
  /** The names that hold tools. */
  readonly names: ReadonlySet<Source>;
  readonly finder: ChangeFinder;
}

export function knowTools(project: SourceProject, tools: readonly DiscoveredTool[]): KnownTools {
  const handlers = findHandlers(tools, project);
  const names = tools.flatMap(({ file, localName }) =>
    localName === undefined ? [] : [bindingId(file, localName)],
  );
  const skipped = new Set([...handlers, ...tools.map((tool) => tool.definition)]);
  return { handlers, names: new Set(names), finder: new ChangeFinder(project, skipped) };
}

/** The name that a module's slice exports its n-th tool under. */
export const toolExport = (index: number): string => `__btcpTool${index}`;

/**
 * Follows, from each tool's definition, the names that its schemas mention through all of the author's modules,
 * and cuts each module down to them.
 *
 * @param tools - Tools by file, in the order their exports are numbered.
 * @param known - All tools there are, whichever of them are planned for.
 */
export function planSlices(
  project: SourceProject,
  tools: ReadonlyMap<string, readonly DiscoveredTool[]>,
  known: KnownTools,
): SlicePlan {
  const plans = new Plans(project, known);
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
  readonly #finder: ChangeFinder;
  /** The names that hold tools. */
  readonly #tools: ReadonlySet<Source>;
  readonly #watch = new NeedWatch();
  readonly #plans = new Map<string, Plan>();
  readonly #missing: MissingExport[] = [];
  readonly #leftOut = new Map<ts.Statement, LeftOutStatement>();

  constructor(project: SourceProject, { handlers, names, finder }: KnownTools) {
    this.#project = project;
    this.#handlers = handlers;
    this.#tools = names;
    this.#finder = finder;
  }

  needTool(path: string, id: string, tool: DiscoveredTool): void {
    const plan = this.#planOf(path);
    if (!plan) return;
    plan.tools.set(id, tool);
    this.#needReferences(path, plan, tool.definition);
    // A tool that is changed after it was defined is read from its binding.
    const { localName } = tool;
    if (localName !== undefined)
      this.#watch.onChanged(bindingId(path, localName), () => this.#needName(path, plan, localName));
    this.#watch.settle();
  }

  finish(): SlicePlan {
    const live = new Map([...this.#plans].filter(([path]) => this.#isLive(path)));
    const names = new Map([...live.keys()].map((path, index) => [path, sliceName(path, index)]));
    const externals = new Map<string, ExternalImport & { readonly importers: Set<string> }>();
    const slices = new Map<string, Slice>();
    for (const [path, plan] of live) {
      const specifierFor = (specifier: string): string =>
        this.#specifierFor(specifier, path, names, externals);
      const sideEffects = [...plan.sideEffects].filter(([, target]) => live.has(target));
      for (const [, target] of sideEffects) plan.dependencies.add(target);
      const needs = {
        ...plan,
        handlers: this.#handlers,
        sideEffects: new Set(sideEffects.map(([specifier]) => specifier)),
        specifierFor,
      };
      const text = sliceModule(plan.outline, needs, this.#project.relative(path));
      const { dependencies, tools } = plan;
      slices.set(path, { path, name: names.get(path) as string, text, toolCount: tools.size, dependencies });
    }
    return {
      slices,
      externals: [...externals.values()],
      missingExports: this.#missing,
      leftOut: [...this.#leftOut.values()],
    };
  }

  // A module that is imported for what it does counts if it does something to what is needed.
  #isLive(path: string, seen: Set<string> = new Set()): boolean {
    const plan = this.#plans.get(path);
    if (!plan || seen.has(path)) return false;
    seen.add(path);
    if (plan.tools.size > 0 || plan.asked.size > 0 || plan.statements.size > 0) return true;
    return [...plan.sideEffects.values()].some((target) => this.#isLive(target, seen));
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
    const known = this.#plans.get(path);
    if (known) return known;
    const outline = this.#project.outlineOf(path);
    if (!outline) return undefined;
    const plan: Plan = {
      outline,
      names: new Set(),
      reExports: new Set(),
      tools: new Map(),
      starExports: false,
      asked: new Map(),
      statements: new Set(),
      dependencies: new Set(),
      sideEffects: this.#sideEffectsOf(path, outline),
    };
    this.#plans.set(path, plan);
    for (const statement of outline.statements) this.#watchStatement(path, plan, statement);
    for (const target of plan.sideEffects.values()) this.#planOf(target);
    return plan;
  }

  #sideEffectsOf(path: string, { sideEffects }: ModuleOutline): ReadonlyMap<string, string> {
    return new Map(
      sideEffects.flatMap((specifier) => {
        const target = this.#project.resolve(specifier, path);
        return target?.isSource ? [[specifier, target.path]] : [];
      }),
    );
  }

  #watchStatement(path: string, plan: Plan, statement: StatementOutline): void {
    const effects = findStatementEffects(statement, this.#finder);
    const { changes, rebinds, mayChange, links, foreign, usesHost } = effects;
    const isApp = foreign !== undefined || usesHost;
    const keepFor = (source: Source): void =>
      isApp ? this.#leaveOut(plan, statement.node, source, foreign) : this.#keep(path, plan, statement);
    for (const source of rebinds) this.#watch.onNeeded(source, THE_NAME, () => keepFor(source));
    for (const place of changes)
      this.#watch.onNeeded(sourceAt(place), belowOf(place), () => keepFor(sourceAt(place)));
    for (const source of [...rebinds, ...[...changes].map(sourceAt)]) this.#watch.change(source);
    for (const place of mayChange) {
      const source = sourceAt(place);
      // `client.register(getCell)` is there for the tool, not for its schemas.
      if (!this.#tools.has(source)) this.#watch.onNeeded(source, belowOf(place), () => keepFor(source));
    }
    for (const link of links) this.#watchLink(link);
  }

  // What is changed inside of a holder, as far inside as what it holds, is changed there too.
  #watchLink({ holder, inHolder, held, inHeld }: Link): void {
    for (let depth = inHeld; depth <= ANYWHERE; depth++) {
      const inside = Math.min(inHolder + depth - inHeld, ANYWHERE);
      this.#watch.onNeeded(held, depth, () => this.#watch.need(holder, inside));
    }
  }

  #leaveOut(plan: Plan, node: ts.Statement, source: Source, specifier: string | undefined): void {
    if (plan.statements.has(node)) return;
    const name = source.slice(source.indexOf('\0') + 1);
    if (!this.#leftOut.has(node)) this.#leftOut.set(node, { node, name, specifier });
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
    plan.names.add(name);
  }

  #needBinding(path: string, plan: Plan, { specifier, name }: ImportedBinding): void {
    if (!this.#needImport(path, plan, specifier, name)) this.#missing.push({ path, specifier, name });
  }

  #needName(path: string, plan: Plan, name: string): void {
    if (plan.names.has(name)) return;
    const imported = plan.outline.imports.get(name);
    const declaring = plan.outline.statements.filter((statement) => statement.declares.includes(name));
    if (!imported && declaring.length === 0) return;
    plan.names.add(name);
    if (imported) this.#needBinding(path, plan, imported);
    for (const statement of declaring) this.#keep(path, plan, statement);
    if (declaring.length > 0) this.#watch.need(bindingId(path, name));
  }

  #keep(path: string, plan: Plan, { node, declares }: StatementOutline): void {
    if (plan.statements.has(node)) return;
    plan.statements.add(node);
    this.#leftOut.delete(node);
    for (const sibling of declares) this.#needName(path, plan, sibling);
    this.#needReferences(path, plan, node);
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
