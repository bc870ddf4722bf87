import type { Foreign, ModuleGraph, Unit } from './module-graph.ts';
import { isFunction, isUnchangeable } from './is-inert.ts';

/** Which statements are run, and which are not though they may change what the schemas need. */
export interface ChosenStatements {
  readonly kept: ReadonlySet<Unit>;
  readonly leftOut: readonly LeftOutStatement[];
}

/** A statement that may change what the schemas need, but mentions what the build does not run. */
export interface LeftOutStatement {
  readonly unit: Unit;
  /** The value that it may change. */
  readonly name: string;
  readonly foreign: Foreign;
}

/**
 * Chooses what is run of the author's modules: all that the schemas mention, and every statement that may change it,
 * unless that one mentions what is not there. Code gets at values only through names, so what a statement may change
 * is at most what it mentions, what that mentions, and what such statements put into each other.
 *
 * @param tools - The statements with the tools that are evaluated.
 * @param others - Those with other tools, which are not run.
 */
export function chooseStatements(
  graph: ModuleGraph,
  tools: ReadonlySet<Unit>,
  others: ReadonlySet<Unit>,
): ChosenStatements {
  const units = [...graph.modules.values()].flatMap((module) => module.units);
  const users = usersOf(units);
  const needed = reachableFrom(tools);
  const foreign = findForeign(units, users, needed, others);
  const acting = units.filter(({ isInert }) => !isInert);
  const changeable = [...needed].filter((unit) => !tools.has(unit) && !isUnchangeable(unit.node));
  const related = findRelated(acting, users, [...changeable, ...tools, graph.prototypes, graph.typebox]);
  // Each that is left out is reported for what it mentions, so what it may have put it into need not be.
  const safe = acting.filter((unit) => !foreign.has(unit));
  const relatedToSchemas = findRelated(
    safe,
    users,
    [...changeable, graph.prototypes],
    new Set([...tools, ...others]),
  );
  const runnable = safe.filter((unit) => related.has(unit));
  return {
    kept: reachableFrom([...tools, ...runnable]),
    leftOut: acting.flatMap((unit) => {
      const [name, why] = [relatedToSchemas.get(unit), foreign.get(unit)];
      return name === undefined || !why || needed.has(unit) ? [] : [{ unit, name, foreign: why }];
    }),
  };
}

function usersOf(units: readonly Unit[]): ReadonlyMap<Unit, readonly Unit[]> {
  const users = new Map<Unit, Unit[]>();
  for (const unit of units)
    for (const used of unit.uses) {
      const known = users.get(used);
      if (known) known.push(unit);
      else users.set(used, [unit]);
    }
  return users;
}

function reachableFrom(roots: Iterable<Unit>): Set<Unit> {
  const found = new Set(roots);
  // Iterating over a set goes on to what is added meanwhile.
  for (const unit of found) for (const used of unit.uses) found.add(used);
  return found;
}

/** What mentions what the build does not run. What schemas need is run all the same: only its functions may run later. */
function findForeign(
  units: readonly Unit[],
  users: ReadonlyMap<Unit, readonly Unit[]>,
  needed: ReadonlySet<Unit>,
  others: ReadonlySet<Unit>,
): ReadonlyMap<Unit, Foreign> {
  const isRun = (unit: Unit): boolean => needed.has(unit) && !isFunction(unit.node);
  const found = new Map<Unit, Foreign>();
  for (const unit of units) {
    const foreign = others.has(unit) ? { tool: unit.declares[0] ?? 'default' } : unit.foreign;
    if (foreign && !isRun(unit)) found.set(unit, foreign);
  }
  for (const [unit, foreign] of found)
    for (const user of users.get(unit) ?? []) if (!found.has(user) && !isRun(user)) found.set(user, foreign);
  return found;
}

/**
 * Finds the statements that may get at one of some values: by a name, or through what another statement may have put
 * it into.
 *
 * @param barriers - Statements through which none is followed.
 * @returns The name of a value that each may get at.
 */
function findRelated(
  acting: readonly Unit[],
  users: ReadonlyMap<Unit, readonly Unit[]>,
  values: readonly Unit[],
  barriers: ReadonlySet<Unit> = new Set(),
): ReadonlyMap<Unit, string> {
  const found = new Map<Unit, string>();
  const related = new Map<Unit, string>(values.map((unit) => [unit, unit.declares[0] ?? '']));
  const isActing = new Set(acting);
  const joined = new Set<Unit>();
  // Iterating over a map goes on to what is added meanwhile.
  for (const [unit, name] of related) {
    for (const user of users.get(unit) ?? []) {
      if (barriers.has(user) || found.has(user)) continue;
      found.set(user, name);
      if (!related.has(user)) related.set(user, name);
    }
    if (isActing.has(unit)) joinUsed(unit, name);
  }
  return found;

  function joinUsed(unit: Unit, name: string): void {
    const due = [...unit.uses];
    for (let used = due.pop(); used; used = due.pop()) {
      if (joined.has(used) || barriers.has(used)) continue;
      joined.add(used);
      due.push(...used.uses);
      if (!isUnchangeable(used.node) && !related.has(used)) related.set(used, name);
    }
  }
}
