import { ts } from '../../source/ts.ts';
import { outerParent, unwrap } from '../../source/unwrap.ts';
import { isModuleLevel } from './symbol-steps.ts';

/**
 * The top-level statements that may put something into a variable of their module: `hooks.set('wipe', wipe)`, and
 * `register('wipe', wipe)` with a function of the module that names the variable; for a variable of a namespace also
 * what is called of the namespace.
 */
export function feedersOf(declaration: ts.VariableDeclaration): readonly ts.Node[] {
  const { name } = declaration;
  if (!ts.isIdentifier(name) || !isModuleLevel(declaration) || !holdsObject(declaration)) return [];
  const found: ts.Node[] = [];
  let names: (scope: Scope) => readonly string[] = (scope) => [
    name.text,
    ...functionsNaming(scope, name.text),
  ];
  for (let scope: ts.Node = declaration; scope; scope = scope.parent) {
    if (!ts.isSourceFile(scope) && !ts.isModuleBlock(scope)) continue;
    const expressions = scope.statements.filter(ts.isExpressionStatement);
    const calls = keptCalls(scope);
    const feeding = expressions.length + calls.length > 0 ? new Set(names(scope)) : undefined;
    if (feeding) found.push(...expressions.filter((statement) => namesAny(statement, feeding)));
    if (feeding) found.push(...calls.filter(({ expression }) => feeding.has(rootOf(expression) ?? '')));
    const outer = ts.isModuleBlock(scope) ? scope.parent.name.text : '';
    names = () => [outer];
  }
  return found;
}

/**
 * The top-level statements that change a class or function of their module: `Tool.prototype.run = run`,
 * `Object.assign(Tool.prototype, { run })`, `Tool.use(hook)`.
 */
export function changersOf(declaration: ts.Node): readonly ts.Node[] {
  const name = moduleNameOf(declaration);
  if (name === undefined) return [];
  const file = declaration.getSourceFile();
  const expressions = file.statements.filter(ts.isExpressionStatement).map((each) => unwrap(each.expression));
  return [...expressions, ...keptCalls(file)].filter((each) => rootOf(changed(each)) === name);
}

/**
 * The calls that pass something and whose result a module keeps to itself: `const stop = listen(render)`. What it
 * exports may be made by a function that makes tools, each of which is looked at by itself.
 */
export function keptCalls({ statements }: Scope): readonly ts.CallExpression[] {
  return statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement) || isExported(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ initializer }) => {
      const call = initializer && unwrap(initializer);
      return call && ts.isCallExpression(call) && handsOver(call) ? [call] : [];
    });
  });
}

function isExported(statement: ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Whether a top-level statement only adds a function to one of its module, whose reader reads it: `run.later = later`. */
export function addsToFunction(statement: ts.Statement): boolean {
  const { expression } = ts.isExpressionStatement(statement) ? statement : {};
  const assigned = expression && unwrap(expression);
  if (!assigned || !ts.isBinaryExpression(assigned) || !ts.isFunctionLike(unwrap(assigned.right)))
    return false;
  const root = ts.isIdentifier(assigned.left) ? undefined : rootOf(assigned.left);
  return (
    root !== undefined && statement.getSourceFile().statements.some((each) => definesFunction(each, root))
  );
}

function definesFunction(statement: ts.Statement, name: string): boolean {
  if (ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement))
    return statement.name?.text === name;
  if (!ts.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.some(({ name: own, initializer }) => {
    const value = initializer && unwrap(initializer);
    return (
      ts.isIdentifier(own) &&
      own.text === name &&
      value &&
      (ts.isFunctionLike(value) || ts.isClassExpression(value))
    );
  });
}

// `class Tool`, `function Tool`, or `const Tool = function`, at the top level.
function moduleNameOf(declaration: ts.Node): string | undefined {
  const outer = outerParent(declaration);
  if (ts.isVariableDeclaration(outer) && ts.isIdentifier(outer.name))
    return isModuleLevel(outer) ? outer.name.text : undefined;
  const isNamed = ts.isClassDeclaration(declaration) || ts.isFunctionDeclaration(declaration);
  return isNamed && ts.isSourceFile(declaration.parent) ? declaration.name?.text : undefined;
}

function changed(expression: ts.Expression): ts.Expression | undefined {
  if (ts.isBinaryExpression(expression)) return expression.left;
  if (!ts.isCallExpression(expression)) return undefined;
  if (/^(?:Object|Reflect)$/.test(rootOf(expression.expression) ?? '')) return expression.arguments[0];
  return ts.isPropertyAccessExpression(expression.expression) && handsOver(expression)
    ? expression.expression
    : undefined;
}

/** Whether a call passes something that may be code. */
export function handsOver({ arguments: args }: ts.CallExpression): boolean {
  return args.some((arg) => !ts.isLiteralExpression(arg) && !ts.isTemplateExpression(arg));
}

function rootOf(expression: ts.Expression | undefined): string | undefined {
  let root = expression && unwrap(expression);
  while (
    root &&
    (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root) || ts.isCallExpression(root))
  )
    root = unwrap(root.expression);
  return root && ts.isIdentifier(root) ? root.text : undefined;
}

/** Whether a variable can hold something that others change. */
export function holdsObject({ initializer }: ts.VariableDeclaration): boolean {
  if (!initializer) return true;
  const value = unwrap(initializer);
  return !ts.isLiteralExpression(value) && !ts.isTemplateExpression(value);
}

type Scope = ts.SourceFile | ts.ModuleBlock;

function functionsNaming({ statements }: Scope, name: string): readonly string[] {
  const wanted = new Set([name]);
  return statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      return statement.name && namesAny(statement, wanted) ? [statement.name.text] : [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name: own, initializer }) => {
      const isFunction = initializer && ts.isFunctionLike(unwrap(initializer));
      return ts.isIdentifier(own) && isFunction && namesAny(initializer, wanted) ? [own.text] : [];
    });
  });
}

function namesAny(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node)) return names.has(node.text);
  return ts.forEachChild(node, (child) => namesAny(child, names) || undefined) ?? false;
}
