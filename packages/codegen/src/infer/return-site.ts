import { ts } from '../source/ts.ts';

/**
 * The statement to blame for what a function returns: the first `return` whose value is of the type, else the
 * first `return` at all, else `fallback`.
 *
 * @param declarations - The functions that `execute` may be.
 */
export function returnSite(
  checker: ts.TypeChecker,
  declarations: readonly ts.SignatureDeclaration[],
  type: ts.Type,
  fallback: ts.Node,
): ts.Node {
  const sites = declarations.flatMap(returnSites);
  return sites.find((site) => returnsType(checker, site, type)) ?? sites[0] ?? fallback;
}

/** The first `return` that returns nothing, or undefined where a function just ends. */
export function emptyReturnSite(
  checker: ts.TypeChecker,
  declarations: readonly ts.SignatureDeclaration[],
): ts.Node | undefined {
  return declarations.flatMap(returnSites).find((site) => {
    const value = returnedValue(site);
    return !value || partsOf(checker, value).some((part) => (part.flags & NOTHING) !== 0);
  });
}

const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Void;

// The `return` statements of a function, or the body of an arrow function that is just an expression.
function returnSites(declaration: ts.SignatureDeclaration): ts.Node[] {
  const body = ts.isFunctionLike(declaration) && 'body' in declaration ? declaration.body : undefined;
  if (!body || declaration.getSourceFile().isDeclarationFile) return [];
  if (!ts.isBlock(body)) return [body];
  const sites: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) sites.push(node);
    else if (!ts.isFunctionLike(node) && !ts.isClassLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return sites;
}

function returnedValue(site: ts.Node): ts.Expression | undefined {
  return ts.isReturnStatement(site) ? site.expression : (site as ts.Expression);
}

function returnsType(checker: ts.TypeChecker, site: ts.Node, type: ts.Type): boolean {
  const value = returnedValue(site);
  return value !== undefined && partsOf(checker, value).includes(type);
}

function partsOf(checker: ts.TypeChecker, value: ts.Expression): readonly ts.Type[] {
  const type = checker.getTypeAtLocation(value);
  const awaited = checker.getAwaitedType(type) ?? type;
  return awaited.isUnion() ? [awaited, ...awaited.types] : [awaited];
}
