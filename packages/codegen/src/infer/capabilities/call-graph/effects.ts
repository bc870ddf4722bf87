import { ast, is } from '../../../source/types/typescript.ts';
import {
  hasModifier,
  isClass,
  isFunctionNode,
  isModuleLevel,
  namesFunction,
  rootOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import type { Units } from './units.ts';

type Node = ast.Node;

/** A top-level statement with a side effect, and the declarations that it may change. */
export interface Effect {
  readonly statement: Node;
  readonly targets: readonly Node[];
}

const known = new WeakMap<ast.SourceFile, readonly Effect[]>();

/**
 * The top-level statements of a file that may give a function to a variable or class of any module:
 * `hooks.set('wipe', wipe)`, `register('wipe', wipe)`, `Tool.prototype.run = run`, `const stop = listen(render)`.
 */
export function effectsOf(units: Units, file: ast.SourceFile): readonly Effect[] {
  let effects = known.get(file);
  if (!effects) {
    effects = effectExpressions(file).map((statement) => ({
      statement,
      targets: targetsOf(units, statement),
    }));
    known.set(file, effects);
  }
  return effects;
}

// Skips exported variables: their initializers may define tools, which are analysed one by one.
function effectExpressions({ statements }: ast.SourceFile | ast.ModuleBlock): readonly Node[] {
  return [...statements].flatMap((statement): readonly Node[] => {
    if (is.isModuleDeclaration(statement) && statement.body && is.isModuleBlock(statement.body))
      return effectExpressions(statement.body);
    if (is.isExpressionStatement(statement)) return [unwrap(statement.expression)];
    if (CONTROL.has(statement.kind)) return [statement];
    if (is.isClassDeclaration(statement))
      return statement.members.flatMap((member) =>
        is.isClassStaticBlockDeclaration(member) ? [member.body] : [],
      );
    if (!is.isVariableStatement(statement) || hasModifier(statement, ast.SyntaxKind.ExportKeyword)) return [];
    return statement.declarationList.declarations.flatMap(({ initializer }) => {
      const call = initializer && unwrap(initializer);
      return call && is.isCallExpression(call) && call.arguments.length > 0 ? [call] : [];
    });
  });
}

/** Statements that run others. */
const CONTROL: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.Block,
  ast.SyntaxKind.IfStatement,
  ast.SyntaxKind.DoStatement,
  ast.SyntaxKind.WhileStatement,
  ast.SyntaxKind.ForStatement,
  ast.SyntaxKind.ForInStatement,
  ast.SyntaxKind.ForOfStatement,
  ast.SyntaxKind.SwitchStatement,
  ast.SyntaxKind.LabeledStatement,
  ast.SyntaxKind.TryStatement,
]);

// The variables and classes that the statement changes or names, or the functions that it calls.
function targetsOf(units: Units, statement: Node): readonly Node[] {
  const named = namedIn(units, statement);
  const called = new Set(named.filter(isFunctionNode));
  // Iterating over a set includes elements added during the loop.
  for (const each of called)
    for (const inner of namedIn(units, each)) if (isFunctionNode(inner)) called.add(inner);
  return [
    ...named.filter((each) => !isFunctionNode(each) && !namesFunction(each)),
    ...[...called].flatMap((each) => namedIn(units, each).filter(isVariableOrClass)),
    ...units
      .stepsOf(statement)
      .flatMap((step) => (step.kind === 'change' ? units.code.declaredAt(rootOf(step.changed)) : [])),
  ];
}

function namedIn(units: Units, unit: Node): readonly Node[] {
  return units.stepsOf(unit).flatMap((step) => {
    if (step.kind === 'member') return step.declared ?? [];
    return step.kind === 'enter' ? step.unit : [];
  });
}

function isVariableOrClass(each: Node): boolean {
  return (is.isVariableDeclaration(each) && isModuleLevel(each)) || isClass(each);
}
