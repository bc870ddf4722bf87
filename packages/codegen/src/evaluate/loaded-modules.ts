import { readFileSync } from 'node:fs';
import { ts } from '../source/ts.ts';
import type { ModuleOutline } from '../source/module-outline.ts';
import type { SourceProject } from '../source/source-project.ts';
import { isImportCall, isOurs } from './call-origin.ts';

/** The author's modules that are loaded with a module: specifier → absolute path. */
export type Loads = ReadonlyMap<string, string>;

/** Finds the modules that a module's imports and re-exports load, whatever they are imported for. */
export function loadsOf(project: SourceProject, path: string, { file }: ModuleOutline): Loads {
  const found = new Map<string, string>();
  for (const node of file.statements) {
    const specifier = specifierOf(node);
    const target =
      specifier === undefined || isOurs(specifier) ? undefined : project.resolve(specifier, path);
    if (specifier !== undefined && target?.isSource) found.set(specifier, target.path);
  }
  return found;
}

function specifierOf(node: ts.Statement): string | undefined {
  if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) return textOf(node.moduleSpecifier);
  if (ts.isExportDeclaration(node) && !node.isTypeOnly) return textOf(node.moduleSpecifier);
  return undefined;
}

const textOf = (node: ts.Expression | undefined): string | undefined =>
  node && ts.isStringLiteral(node) ? node.text : undefined;

/** A place that imports one of the author's modules by a call. */
export interface ImportCall {
  readonly node: ts.CallExpression;
  readonly specifier: string;
  /** Absolute path. */
  readonly target: string;
}

/** Finds the calls of `import` in code, handlers left out. */
export function importCallsIn(
  root: ts.Node,
  project: SourceProject,
  handlers: ReadonlySet<ts.Node>,
): readonly ImportCall[] {
  const file = root.getSourceFile();
  if (!hasImportCalls(file)) return [];
  const found: ImportCall[] = [];
  const visit = (node: ts.Node): void => {
    if (handlers.has(node) || ts.isTypeNode(node)) return;
    const [specifier] = isImportCall(node) ? node.arguments : [];
    if (isImportCall(node) && specifier && ts.isStringLiteralLike(specifier)) {
      const target = project.resolve(specifier.text, file.fileName);
      if (target?.isSource) found.push({ node, specifier: specifier.text, target: target.path });
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

const WITH_IMPORT_CALLS = new WeakMap<ts.SourceFile, boolean>();

function hasImportCalls(file: ts.SourceFile): boolean {
  let found = WITH_IMPORT_CALLS.get(file);
  if (found === undefined) WITH_IMPORT_CALLS.set(file, (found = /\bimport\s*\(/.test(file.text)));
  return found;
}

// What a module without any of these does, it does to nothing but itself.
const REACHES_OUT =
  /\bfrom\s*['"]|\bimport\s*['"(]|\brequire\s*\(|\bprototype\b|\bglobalThis\b|\bprocess\.env\b/;

/** Whether a module's code may have to do with anything outside of it. Looks at its text, before it is parsed. */
export function reachesOut(path: string): boolean {
  try {
    return REACHES_OUT.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Whether a module is loaded for an import of it: TypeScript leaves out an import of names that are only types, or that
 * nothing mentions.
 */
export function isReallyLoaded(file: ts.SourceFile, specifier: string, options: ts.CompilerOptions): boolean {
  if (options.verbatimModuleSyntax) return true;
  return file.statements.some((node) => {
    if (specifierOf(node) !== specifier) return false;
    if (!ts.isImportDeclaration(node) || !node.importClause) return true;
    const names = new Set(namesOf(node.importClause));
    return file.statements.some((other) => !ts.isImportDeclaration(other) && mentions(other, names));
  });
}

function namesOf({ name, namedBindings }: ts.ImportClause): readonly string[] {
  const names = name ? [name.text] : [];
  if (!namedBindings) return names;
  if (ts.isNamespaceImport(namedBindings)) return [...names, namedBindings.name.text];
  return [
    ...names,
    ...namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map((each) => each.name.text),
  ];
}

function mentions(root: ts.Node, names: ReadonlySet<string>): boolean {
  const visit = (node: ts.Node): boolean => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return false;
    if (ts.isIdentifier(node)) return names.has(node.text);
    return ts.forEachChild(node, visit) ?? false;
  };
  return visit(root);
}
