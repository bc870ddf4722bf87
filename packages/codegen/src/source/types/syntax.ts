import { ast, is } from './typescript.ts';

type Node = ast.Node;

/** A function, method, accessor or constructor. */
export type FunctionNode = ast.FunctionLikeDeclaration;

/** The expression inside parentheses, `as`, `satisfies`, `!`, type arguments and `await`. */
export function unwrap(node: Node): Node {
  let inner = node;
  while (isWrapper(inner)) inner = inner.expression;
  return inner;
}

/** The same, but for `await`. */
export function unwrapTyped(node: Node): Node {
  let inner = node;
  while (isTypeWrapper(inner)) inner = inner.expression;
  return inner;
}

export function outermost(node: Node): Node {
  let outer = node;
  while (isWrapper(outer.parent)) outer = outer.parent;
  return outer;
}

function isWrapper(node: Node): node is ast.ParenthesizedExpression {
  return isTypeWrapper(node) || is.isAwaitExpression(node);
}

function isTypeWrapper(node: Node): node is ast.ParenthesizedExpression {
  return (
    is.isParenthesizedExpression(node) ||
    is.isAsExpression(node) ||
    is.isSatisfiesExpression(node) ||
    is.isNonNullExpression(node) ||
    is.isTypeAssertion(node) ||
    is.isExpressionWithTypeArguments(node)
  );
}

/** Whether a node is a function of any kind that has a body. */
export function isFunctionNode(node: Node): node is FunctionNode {
  return (
    is.isArrowFunction(node) ||
    is.isFunctionExpression(node) ||
    ((is.isFunctionDeclaration(node) ||
      is.isMethodDeclaration(node) ||
      is.isConstructorDeclaration(node) ||
      is.isGetAccessorDeclaration(node) ||
      is.isSetAccessorDeclaration(node)) &&
      node.body !== undefined)
  );
}

export function isFunctionExpression(node: Node): node is ast.ArrowFunction | ast.FunctionExpression {
  return is.isArrowFunction(node) || is.isFunctionExpression(node);
}

export function isClass(node: Node): node is ast.ClassLikeDeclaration {
  return is.isClassDeclaration(node) || is.isClassExpression(node);
}

export function isAccess(node: Node): node is ast.PropertyAccessExpression | ast.ElementAccessExpression {
  return is.isPropertyAccessExpression(node) || is.isElementAccessExpression(node);
}

export function isAssignment(node: Node): node is ast.BinaryExpression {
  if (!is.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind >= ast.SyntaxKind.FirstAssignment && kind <= ast.SyntaxKind.LastAssignment;
}

/** Whether a node is a string in quotes, or a template without parts. */
export function isText(node: Node): node is ast.StringLiteral | ast.NoSubstitutionTemplateLiteral {
  return is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node);
}

/** Whether an expression is a function or class, whose code runs only when it is called. */
export function isLazy(node: Node): boolean {
  return isFunctionExpression(node) || is.isClassExpression(node);
}

/** Whether a node is a function or class of any kind, which runs when it is called or instantiated. */
export const isCode = (node: Node): boolean => isFunctionNode(node) || isClass(node);

/** Whether a member is private, to TypeScript or to the language. */
export function isPrivate(member: Node): boolean {
  const name = 'name' in member ? (member.name as Node | undefined) : undefined; // of a declaration
  return (
    (name && is.isPrivateIdentifier(name)) === true || hasModifier(member, ast.SyntaxKind.PrivateKeyword)
  );
}

/** Whether a variable only names a function or class; a `let` may hold another one later. */
export function namesFunction(node: Node): boolean {
  return (
    is.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    isLazy(unwrap(node.initializer)) &&
    isConstant(node)
  );
}

/** Whether a variable is declared by `const`. */
export const isConstant = ({ parent }: ast.VariableDeclaration): boolean =>
  is.isVariableDeclarationList(parent) && (parent.flags & ast.NodeFlags.Const) !== 0;

export function rootOf(node: Node): Node {
  let root = unwrap(node);
  while (isAccess(root)) root = unwrap(root.expression);
  return root;
}

/** The text of a property name; undefined if computed. */
export function nameText(name: Node | undefined): string | undefined {
  if (!name) return undefined;
  if (is.isIdentifier(name) || is.isPrivateIdentifier(name) || is.isNumericLiteral(name) || isText(name))
    return name.text;
  return is.isComputedPropertyName(name) ? nameOfKey(name.expression) : undefined;
}

/** The name that the expression of a key says: `'run'`, `Symbol.iterator`. */
export function nameOfKey(key: Node): string | undefined {
  const inner = unwrap(key);
  return isText(inner) || is.isNumericLiteral(inner) ? inner.text : symbolName(inner);
}

// `[Symbol.iterator]`.
function symbolName(node: Node): string | undefined {
  const isWellKnown =
    is.isPropertyAccessExpression(node) &&
    is.isIdentifier(node.expression) &&
    node.expression.text === 'Symbol';
  return isWellKnown ? `Symbol.${node.name.text}` : undefined;
}

/** The name of a declaration, unless it has none or a computed one. */
export function declaredName(node: Node): string | undefined {
  return 'name' in node ? nameText(node.name as Node | undefined) : undefined; // of a declaration
}

/** The key of an accessed or destructured member; undefined if computed. */
export function keyOf(node: Node): string | undefined {
  if (is.isPropertyAccessExpression(node)) return node.name.text;
  if (is.isElementAccessExpression(node)) {
    return nameOfKey(node.argumentExpression);
  }
  if (is.isBindingElement(node)) return nameText(node.propertyName ?? node.name);
  return declaredName(node);
}

export function argumentsOf(node: Node): readonly Node[] {
  if (is.isCallExpression(node) || is.isNewExpression(node)) return node.arguments ?? [];
  if (!is.isTaggedTemplateExpression(node)) return [];
  const { template } = node;
  return is.isTemplateExpression(template)
    ? [template, ...template.templateSpans.map((span) => span.expression)]
    : [template];
}

export function enclosingFunction(node: Node): FunctionNode | undefined {
  for (let at = node.parent; at && !is.isSourceFile(at); at = at.parent) if (isFunctionNode(at)) return at;
  return undefined;
}

/** Whether a declaration belongs to a module or a namespace, not to a function. */
export function isModuleLevel(node: Node): boolean {
  return !enclosingFunction(node);
}

export function isStatic(member: Node): boolean {
  return hasModifier(member, ast.SyntaxKind.StaticKeyword);
}

export function hasModifier(node: Node, kind: ast.SyntaxKind): boolean {
  const modifiers = 'modifiers' in node ? (node.modifiers as readonly Node[] | undefined) : undefined; // of a declaration
  return modifiers?.some((each) => each.kind === kind) ?? false;
}

/** Whether a parameter declares a property: `constructor(private readonly area: Storage)`. */
export function isParameterProperty(node: Node): node is ast.ParameterDeclaration {
  return (
    is.isParameterDeclaration(node) && is.isConstructorDeclaration(node.parent) && !!node.modifiers?.length
  );
}

/** The returned and yielded expressions of a function, without nested functions. */
export function returnsOf(fn: FunctionNode): readonly ast.Expression[] {
  const known = returns.get(fn);
  if (known) return known;
  const found: ast.Expression[] = [];
  const search = (node: Node): void => {
    if ((is.isReturnStatement(node) || is.isYieldExpression(node)) && node.expression)
      found.push(node.expression);
    if (!isFunctionNode(node) && !isClass(node)) node.forEachChild(search);
  };
  if (fn.body && is.isBlock(fn.body)) search(fn.body);
  else if (fn.body) found.push(fn.body); // of an arrow
  returns.set(fn, found);
  return found;
}

const returns = new WeakMap<Node, readonly ast.Expression[]>();

/** The source text of a node, cut to what fits a message. */
export function shortText(node: Node): string {
  const text = node.getText().replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Whether an expression may have a value that exists elsewhere: a name, a member, a result. */
export function mayBeObject(node: Node): boolean {
  return (
    is.isIdentifier(node) ||
    isAccess(node) ||
    is.isCallExpression(node) ||
    is.isAwaitExpression(node) ||
    node.kind === ast.SyntaxKind.ThisKeyword
  );
}

/** Whether an expression is given to a variable, property, parameter or caller. */
export function isPassedOn(node: Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (is.isParenthesizedExpression(parent) || is.isNonNullExpression(parent)) return isPassedOn(parent);
  if (is.isConditionalExpression(parent)) return parent.condition !== node && isPassedOn(parent);
  if (isAssignment(parent)) return parent.right === node;
  if (is.isBinaryExpression(parent)) return LOGICAL.has(parent.operatorToken.kind) && isPassedOn(parent);
  return isGiven(node, parent);
}

function isGiven(node: Node, parent: Node): boolean {
  if (is.isCallExpression(parent) || is.isNewExpression(parent)) return parent.expression !== node;
  if (
    is.isVariableDeclaration(parent) ||
    is.isPropertyDeclaration(parent) ||
    is.isParameterDeclaration(parent)
  )
    return parent.initializer === node && parent.type !== undefined;
  if (is.isPropertyAssignment(parent)) return parent.initializer === node;
  return is.isArrowFunction(parent) ? parent.body === node : GIVING.has(parent.kind);
}

const GIVING: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.ShorthandPropertyAssignment,
  ast.SyntaxKind.ReturnStatement,
  ast.SyntaxKind.ThrowStatement,
  ast.SyntaxKind.YieldExpression,
  ast.SyntaxKind.ArrayLiteralExpression,
  ast.SyntaxKind.JsxExpression,
]);

const LOGICAL: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.BarBarToken,
  ast.SyntaxKind.QuestionQuestionToken,
  ast.SyntaxKind.AmpersandAmpersandToken,
]);

/** Whether members of a value are read without their names: `{ ...value }`, `Object.keys(value)`, `key in value`. */
export function isCopied(node: Node): boolean {
  const { parent } = outermost(node);
  if (is.isCallExpression(parent)) return /^(?:Object|Reflect|JSON)\./.test(parent.expression.getText());
  if (is.isBinaryExpression(parent)) return parent.operatorToken.kind === ast.SyntaxKind.InKeyword;
  return (
    is.isSpreadElement(parent) ||
    is.isSpreadAssignment(parent) ||
    is.isForInStatement(parent) ||
    is.isTemplateSpan(parent)
  );
}
