import { Bindings, localDeclaration } from './bindings.ts';
import type { SourceProject } from './source-project.ts';
import { ts } from './ts.ts';

/** A function with a body. */
export type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

export function isFunction(node: ts.Node): node is FunctionNode {
  return ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node);
}

/**
 * Resolves a name from syntax alone, to the function that it declares or to its initializer.
 *
 * @param member - The export to resolve, if the name is a namespace.
 */
export function followName(
  name: ts.Identifier,
  project: SourceProject,
  member?: string,
): ts.Node | undefined {
  const local = localDeclaration(name);
  if (local) return valueOf(local, name.text);
  const bindings = new Bindings(project);
  const named = bindings.ofName(name.getSourceFile().fileName, name.text);
  const binding =
    named?.kind === 'namespace' && member !== undefined ? bindings.ofExport(named.path, member) : named;
  const statement = binding?.kind === 'own' && bindings.statementOf(binding.path, binding.name);
  if (!statement) return undefined;
  if (ts.isExportAssignment(statement)) return statement.expression;
  if (!ts.isVariableStatement(statement)) return valueOf(statement, binding.name);
  return statement.declarationList.declarations.flatMap((each) => valueOf(each, binding.name) ?? [])[0];
}

function valueOf(declaration: ts.Node, name: string): ts.Node | undefined {
  if (isFunction(declaration)) return declaration;
  const isNamed =
    ts.isVariableDeclaration(declaration) &&
    ts.isIdentifier(declaration.name) &&
    declaration.name.text === name;
  return isNamed ? declaration.initializer : undefined;
}
