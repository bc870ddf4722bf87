import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { compiledBeside, isDeclaration, manifestOf } from '../../../source/match-files.ts';
import { type ast, is, SymbolFlags } from '../../../source/types/typescript.ts';
import { isText } from '../../../source/types/syntax.ts';
import { originOf } from '../../../source/whose-code.ts';
import type { Code } from './code.ts';

/** The compiled text beside a module, which programs and bundlers prefer in their own ways: `prices.js beside prices.ts`. */
export function compiledOf({ fileName }: ast.SourceFile): string | undefined {
  const beside = compiledBeside(fileName);
  return beside === undefined ? undefined : `${basename(beside)} beside ${basename(fileName)}`;
}

/**
 * Whether other code may run than the module that TypeScript resolves, because the package.json of a file has conditions
 * for what the file imports: `#lib`, or the package by its own name.
 */
export function isConditional(specifier: ast.Node): boolean {
  const path = isText(specifier) && !specifier.text.startsWith('.') ? specifier.text : undefined;
  const manifest = path === undefined ? undefined : manifestOf(specifier.getSourceFile().fileName);
  if (path === undefined || manifest === undefined) return false;
  const text = readFileSync(manifest, 'utf8').replace(/^\uFEFF/, '');
  const { name, imports, exports } = JSON.parse(text) as Record<string, unknown>;
  if (path.startsWith('#')) return hasConditions(imports);
  return `${path}/`.startsWith(`${String(name)}/`) && hasConditions(exports);
}

const hasConditions = (targets: unknown): boolean =>
  typeof targets === 'object' &&
  Object.entries(targets ?? {}).some(([key, target]) => typeof target !== 'string' || !/^[.#]/.test(key));

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
  if (!named || !is.isNamedImports(named) || named.elements.length === 0) return true;
  return code.keepsTypeImports || named.elements.some(({ name }) => isValue(code, name));
}

function isValue(code: Code, name: ast.Node): boolean {
  const symbol = code.names.symbolAt(name);
  const target = symbol && code.names.target(symbol);
  return target === undefined || (target.flags & SymbolFlags.Value) !== 0;
}
