import { is, type ast } from '../../../source/types/typescript.ts';
import { enclosingFunction, isClass, isFunctionNode, isStatic } from '../read/syntax.ts';
import { type Origin, originOf } from '../read/whose-code.ts';
import type { KnownRun } from './known-run.ts';

type Node = ast.Node;

/** Whether a unit may run before the tool is called: when a module is loaded, or when the tool is made. */
function runsBefore(run: KnownRun, unit: Node, seen: Set<Node> = new Set()): boolean {
  if (is.isConstructorDeclaration(unit)) return runsBefore(run, unit.parent, seen);
  if (seen.has(unit)) return false;
  seen.add(unit);
  // Modules and their variables.
  if (!isFunctionNode(unit) && !isClass(unit)) return true;
  if (isClass(unit)) return [...unit.members].some(isStaticCode) || isMadeBefore(run, unit, seen);
  const arrival = run.findings.arrivals.get(unit);
  if (!arrival) return true;
  const callers = run.callersOf(unit);
  // Where no call is known, it runs where it is named.
  const runners = callers.length > 0 ? callers : arrival.from ? [arrival.from] : [];
  return runners.some((each) => runsBefore(run, each, seen));
}

/** Whether an object of a class may be made before the tool is called, or by code that was not read. */
export function isMadeBefore(
  run: KnownRun,
  node: ast.ClassLikeDeclaration,
  seen: Set<Node> = new Set(),
): boolean {
  const makers = [node, ...run.subclassesOf(node)].flatMap((each) => run.callersOf(each));
  return makers.length === 0 || makers.some((each) => runsBefore(run, each, seen));
}

/** Whether what stands at a node, such as an object literal, may be made before the tool is called. */
export function isWrittenBefore(run: KnownRun, node: Node): boolean {
  const owner = enclosingFunction(node);
  return !owner || runsBefore(run, owner);
}

/** Whether code of a unit runs only when its module is loaded. */
export function isLoading(unit: Node, node: Node): boolean {
  if (isFunctionNode(unit) || enclosingFunction(unit)) return false;
  if (!isClass(unit)) return true;
  const member = unit.members.find((each) => each.pos <= node.pos && node.end <= each.end);
  return !member || isStaticCode(member);
}

function isStaticCode(member: Node): boolean {
  return is.isClassStaticBlockDeclaration(member) || (is.isPropertyDeclaration(member) && isStatic(member));
}

/** Whether a variable may be older than the call that the code at its name runs in; one of the platform is no state. */
export function isOlderVariable(run: KnownRun, name: Node): boolean {
  const declared = run.code.declaredAt(name);
  if (declared.length === 0) return !isOf(run, name, ['platform']);
  return declared.some((each) => {
    const owner = enclosingFunction(each);
    return !owner || (owner !== enclosingFunction(name) && runsBefore(run, owner));
  });
}

/** Whether a name is one of others' code. */
export function isOf(run: KnownRun, name: Node, origins: readonly Origin[]): boolean {
  const symbol = is.isIdentifier(name) ? run.code.symbolAt(name) : undefined;
  const declarations = (symbol && run.code.target(symbol)?.declarations) ?? [];
  return declarations.some(({ path }) => origins.includes(originOf(path)));
}
