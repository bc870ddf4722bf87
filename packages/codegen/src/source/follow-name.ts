import { type Binding, localDeclaration } from './bindings.ts';
import type { SourceProject } from './source-project.ts';
import { ts } from './ts.ts';

/** A function with a body. */
export type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

export function isFunction(node: ts.Node): node is FunctionNode {
  return ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node);
}

/**
 * Resolves a name, or a member of a namespace, from syntax alone: to the function that it declares, or to its initializer.
 */
export function followName(name: ts.Expression, project: SourceProject): ts.Node | undefined {
  const local = ts.isIdentifier(name) ? localDeclaration(name) : undefined;
  if (local) return valueOf(local, name.getText());
  const binding = project.bindings.ofReference(name);
  return binding?.kind === 'own' ? followBinding(binding, project) : undefined;
}

export function followBinding(
  { path, name }: Extract<Binding, { kind: 'own' }>,
  project: SourceProject,
): ts.Node | undefined {
  const statement = project.bindings.statementOf(path, name);
  if (!statement) return undefined;
  if (ts.isExportAssignment(statement)) return statement.expression;
  if (!ts.isVariableStatement(statement)) return valueOf(statement, name);
  return statement.declarationList.declarations.flatMap((each) => valueOf(each, name) ?? [])[0];
}

function valueOf(declaration: ts.Node, name: string): ts.Node | undefined {
  if (isFunction(declaration)) return declaration;
  const isNamed =
    ts.isVariableDeclaration(declaration) &&
    ts.isIdentifier(declaration.name) &&
    declaration.name.text === name;
  return isNamed ? declaration.initializer : undefined;
}
