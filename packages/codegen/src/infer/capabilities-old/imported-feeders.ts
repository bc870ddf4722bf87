import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { isFunctionValue, originOf } from './declarations.ts';
import { handsOver, holdsObject, keptCalls } from './feeders.ts';
import { isModuleLevel, resolveAlias } from './symbol-steps.ts';

type Feeders = ReadonlyMap<ts.Node, readonly ts.CallExpression[]>;

const feedersOfFiles = new WeakMap<ts.SourceFile, Feeders>();

/**
 * The top-level calls of a file that hand something to what it imports, by the variable or class that may keep it:
 * `Registry.use(hook)`, `use(plugin)`, `commands.set('wipe', wipe)`.
 */
export function importedFeeders(checker: ts.TypeChecker, file: ts.SourceFile): Feeders {
  let feeders = feedersOfFiles.get(file);
  if (!feeders) feedersOfFiles.set(file, (feeders = collect(checker, file)));
  return feeders;
}

function collect(checker: ts.TypeChecker, file: ts.SourceFile): Feeders {
  const feeders = new Map<ts.Node, readonly ts.CallExpression[]>();
  const expressions = file.statements.filter(ts.isExpressionStatement).map((each) => unwrap(each.expression));
  for (const call of [...expressions.filter(ts.isCallExpression).filter(handsOver), ...keptCalls(file)])
    for (const keeper of new Set(namesOf(call.expression).flatMap((name) => keepersAt(checker, name))))
      if (keeper.getSourceFile() !== file) feeders.set(keeper, [...(feeders.get(keeper) ?? []), call]);
  return feeders;
}

// `bus.on(type, listen).on` → `on`, `on`, `bus`.
function namesOf(callee: ts.Expression): readonly ts.Node[] {
  const names: ts.Node[] = [];
  let at = unwrap(callee);
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at)) {
    if (ts.isPropertyAccessExpression(at)) names.push(at.name);
    at = unwrap(at.expression);
  }
  return ts.isIdentifier(at) ? [...names, at] : names;
}

function keepersAt(checker: ts.TypeChecker, name: ts.Node): readonly ts.Node[] {
  const symbol = checker.getSymbolAtLocation(name);
  const declaration = symbol && resolveAlias(checker, symbol)?.valueDeclaration;
  if (!declaration || originOf(declaration) !== 'project') return [];
  if (ts.isClassDeclaration(declaration)) return [declaration];
  if (isFunctionValue(declaration)) return keepersNamedIn(declaration);
  if (!ts.isVariableDeclaration(declaration)) return [];
  const value = declaration.initializer && unwrap(declaration.initializer);
  return value && isFunctionValue(value) ? keepersNamedIn(value) : [declaration];
}

// The variables and classes of its module that a function names.
function keepersNamedIn(fn: ts.Node): readonly ts.Node[] {
  const keepers = keepersOf(fn.getSourceFile());
  const found = new Set<ts.Node>();
  const search = (node: ts.Node): void => {
    const keeper = ts.isIdentifier(node) ? keepers.get(node.text) : undefined;
    if (keeper) found.add(keeper);
    ts.forEachChild(node, search);
  };
  search(fn);
  return [...found];
}

function keepersOf({ statements }: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const declarations = statements.flatMap((statement): readonly ts.Node[] =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.filter((each) => isModuleLevel(each) && holdsObject(each))
      : ts.isClassDeclaration(statement)
        ? [statement]
        : [],
  );
  return new Map(
    declarations.flatMap((declaration): readonly [string, ts.Node][] => {
      const name = ts.getNameOfDeclaration(declaration as ts.Declaration); // a variable or class
      return name && ts.isIdentifier(name) ? [[name.text, declaration]] : [];
    }),
  );
}

/** The author's modules that a file imports only so that they run. */
export function modulesRunBy(checker: ts.TypeChecker, file: ts.SourceFile): readonly ts.SourceFile[] {
  return file.statements.flatMap((statement): readonly ts.SourceFile[] => {
    if (!ts.isImportDeclaration(statement) || statement.importClause) return [];
    const module = checker.getSymbolAtLocation(statement.moduleSpecifier)?.valueDeclaration;
    return module && ts.isSourceFile(module) && originOf(module) === 'project' ? [module] : [];
  });
}
