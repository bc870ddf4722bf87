import type { Types as Code } from '../../source/types/types.ts';
import { ast, is, type Symbol } from '../../source/types/typescript.ts';
import { type FunctionNode, isConst, unwrap } from './syntax.ts';
import { declarationsOf, isFunctionValue } from './code-nodes.ts';
import { factsOf } from './unit-facts.ts';

/**
 * The project's own function that an expression names, where its declaration says so: a function, or a constant that is
 * one, by its name or as the member of a module. Methods are not followed: another class may have its own.
 */
export function functionNamed(code: Code, expression: ast.Expression): FunctionNode | undefined {
  const named = unwrap(expression);
  const symbol = is.isIdentifier(named)
    ? code.names.symbolAt(named)
    : is.isPropertyAccessExpression(named) && isModule(code, named.expression)
      ? code.names.symbolAt(named.name)
      : undefined;
  return symbol && functionOf(code, symbol);
}

function isModule(code: Code, expression: ast.Expression): boolean {
  const symbol = is.isIdentifier(expression) ? code.names.symbolAt(expression) : undefined;
  return symbol?.declarations.some(({ kind }) => kind === ast.SyntaxKind.NamespaceImport) ?? false;
}

function functionOf(code: Code, symbol: Symbol): FunctionNode | undefined {
  for (const declaration of declarationsOf(code, symbol)) {
    const value = constantValue(declaration) ?? declaration;
    if (isFunctionValue(value)) return value;
  }
  return undefined;
}

/** The initializer of a constant. */
export function constantValue(declaration: ast.Node): ast.Node | undefined {
  if (!is.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  const isConstant = isConst(declaration);
  return isConstant && is.isIdentifier(declaration.name) ? unwrap(declaration.initializer) : undefined;
}

/** A function that is reachable from a tool's handler. */
export interface ReachedUnit {
  readonly unit: ast.Node;
  /** The number of calls on the shortest path. */
  readonly depth: number;
  /** Whether a caller always catches its errors. */
  readonly isCaught: boolean;
}

/** The functions of the project that a tool runs by calling them by their declarations, the tool's own first. */
export function reachedUnits(
  roots: readonly ast.Node[],
  calleesOf: (unit: ast.Node) => readonly Callee[],
): readonly ReachedUnit[] {
  const reached = new Map<ast.Node, ReachedUnit>(
    roots.map((unit) => [unit, { unit, depth: 0, isCaught: false }]),
  );
  // Uncaught calls first, so that a function reached both ways counts as uncaught.
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
  readonly unit: ast.Node;
  readonly isCaught: boolean;
}

/** The functions that a function calls, memoised. */
export function calleesIn(code: Code): (unit: ast.Node) => readonly Callee[] {
  const known = new Map<ast.Node, readonly Callee[]>();
  return (unit) => {
    let callees = known.get(unit);
    if (!callees) {
      callees = factsOf(unit).calls.flatMap(({ call, isCaught }) => {
        const callee = functionNamed(code, call.expression);
        return callee ? [{ unit: callee, isCaught }] : [];
      });
      known.set(unit, callees);
    }
    return callees;
  };
}
