import { isFunction, isUnchangeable } from './is-inert.ts';
import { type Foreign, type ModuleGraph, push, type Unit } from './module-graph.ts';

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
  { units, schemaMaking }: ModuleGraph,
  tools: ReadonlySet<Unit>,
  others: ReadonlySet<Unit>,
): ChosenStatements {
  const users = usersOf(units);
  const needed = reachableFrom(tools);
  const foreign = findForeign(units, users, needed, others);
  const acting = units.filter(({ isInert }) => !isInert);
  const safe = new Set(acting.filter((unit) => !foreign.has(unit)));
  const values = [...needed].filter((unit) => !tools.has(unit) && !isUnchangeable(unit.node));
  const related = findRelated([...values, ...tools, schemaMaking], users, safe, new Set());
  // What registers a tool, or makes a schema that no tool has, need not be reported.
  const changing = findRelated(values, users, safe, new Set([...tools, ...others]));
  return {
    kept: reachableFrom([...tools, ...[...safe].filter((unit) => related.has(unit))]),
    leftOut: acting.flatMap((unit) => {
      const [name, why] = [changing.get(unit), foreign.get(unit)];
      return name === undefined || !why || needed.has(unit) ? [] : [{ unit, name, foreign: why }];
    }),
  };
}

function usersOf(units: readonly Unit[]): ReadonlyMap<Unit, readonly Unit[]> {
  const users = new Map<Unit, Unit[]>();
  for (const unit of units) for (const used of unit.uses) push(users, used, unit);
  return users;
}

function reachableFrom(roots: Iterable<Unit>): ReadonlySet<Unit> {
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
    const tool = { kind: 'tool', name: unit.declares[0] ?? 'default' } as const;
    const foreign = others.has(unit) ? tool : unit.foreign;
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
 * @param safe - The statements that are run, if they are related.
 * @param barriers - Statements through which none is followed.
 * @returns The name of a value that each may get at.
 */
function findRelated(
  values: readonly Unit[],
  users: ReadonlyMap<Unit, readonly Unit[]>,
  safe: ReadonlySet<Unit>,
  barriers: ReadonlySet<Unit>,
): ReadonlyMap<Unit, string> {
  const found = new Map(values.map((unit) => [unit, unit.declares[0] ?? '']));
  const joined = new Set<Unit>();
  // Iterating over a map goes on to what is added meanwhile.
  for (const [unit, name] of found) {
    const next = new Set(users.get(unit));
    if (safe.has(unit)) for (const each of joinUsed(unit)) next.add(each);
    for (const each of next) if (!barriers.has(each) && !found.has(each)) found.set(each, name);
  }
  return found;

  function joinUsed(unit: Unit): readonly Unit[] {
    const due = new Set(unit.uses);
    for (const used of due) {
      if (joined.has(used) || barriers.has(used)) due.delete(used);
      else for (const each of used.uses) due.add(each);
      joined.add(used);
    }
    return [...due].filter(({ node }) => !isUnchangeable(node));
  }
}
