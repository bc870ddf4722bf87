import { ast, is } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import {
  hasModifier,
  isAccess,
  isAssignment,
  isClass,
  isFunctionNode,
  isLazy,
  unwrap,
} from '../read/syntax.ts';

type Node = ast.Node;

/** A top-level statement that hands something to what keeps it, by the declarations that may. */
export interface Feeder {
  readonly statement: Node;
  readonly keepers: readonly Node[];
}

const feedersOfFiles = new WeakMap<ast.SourceFile, readonly Feeder[]>();

/**
 * The top-level statements of a file that put something into a variable, class or function, of this module or another:
 * `hooks.set('wipe', wipe)`, `register('wipe', wipe)`, `Tool.prototype.run = run`, `const stop = listen(render)`.
 */
export function feedersOf(code: Code, file: ast.SourceFile): readonly Feeder[] {
  let feeders = feedersOfFiles.get(file);
  if (!feeders) {
    feeders = feedingExpressions(file).map((statement) => ({
      statement,
      keepers: keepersOf(code, statement),
    }));
    feedersOfFiles.set(file, feeders);
  }
  return feeders;
}

/** The author's modules that a file imports only so that they run. */
export function modulesRunBy(code: Code, file: ast.SourceFile): readonly ast.SourceFile[] {
  return [...file.statements]
    .filter((statement) => is.isImportDeclaration(statement))
    .filter(({ importClause }) => !importClause)
    .flatMap(({ moduleSpecifier }) => code.moduleAt(moduleSpecifier).filter((unit) => is.isSourceFile(unit)));
}

// What a module exports may be made by a function that makes tools, each of which is looked at by itself.
function feedingExpressions({ statements }: ast.SourceFile | ast.ModuleBlock): readonly Node[] {
  return [...statements].flatMap((statement): readonly Node[] => {
    if (is.isModuleDeclaration(statement) && statement.body && is.isModuleBlock(statement.body))
      return feedingExpressions(statement.body);
    if (is.isExpressionStatement(statement)) {
      const value = unwrap(statement.expression);
      return isAssignment(value) || (is.isCallExpression(value) && value.arguments.length > 0) ? [value] : [];
    }
    if (!is.isVariableStatement(statement) || hasModifier(statement, ast.SyntaxKind.ExportKeyword)) return [];
    return statement.declarationList.declarations.flatMap(({ initializer }) => {
      const call = initializer && unwrap(initializer);
      return call && is.isCallExpression(call) && handsOver(call) ? [call] : [];
    });
  });
}

// Whether a call passes something that may be code.
function handsOver({ arguments: args }: ast.CallExpression): boolean {
  return args.some((arg) => !is.isLiteralExpression(arg) && !is.isTemplateExpression(arg));
}

function keepersOf(code: Code, node: Node): readonly Node[] {
  const changed = is.isBinaryExpression(node) ? node.left : is.isCallExpression(node) ? keptIn(node) : node;
  const names: Node[] = [];
  for (let at = unwrap(changed); ;) {
    if (is.isIdentifier(at)) names.push(at);
    if (isAccess(at) || is.isCallExpression(at)) at = unwrap(at.expression);
    else break;
  }
  if (is.isPropertyAccessExpression(unwrap(changed))) names.push(unwrap(changed));
  const called = is.isCallExpression(node) ? unwrap(node.expression) : undefined;
  return names.flatMap((name) =>
    code.declaredAt(name).flatMap((declared) => keepersIn(declared, name === called)),
  );
}

// `Object.assign(Tool.prototype, { run })`.
function keptIn({ expression, arguments: args }: ast.CallExpression): Node {
  const [first] = args;
  return first && /^(?:Object|Reflect)\./.test(expression.getText()) ? first : expression;
}

// A function that is called keeps what it is given in the variables and classes of its module that it names.
function keepersIn(declared: Node, isCalled: boolean): readonly Node[] {
  const value =
    is.isVariableDeclaration(declared) && declared.initializer ? unwrap(declared.initializer) : declared;
  if (!isFunctionNode(value)) return [declared, ...(isClass(value) && value !== declared ? [value] : [])];
  const keepers = variablesOf(value.getSourceFile());
  const found = new Set<Node>(isCalled ? [] : [value]);
  const search = (node: Node): void => {
    const keeper = is.isIdentifier(node) ? keepers.get(node.text) : undefined;
    if (keeper) found.add(keeper);
    node.forEachChild(search);
  };
  search(value);
  return [...found];
}

function variablesOf({ statements }: ast.SourceFile | ast.ModuleBlock): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const statement of statements) {
    if (is.isModuleDeclaration(statement) && statement.body && is.isModuleBlock(statement.body))
      for (const [name, node] of variablesOf(statement.body)) found.set(name, node);
    if (is.isClassDeclaration(statement) && statement.name) found.set(statement.name.text, statement);
    if (!is.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations)
      if (is.isIdentifier(declaration.name) && holdsObject(declaration))
        found.set(declaration.name.text, declaration);
  }
  return found;
}

function holdsObject({ initializer }: ast.VariableDeclaration): boolean {
  if (!initializer) return true;
  const value = unwrap(initializer);
  return !is.isLiteralExpression(value) && !is.isTemplateExpression(value) && !isLazy(value);
}
