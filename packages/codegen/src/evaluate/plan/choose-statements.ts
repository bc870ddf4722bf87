import { closureOf } from '@btcp/schema';
import { push } from '../../source/group-by.ts';
import { isFunction, isUnchangeable } from './side-effects.ts';
import type { Foreign, ModuleGraph, Unit } from './module-graph.ts';

/** The statements to run, and those that are omitted although they may change a schema. */
export interface ChosenStatements {
  readonly kept: ReadonlySet<Unit>;
  readonly leftOut: readonly LeftOutStatement[];
}

/** A statement that may change a schema, but mentions something foreign to the build. */
export interface LeftOutStatement {
  readonly unit: Unit;
  /** The value that it may change. */
  readonly name: string;
  readonly foreign: Foreign;
}

/**
 * Chooses the statements to run: the transitive closure of what the schemas mention, and every statement that may change
 * one of those values, unless it is foreign. Over-approximates: a statement may change whatever is reachable through
 * the names it mentions, or through values that other statements have stored there.
 *
 * @param tools - The statements of the tools that are evaluated.
 * @param others - The statements of other tools, which are not run.
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
  // Does not report statements that only register a tool or make an unused schema.
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

const reachableFrom = (roots: Iterable<Unit>): ReadonlySet<Unit> => closureOf(roots, ({ uses }) => uses);

/** Finds the statements that mention something foreign, transitively, except what schemas need and so run anyway. */
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
 * Finds the statements that can reach one of the values: by name, or through another value that it may be stored in.
 *
 * @param safe - The statements that may be run.
 * @param barriers - Statements at which the search stops.
 * @returns By statement, the name of a value that it can reach.
 */
function findRelated(
  values: readonly Unit[],
  users: ReadonlyMap<Unit, readonly Unit[]>,
  safe: ReadonlySet<Unit>,
  barriers: ReadonlySet<Unit>,
): ReadonlyMap<Unit, string> {
  const found = new Map(values.map((unit) => [unit, unit.declares[0] ?? '']));
  const joined = new Set<Unit>();
  // Iterating over a map includes entries added during the loop.
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
