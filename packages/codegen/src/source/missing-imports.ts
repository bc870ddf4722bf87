import { dirname, join, resolve } from 'node:path';
import { ASSET_LOADERS } from '../system/asset-loaders.ts';
import { isImportRequire } from './module-outline.ts';
import type { SourceProject } from './source-project.ts';
import { ts } from './ts.ts';
import { existsSync } from 'node:fs';
import { statOf } from '../system/stat-of.ts';
import { isOwn } from './match-files.ts';

/** Whether an import of the author's own code leads to no file. Assets, which a build leaves out, are none. */
export function isMissing(project: SourceProject, specifier: string, from: string): boolean {
  const targets = ownTargets(project.root, project.options, specifier, from);
  if (targets.length === 0 || targets.some((path) => ASSETS.some((ending) => path.endsWith(ending))))
    return false;
  return project.resolve(specifier, from) === undefined && !targets.some(isThere);
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
      else if (isMissing(project, specifier.text, path) && !isIn(project, outDir, specifier.text, path))
        missing.push(specifier);
    }
  }
  return missing;
}

const isIn = (project: SourceProject, folder: string, specifier: string, from: string): boolean =>
  ownTargets(project.root, project.options, specifier, from).some((path) => dirname(path) === folder);

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
  if (ts.isImportEqualsDeclaration(node))
    return isImportRequire(node) && ts.isExternalModuleReference(node.moduleReference)
      ? node.moduleReference.expression
      : undefined;
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

/**
 * The absolute paths, maybe without an extension, that an import of the author's own code names: by a relative path, or by
 * `paths` of the tsconfig. None for a package.
 *
 * @param from - Absolute path of the file that imports it.
 */
function ownTargets(
  root: string,
  options: ts.CompilerOptions,
  specifier: string,
  from: string,
): readonly string[] {
  // Bundlers read what follows, as in `./icon.svg?raw`.
  const path = specifier.replace(/(?!^)[?#].*$/, '');
  const targets = /^\.\.?(?:\/|$)/.test(path) ? [resolve(dirname(from), path)] : mappedTo(options, path);
  return targets.every((each) => isOwn(root, each)) ? targets : [];
}

function mappedTo(
  { paths = {}, baseUrl, pathsBasePath }: ts.CompilerOptions,
  path: string,
): readonly string[] {
  const base = baseUrl ?? (pathsBasePath as string);
  return Object.entries(paths).flatMap(([pattern, targets]) => {
    const filled = filledBy(pattern, path);
    return filled === undefined
      ? []
      : targets.map((target) =>
          resolve(
            base,
            target.replace('*', () => filled),
          ),
        );
  });
}

/** What `*` of a pattern stands for in a specifier that it matches. One that matches all may be a package's. */
function filledBy(pattern: string, path: string): string | undefined {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return path === pattern ? '' : undefined;
  const isMatch = start !== '' && path.startsWith(start) && path.slice(start.length).endsWith(end);
  return isMatch ? path.slice(start.length, path.length - end.length) : undefined;
}

/** What bundlers add to a path that TypeScript does not read. */
const ENDINGS = ['', '.json', '.css'];

/** Whether a bundler finds something at a path, which need not be code. */
function isThere(path: string): boolean {
  return ENDINGS.some((ending) => statOf(path + ending)?.isFile()) || existsSync(join(path, 'package.json'));
}
