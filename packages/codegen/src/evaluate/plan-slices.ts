import type { ts } from '../source/ts.ts';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { SourceProject } from '../source/source-project.ts';
import { bindingId } from '../source/bindings.ts';
import { referencedNames, type ImportedBinding, type StatementOutline } from '../source/module-outline.ts';
import { Candidates } from './candidates.ts';
import type { ChangeFinder } from './change-finder.ts';
import { ANYWHERE, belowOf, type Link, type Source, sourceAt } from './effects.ts';
import type { KnownTools } from './known-tools.ts';
import { importCallsIn, reachesOut } from './loaded-modules.ts';
import { type ModulePlan, modulesDoing, planModule } from './module-plan.ts';
import { NeedWatch, THE_NAME } from './need-watch.ts';
import { sliceModules } from './slice-modules.ts';
import type { LeftOutStatement, MissingExport, SlicePlan } from './slice-plan.ts';
import { findStatementEffects } from './statement-effects.ts';

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

const nameIn = (source: Source): string => source.slice(source.indexOf('\0') + 1);

class Plans {
  readonly #project: SourceProject;
  readonly #handlers: ReadonlySet<ts.Node>;
  readonly #finder: ChangeFinder;
  /** The names that hold tools. */
  readonly #tools: ReadonlySet<Source>;
  readonly #watch = new NeedWatch();
  readonly #candidates: Candidates;
  readonly #kept = new Set<ts.Node>();
  /** Statements of which it is known that they run what the build does not. */
  readonly #apps = new Set<ts.Node>();
  /** Whether what is needed is no more than what may have to do with it. */
  #isReaching = false;
  readonly #plans = new Map<string, ModulePlan>();
  readonly #missing: MissingExport[] = [];
  readonly #leftOut = new Map<ts.Statement, LeftOutStatement>();

  constructor(project: SourceProject, { handlers, names, finder }: KnownTools) {
    this.#project = project;
    this.#handlers = handlers;
    this.#tools = names;
    this.#finder = finder;
    this.#candidates = new Candidates(finder, handlers, (node) => this.#kept.has(node));
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
    this.#keepReached();
    this.#reportHidden();
    const all = { plans: this.#plans, handlers: this.#handlers };
    return {
      ...sliceModules(this.#project, all),
      missingExports: this.#missing,
      leftOut: [...this.#leftOut.values()],
    };
  }

  // Whatever may have to do with what is needed is kept, and what that needs, until nothing more is.
  #keepReached(): void {
    const candidates = this.#candidates;
    this.#isReaching = true;
    const loaded = new Set<string>();
    let isGrowing = true;
    while (isGrowing) {
      isGrowing = false;
      for (const [path, plan] of this.#plans)
        if (!loaded.has(path)) this.#load(path, plan, candidates, loaded);
      const reached = candidates.among(this.#neededSources());
      for (const { path, statement } of [...reached, ...this.#importingStatements()]) {
        const plan = this.#plans.get(path);
        if (!plan || plan.statements.has(statement.node)) continue;
        this.#keep(path, plan, statement);
        this.#watch.settle();
        isGrowing = true;
      }
    }
  }

  // What may run code that changes what is needed, but only beside what the build does not run.
  #reportHidden(): void {
    const needed = new Set(this.#neededSources());
    const said = new Set<Source>();
    for (const { path, statement, source } of this.#candidates.hiddenAmong(needed)) {
      const { node } = statement;
      const isKnown = this.#kept.has(node) || this.#apps.has(node) || this.#leftOut.has(node);
      if (isKnown || said.has(source) || !this.#plans.has(path)) continue;
      said.add(source);
      this.#leftOut.set(node, { node, name: nameIn(source), specifier: undefined, isHidden: true });
    }
  }

  #load(path: string, plan: ModulePlan, candidates: Candidates, loaded: Set<string>): void {
    loaded.add(path);
    candidates.add(path, plan);
    for (const target of [...plan.loads.values(), ...plan.importCalls.map((call) => call.target)])
      if (!this.#plans.has(target) && reachesOut(target)) this.#planOf(target);
  }

  // `await import('./patch.ts')`, of a module that does something to what is needed.
  #importingStatements(): readonly { readonly path: string; readonly statement: StatementOutline }[] {
    const doing = modulesDoing(this.#project, this.#plans);
    return [...this.#plans].flatMap(([path, { importCalls }]) =>
      importCalls.filter(({ target }) => doing.has(target)).map(({ statement }) => ({ path, statement })),
    );
  }

  #neededSources(): readonly Source[] {
    return [...this.#plans].flatMap(([path, { names, tools }]) => [
      ...[...names].map((name) => bindingId(path, name)),
      ...[...tools.values()].flatMap(({ localName }) =>
        localName === undefined ? [] : [bindingId(path, localName)],
      ),
    ]);
  }

  #planOf(path: string): ModulePlan | undefined {
    const known = this.#plans.get(path);
    if (known) return known;
    const outline = this.#project.outlineOf(path);
    if (!outline) return undefined;
    const plan = planModule(this.#project, path, outline, this.#finder.skipped);
    this.#plans.set(path, plan);
    for (const statement of outline.statements) this.#watchStatement(path, plan, statement);
    return plan;
  }

  #watchStatement(path: string, plan: ModulePlan, statement: StatementOutline): void {
    const effects = findStatementEffects(statement, this.#finder, plan.acting.has(statement.node));
    const { changes, rebinds, mayChange, links, foreign, usesHost } = effects;
    const isApp = foreign !== undefined || usesHost;
    if (isApp) this.#apps.add(statement.node);
    const keepFor = (source: Source): void =>
      isApp ? this.#leaveOut(plan, statement.node, source, foreign) : this.#keep(path, plan, statement);
    if (isApp)
      for (const source of [...rebinds, ...[...changes].map(sourceAt)]) this.#candidates.spoil(source);
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

  #leaveOut(plan: ModulePlan, node: ts.Statement, source: Source, specifier: string | undefined): void {
    if (plan.statements.has(node) || this.#isReaching) return;
    if (!this.#leftOut.has(node))
      this.#leftOut.set(node, { node, name: nameIn(source), specifier, isHidden: false });
  }

  #needReferences(path: string, plan: ModulePlan, root: ts.Node): void {
    for (const { target } of importCallsIn(root, this.#project, this.#handlers)) {
      plan.dependencies.add(target);
      this.#needExport(target, '*');
    }
    for (const reference of referencedNames(root, this.#handlers)) {
      const [name = '', member] = reference.split('.');
      const imported = plan.outline.imports.get(name);
      if (imported?.name !== '*') this.#needName(path, plan, name);
      else this.#needNamespace(path, plan, name, { specifier: imported.specifier, name: member ?? '*' });
    }
  }

  #needNamespace(path: string, plan: ModulePlan, name: string, binding: ImportedBinding): void {
    this.#needBinding(path, plan, binding);
    plan.names.add(name);
  }

  #needBinding(path: string, plan: ModulePlan, { specifier, name }: ImportedBinding): void {
    if (!this.#needImport(path, plan, specifier, name)) this.#missing.push({ path, specifier, name });
  }

  #needName(path: string, plan: ModulePlan, name: string): void {
    if (plan.names.has(name)) return;
    const imported = plan.outline.imports.get(name);
    const declaring = plan.outline.statements.filter((statement) => statement.declares.includes(name));
    if (!imported && declaring.length === 0) return;
    plan.names.add(name);
    if (imported) this.#needBinding(path, plan, imported);
    for (const statement of declaring) this.#keep(path, plan, statement);
    if (declaring.length > 0) this.#watch.need(bindingId(path, name));
  }

  #keep(path: string, plan: ModulePlan, { node, declares }: StatementOutline): void {
    if (plan.statements.has(node)) return;
    plan.statements.add(node);
    this.#kept.add(node);
    this.#leftOut.delete(node);
    plan.doesSomething ||= plan.acting.has(node);
    for (const sibling of declares) this.#needName(path, plan, sibling);
    this.#needReferences(path, plan, node);
  }

  /** @returns Whether there is such an export, as far as the author's own modules tell. */
  #needImport(path: string, plan: ModulePlan, specifier: string, name: string): boolean {
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

  #followExport(path: string, plan: ModulePlan, name: string): boolean {
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
