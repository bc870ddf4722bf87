import { ts } from './ts.ts';
import type { ImportedBinding } from './module-outline.ts';
import type { SourceProject } from './source-project.ts';

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
  const local = findLocal(name);
  if (local) return local.value;
  const path = name.getSourceFile().fileName;
  const imported = project.outlineOf(path)?.imports.get(name.text);
  if (!imported) return findTopLevel(path, name.text, project, new Set());
  const exported = imported.name === '*' ? member : imported.name;
  return exported === undefined
    ? undefined
    : followImport(path, { ...imported, name: exported }, project, new Set());
}

function followImport(
  path: string,
  { specifier, name }: ImportedBinding,
  project: SourceProject,
  seen: Set<string>,
): ts.Node | undefined {
  const target = project.resolve(specifier, path);
  const key = `${target?.path}\0${name}`;
  if (!target?.isSource || seen.has(key)) return undefined;
  seen.add(key);
  const outline = project.outlineOf(target.path);
  const local = outline?.exports.get(name);
  if (local !== undefined) return findTopLevel(target.path, local, project, seen);
  const origin = outline?.reExports.get(name);
  if (origin) return followImport(target.path, origin, project, seen);
  for (const star of outline?.starExports ?? []) {
    const found = followImport(target.path, { specifier: star, name }, project, seen);
    if (found) return found;
  }
  return undefined;
}

function findTopLevel(
  path: string,
  name: string,
  project: SourceProject,
  seen: Set<string>,
): ts.Node | undefined {
  const outline = project.outlineOf(path);
  const imported = outline?.imports.get(name);
  if (imported) return followImport(path, imported, project, seen);
  for (const statement of outline?.statements ?? []) {
    if (!statement.declares.includes(name)) continue;
    if (ts.isExportAssignment(statement.node)) return statement.node.expression;
    if (ts.isFunctionDeclaration(statement.node)) return statement.node;
    return findDeclared(statement.node, name);
  }
  return undefined;
}

/** A local declaration in scope; parameters have no initializer. */
function findLocal(name: ts.Identifier): { readonly value: ts.Node | undefined } | undefined {
  for (let node: ts.Node = name; node.parent && !ts.isSourceFile(node.parent); node = node.parent) {
    const { parent } = node;
    if (ts.isFunctionLike(parent) && parent.parameters.some((item) => declares(item, name.text)))
      return { value: undefined };
    if (!ts.isBlock(parent)) continue;
    for (const statement of parent.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name.text)
        return { value: statement };
      const value = findDeclared(statement, name.text);
      if (value) return { value };
    }
  }
  return undefined;
}

function declares({ name }: ts.ParameterDeclaration, text: string): boolean {
  return ts.isIdentifier(name) && name.text === text;
}

function findDeclared(statement: ts.Statement, name: string): ts.Node | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  return statement.declarationList.declarations.find(
    (declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name,
  )?.initializer;
}
