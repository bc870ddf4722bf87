import { dirname, join, resolve } from 'node:path';
import { ASSET_LOADERS } from '../system/esbuild-service.ts';
import type { SourceProject } from './source-project.ts';
import { ts } from './ts.ts';
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { statOf } from '../system/paths.ts';
import { isOwn } from './match-files.ts';

/** Whether an import leads to no file of the author's, or to no package. Assets, which a build leaves out, are none. */
export function isMissing(project: SourceProject, specifier: string, from: string): boolean {
  const target = relativeTarget(specifier, from);
  if (target === undefined) return isMissingPackage(project, specifier, from);
  if (!isOwn(project.root, target)) return false;
  const isAsset = ASSETS.some((ending) => target.endsWith(ending));
  return !isAsset && project.resolve(specifier, from) === undefined && !isThere(target);
}

/** The package that a specifier names; undefined for aliases such as `@/cart` or `$lib`, and addresses such as `virtual:routes`. */
export const packageOf = (specifier: string): string | undefined =>
  /^(?:@[\w.-]+\/)?[a-z\d][\w.-]*(?=\/|$)/i.exec(specifier)?.[0];

// Installed ones count without types, and before they are built.
function isMissingPackage(project: SourceProject, specifier: string, from: string): boolean {
  const name = packageOf(specifier);
  if (name === undefined || isBuiltin(specifier) || project.resolve(specifier, from)) return false;
  for (let folder = dirname(from), parent; ; folder = parent) {
    if (existsSync(join(folder, 'node_modules', name)) || existsSync(join(folder, '.pnp.cjs'))) return false;
    parent = dirname(folder);
    if (parent === folder) return true;
  }
}

const ASSETS = Object.keys(ASSET_LOADERS);

/**
 * Finds the imports that lead to no file, in the author's modules that the given ones load. What is imported as a type only
 * is not loaded.
 *
 * @param paths - Absolute paths.
 * @param outDir - Absolute path of the folder that is yet to be written.
 * @returns The specifiers.
 */
export function findMissingImports(
  project: SourceProject,
  paths: readonly string[],
  outDir: string,
): readonly ts.StringLiteralLike[] {
  const missing: ts.StringLiteralLike[] = [];
  const reached = new Set(paths);
  // Iterating over a set includes elements added during the loop.
  for (const path of reached) {
    for (const specifier of specifiersLoadedBy(project.file(path))) {
      const target = project.resolve(specifier.text, path);
      if (target?.isSource) reached.add(target.path);
      else if (isMissing(project, specifier.text, path) && !isIn(outDir, specifier.text, path))
        missing.push(specifier);
    }
  }
  return missing;
}

const isIn = (folder: string, specifier: string, from: string): boolean =>
  dirname(relativeTarget(specifier, from) ?? '') === folder;

function specifiersLoadedBy(file: ts.SourceFile | undefined): readonly ts.StringLiteralLike[] {
  const found: ts.StringLiteralLike[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier)) found.push(specifier);
    ts.forEachChild(node, visit);
  };
  if (file) visit(file);
  return found;
}

/** What a node loads; nothing where it names types only. */
function specifierOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node)) return hasValue(node.importClause) ? node.moduleSpecifier : undefined;
  if (ts.isExportDeclaration(node))
    return node.isTypeOnly || areTypes(node.exportClause) ? undefined : node.moduleSpecifier;
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? node.arguments[0] : undefined;
}

function hasValue(clause: ts.ImportClause | undefined): boolean {
  return !clause || (!clause.isTypeOnly && (clause.name !== undefined || !areTypes(clause.namedBindings)));
}

const areTypes = (bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): boolean =>
  bindings !== undefined &&
  (ts.isNamedImports(bindings) || ts.isNamedExports(bindings)) &&
  bindings.elements.every(({ isTypeOnly }) => isTypeOnly);

/** The absolute path, maybe without an extension, that a relative import names; undefined for any other. */
function relativeTarget(specifier: string, from: string): string | undefined {
  // Bundlers read what follows, as in `./icon.svg?raw`.
  const path = specifier.replace(/[?#].*$/, '');
  return /^\.\.?(?:\/|$)/.test(path) ? resolve(dirname(from), path) : undefined;
}

/** What bundlers add to a path that TypeScript does not read. */
const ENDINGS = ['', '.json', '.css'];

/** Whether a bundler finds something at a path, which need not be code. */
function isThere(path: string): boolean {
  return ENDINGS.some((ending) => statOf(path + ending)?.isFile()) || existsSync(join(path, 'package.json'));
}
