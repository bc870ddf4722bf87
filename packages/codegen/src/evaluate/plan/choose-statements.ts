import { closureOf } from '@btcp/schema/internal';
import { push } from '../../source/group-by.ts';
import { ts } from '../../source/ts.ts';
import type { ModuleGraph, Unit } from './module-graph.ts';
import { isUnchangeable } from './side-effects.ts';

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
  /** In words. */
  readonly foreign: string;
}

const usesOf = ({ uses }: Unit): Iterable<Unit> => uses;

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
  const users = new Map<Unit, Unit[]>();
  for (const unit of units) for (const used of unit.uses) push(users, used, unit);
  const needed = closureOf(tools, usesOf);
  // What schemas need runs anyway, unless it is a function or class that they may not call.
  const isRun = (unit: Unit): boolean =>
    needed.has(unit) && !isUnchangeable(unit.node) && !ts.isClassDeclaration(unit.node);
  const foreign = new Map<Unit, string>();
  for (const unit of units) {
    const why = others.has(unit) ? TOOL : unit.foreign;
    if (why !== undefined && !isRun(unit)) foreign.set(unit, why);
  }
  for (const [unit, why] of foreign)
    for (const user of users.get(unit) ?? []) if (!foreign.has(user) && !isRun(user)) foreign.set(user, why);
  const acting = units.filter(({ isInert }) => !isInert);
  const safe = new Set(acting.filter((unit) => !foreign.has(unit)));
  const own = [...needed].filter((unit) => !tools.has(unit) && !isUnchangeable(unit.node));
  const values = [...new Set([...own, schemaMaking])];
  const related = findRelated([...values, ...tools], users, safe, new Set());
  // Does not report statements that only register a tool or make an unused schema.
  const changing = findRelated(values, users, safe, new Set([...tools, ...others]));
  return {
    kept: closureOf([...tools, ...[...safe].filter((unit) => related.has(unit))], usesOf),
    leftOut: acting.flatMap((unit) => {
      const [name, why = TOOL] = [changing.get(unit), foreign.get(unit)];
      return name === undefined || why === TOOL || needed.has(unit) ? [] : [{ unit, name, foreign: why }];
    }),
  };
}

/** Stands for a tool that is not evaluated: of what uses one, nothing is said. */
const TOOL = 'a tool';

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
  const joined = new Set(barriers);
  // Iterating over a map includes entries added during the loop.
  for (const [unit, name] of found) {
    const next = [...(users.get(unit) ?? []), ...(safe.has(unit) ? joinUsed(unit) : [])];
    for (const each of next) if (!barriers.has(each) && !found.has(each)) found.set(each, name);
  }
  return found;

  /** Values that a statement may store in each other. */
  function joinUsed(unit: Unit): readonly Unit[] {
    const due = closureOf(
      [...unit.uses].filter((each) => !joined.has(each)),
      ({ uses }) => [...uses].filter((each) => !joined.has(each)),
    );
    for (const each of due) joined.add(each);
    return [...due].filter(({ node }) => !isUnchangeable(node));
  }
}
