import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { compiledBeside, isDeclaration, manifestOf } from '../../../source/match-files.ts';
import { type ast, is, SymbolFlags } from '../../../source/types/typescript.ts';
import { originOf } from '../../../source/whose-code.ts';
import type { Code } from './code.ts';

/** An import, or a whole module, in the place of which other code may run than is read here. */
export interface OtherCode {
  readonly node: ast.Node;
  readonly used: string;
}

const known = new WeakMap<ast.SourceFile, readonly OtherCode[]>();

/**
 * Where other code may run than what TypeScript resolves: a module with its compiled text beside it, which programs and
 * bundlers prefer in their own ways, and imports of a package.json that has conditions.
 */
export function otherCodeOf(file: ast.SourceFile): readonly OtherCode[] {
  let found = known.get(file);
  if (!found) known.set(file, (found = [...compiledOf(file), ...conditionalOf(file)]));
  return found;
}

function compiledOf(file: ast.SourceFile): readonly OtherCode[] {
  const beside = compiledBeside(file.fileName);
  return beside === undefined
    ? []
    : [{ node: file, used: `${basename(beside)} beside ${basename(file.fileName)}` }];
}

function conditionalOf(file: ast.SourceFile): readonly OtherCode[] {
  return file.statements.flatMap((statement) => {
    const node =
      is.isImportDeclaration(statement) || is.isExportDeclaration(statement)
        ? statement.moduleSpecifier
        : undefined;
    if (!node || !is.isStringLiteral(node) || !node.text.startsWith('#')) return [];
    return hasConditions(manifestOf(file.fileName)) ? [{ node, used: node.text }] : [];
  });
}

/** Whether package.json leads an import to more than one place. */
function hasConditions(manifest: string | undefined): boolean {
  if (manifest === undefined) return false;
  const { imports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly imports?: object };
  return Object.values(imports).some((target) => typeof target !== 'string');
}

/** Specifiers of files that are no code. */
const ASSET =
  /^[^?#]*\.(?:css|s[ac]ss|less|styl|svg|png|jpe?g|gif|webp|avif|ico|mp[34]|webm|woff2?|[ot]tf|json|txt|md|html)(?:\?.*)?$/;

/** Whether a computed specifier ends as that of a file without code: `./locales/${language}.json`. */
export function isAssetPath(specifier: ast.Node): boolean {
  if (!is.isTemplateExpression(specifier)) return false;
  const { head, templateSpans } = specifier;
  const parts = [head, ...templateSpans.map(({ literal }) => literal)];
  return ASSET.test(parts.map(({ text }) => text).join('*'));
}

/**
 * Whether an import loads code that is not read: JavaScript that only declarations describe, or a package of which nothing is
 * taken. What is taken of a package is flagged where it is named.
 */
export function loadsOther(
  code: Code,
  statement: ast.ImportDeclaration | ast.ExportDeclaration,
  specifier: ast.Node,
): boolean {
  if (!is.isStringLiteral(specifier) || ASSET.test(specifier.text)) return false;
  const path = code.names.symbolAt(specifier)?.declarations[0]?.path;
  const clause = is.isImportDeclaration(statement) ? statement.importClause : statement;
  if (path === undefined) return clause === undefined;
  const origin = originOf(path);
  if (origin === 'dependency' || /\.[mc]?jsx?$/.test(path)) return clause === undefined;
  if (origin !== 'project' || !isDeclaration(path)) return false;
  const named = clause && is.isImportClause(clause) && !clause.name ? clause.namedBindings : undefined;
  return !named || !is.isNamedImports(named) || named.elements.some(({ name }) => isValue(code, name));
}

function isValue(code: Code, name: ast.Node): boolean {
  const symbol = code.names.symbolAt(name);
  const target = symbol && code.names.target(symbol);
  return target === undefined || (target.flags & SymbolFlags.Value) !== 0;
}
