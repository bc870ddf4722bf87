import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { type BodyNode, hasBody, isFunctionValue, isOfProject, resolveAlias } from './code-nodes.ts';
import { factsOf } from './unit-facts.ts';

/**
 * The project's own function that an expression names, where its declaration says so: a function, or a constant that is
 * one, by its name or as the member of a module. Methods are not followed: another class may have its own.
 */
export function functionNamed(checker: ts.TypeChecker, expression: ts.Expression): BodyNode | undefined {
  const named = unwrap(expression);
  const symbol = ts.isIdentifier(named)
    ? checker.getSymbolAtLocation(named)
    : ts.isPropertyAccessExpression(named) && isModule(checker, named.expression)
      ? checker.getSymbolAtLocation(named.name)
      : undefined;
  return symbol && functionOf(checker, symbol);
}

function isModule(checker: ts.TypeChecker, expression: ts.Expression): boolean {
  const symbol = ts.isIdentifier(expression) ? checker.getSymbolAtLocation(expression) : undefined;
  return symbol?.declarations?.some(ts.isNamespaceImport) ?? false;
}

function functionOf(checker: ts.TypeChecker, symbol: ts.Symbol): BodyNode | undefined {
  for (const declaration of resolveAlias(checker, symbol)?.declarations ?? []) {
    if (!isOfProject(declaration) || declaration.getSourceFile().isDeclarationFile) continue;
    const value = constantValue(declaration) ?? declaration;
    if (isFunctionValue(value)) return value;
  }
  return undefined;
}

/** What a constant is declared with. */
export function constantValue(declaration: ts.Node): ts.Expression | undefined {
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  const isConstant = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConstant && ts.isIdentifier(declaration.name) ? unwrap(declaration.initializer) : undefined;
}

/** A function that a tool runs. */
export interface ReachedUnit {
  readonly unit: ts.Node;
  /** How many calls lead there. */
  readonly depth: number;
  /** Whether what it throws is always caught on the way. */
  readonly isCaught: boolean;
}

/** The functions of the project that a tool runs by calling them by their declarations, the tool's own first. */
export function reachedUnits(
  roots: readonly ts.Node[],
  calleesOf: (unit: ts.Node) => readonly Callee[],
): readonly ReachedUnit[] {
  const reached = new Map<ts.Node, ReachedUnit>(
    roots.map((unit) => [unit, { unit, depth: 0, isCaught: false }]),
  );
  // What is not caught first, so that nothing is taken for caught that is not.
  for (const isCaught of [false, true]) {
    for (const { unit, depth } of reached.values()) {
      for (const callee of calleesOf(unit)) {
        if (callee.isCaught && !isCaught) continue;
        if (!reached.has(callee.unit))
          reached.set(callee.unit, { unit: callee.unit, depth: depth + 1, isCaught });
      }
    }
  }
  return [...reached.values()];
}

/** A function that another one calls. */
export interface Callee {
  readonly unit: ts.Node;
  readonly isCaught: boolean;
}

/** What a function calls, looked up once. */
export function calleesIn(checker: ts.TypeChecker): (unit: ts.Node) => readonly Callee[] {
  const known = new Map<ts.Node, readonly Callee[]>();
  return (unit) => {
    let callees = known.get(unit);
    if (!callees) {
      callees = factsOf(unit).calls.flatMap(({ call, isCaught }) => {
        const callee = functionNamed(checker, call.expression);
        return callee && hasBody(callee) ? [{ unit: callee, isCaught }] : [];
      });
      known.set(unit, callees);
    }
    return callees;
  };
}
