import type { ts } from '../source/ts.ts';
import { isInsideFunction } from '../discover/define-tool-names.ts';
import type { ModuleOutline, StatementOutline } from '../source/module-outline.ts';
import type { SourceProject } from '../source/source-project.ts';
import { doesSomething } from './does-something.ts';
import { type ImportCall, importCallsIn, isReallyLoaded, loadsOf, type Loads } from './loaded-modules.ts';
import type { ToolThunk } from './slice-module.ts';

/** A module and what of it the schemas need so far. */
export interface ModulePlan {
  readonly outline: ModuleOutline;
  readonly names: Set<string>;
  readonly reExports: Set<string>;
  readonly tools: Map<string, ToolThunk>;
  starExports: boolean;
  /** Exported names already asked for, and whether there is such an export. */
  readonly asked: Map<string, boolean>;
  readonly statements: Set<ts.Node>;
  readonly dependencies: Set<string>;
  /** Statements that may do more than give their names their values. */
  readonly acting: ReadonlySet<ts.Node>;
  /** Modules of the author's that are loaded with it. */
  readonly loads: Loads;
  /** Whether an import of it is one at run time, as far as anybody has asked. */
  readonly reallyLoads: Map<string, boolean>;
  /** Where its statements import others by a call. */
  readonly importCalls: readonly StatementImport[];
  /** Whether a statement of it is kept for what it does. */
  doesSomething: boolean;
}

/** A statement that imports one of the author's modules by a call. */
export interface StatementImport extends ImportCall {
  readonly statement: StatementOutline;
}

/** A plan for a module of which nothing is needed yet. */
export function planModule(
  project: SourceProject,
  path: string,
  outline: ModuleOutline,
  skipped: ReadonlySet<ts.Node>,
): ModulePlan {
  return {
    outline,
    names: new Set(),
    reExports: new Set(),
    tools: new Map(),
    starExports: false,
    asked: new Map(),
    statements: new Set(),
    dependencies: new Set(),
    acting: new Set(
      outline.statements.flatMap(({ node }) => (doesSomething(node, outline, skipped) ? [node] : [])),
    ),
    loads: loadsOf(project, path, outline),
    reallyLoads: new Map(),
    importCalls: statementImports(project, outline, skipped),
    doesSomething: false,
  };
}

function statementImports(
  project: SourceProject,
  { statements }: ModuleOutline,
  skipped: ReadonlySet<ts.Node>,
): readonly StatementImport[] {
  return statements.flatMap((statement) =>
    importCallsIn(statement.node, project, skipped)
      .filter(({ node }) => !isInsideFunction(node))
      .map((call) => ({ ...call, statement })),
  );
}

/** Whether anything of a module is evaluated. */
export function isNeeded({ tools, asked, statements }: ModulePlan): boolean {
  return tools.size > 0 || asked.size > 0 || statements.size > 0;
}

/** The modules that are kept for what they do, and those that load them. */
export function modulesDoing(
  project: SourceProject,
  plans: ReadonlyMap<string, ModulePlan>,
): ReadonlySet<string> {
  const found = new Set([...plans].flatMap(([path, plan]) => (plan.doesSomething ? [path] : [])));
  if (found.size === 0) return found;
  const loaders = new Map<string, string[]>();
  for (const [path, plan] of plans)
    for (const [specifier, target] of plan.loads)
      if (isLoaded(project, plan, specifier)) loaders.set(target, [...(loaders.get(target) ?? []), path]);
  for (const path of found) for (const loader of loaders.get(path) ?? []) found.add(loader);
  return found;
}

function isLoaded(project: SourceProject, plan: ModulePlan, specifier: string): boolean {
  const known = plan.reallyLoads.get(specifier);
  if (known !== undefined) return known;
  const found = isReallyLoaded(plan.outline.file, specifier, project.options);
  plan.reallyLoads.set(specifier, found);
  return found;
}
