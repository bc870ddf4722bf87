import { ast, is } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import {
  hasModifier,
  isAccess,
  isAssignment,
  isClass,
  isFunctionNode,
  isModuleLevel,
  unwrap,
} from '../read/syntax.ts';

type Node = ast.Node;

/** A top-level statement with a side effect, and the declarations that it may change. */
export interface InitializerEffect {
  readonly statement: Node;
  readonly targets: readonly Node[];
}

const effectsOfFiles = new WeakMap<ast.SourceFile, readonly InitializerEffect[]>();

/**
 * The initializer side effects of a file: top-level statements that change a variable, class or function of any module.
 * `hooks.set('wipe', wipe)`, `register('wipe', wipe)`, `Tool.prototype.run = run`, `const stop = listen(render)`.
 */
export function initializerEffectsOf(code: Code, file: ast.SourceFile): readonly InitializerEffect[] {
  let effects = effectsOfFiles.get(file);
  if (!effects) {
    effects = effectExpressions(file).map((statement) => ({
      statement,
      targets: targetsOf(code, statement),
    }));
    effectsOfFiles.set(file, effects);
  }
  return effects;
}

// Skips exported variables: their initializers may define tools, which are analysed one by one.
function effectExpressions({ statements }: ast.SourceFile | ast.ModuleBlock): readonly Node[] {
  return [...statements].flatMap((statement): readonly Node[] => {
    if (is.isModuleDeclaration(statement) && statement.body && is.isModuleBlock(statement.body))
      return effectExpressions(statement.body);
    if (is.isExpressionStatement(statement)) {
      const value = unwrap(statement.expression);
      return isAssignment(value) || is.isCallExpression(value) ? [value] : [];
    }
    if (!is.isVariableStatement(statement) || hasModifier(statement, ast.SyntaxKind.ExportKeyword)) return [];
    return statement.declarationList.declarations.flatMap(({ initializer }) => {
      const call = initializer && unwrap(initializer);
      return call && is.isCallExpression(call) && call.arguments.length > 0 ? [call] : [];
    });
  });
}

// The names at the root of the changed or called expression, and the member.
function targetsOf(code: Code, node: Node): readonly Node[] {
  const changed = unwrap(
    is.isBinaryExpression(node) ? node.left : is.isCallExpression(node) ? changedArgument(node) : node,
  );
  const names: Node[] = is.isPropertyAccessExpression(changed) ? [changed] : [];
  let root = changed;
  while (isAccess(root) || is.isCallExpression(root)) {
    root = unwrap(root.expression);
    if (is.isIdentifier(root)) names.push(root);
  }
  if (is.isIdentifier(changed)) names.push(changed);
  const called = is.isCallExpression(node) ? unwrap(node.expression) : undefined;
  return names.flatMap((name) =>
    code.declaredAt(name).flatMap((each) => targetsIn(code, each, name === called)),
  );
}

// `Object.assign(Tool.prototype, { run })`.
function changedArgument({ expression, arguments: args }: ast.CallExpression): Node {
  const [first] = args;
  return first && /^(?:Object|Reflect)\./.test(expression.getText()) ? first : expression;
}

// A called function may store its arguments in the module-level variables and classes that it names.
function targetsIn(code: Code, declared: Node, isCalled: boolean): readonly Node[] {
  const value =
    is.isVariableDeclaration(declared) && declared.initializer ? unwrap(declared.initializer) : declared;
  if (!isFunctionNode(value)) return value === declared ? [declared] : [declared, value];
  code.prefetch(value);
  const found = new Set<Node>(isCalled ? [] : [value]);
  const search = (node: Node): void => {
    for (const each of is.isIdentifier(node) ? code.declaredAt(node) : [])
      if ((is.isVariableDeclaration(each) && isModuleLevel(each)) || isClass(each)) found.add(each);
    node.forEachChild(search);
  };
  search(value);
  return [...found];
}
