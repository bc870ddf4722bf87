import { ts } from './ts.ts';

/** The expression inside parentheses, `as`, `satisfies`, `!` and type arguments. */
export function unwrap(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (isWrapper(inner)) inner = inner.expression;
  return inner;
}

export function outerParent(expression: ts.Node): ts.Node {
  let outer = expression.parent;
  while (isWrapper(outer)) outer = outer.parent;
  return outer;
}

type Wrapper =
  | ts.ParenthesizedExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.NonNullExpression
  | ts.TypeAssertion
  | ts.ExpressionWithTypeArguments;

function isWrapper(node: ts.Node): node is Wrapper {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isExpressionWithTypeArguments(node)
  );
}

/** The innermost node that starts at an offset of a file and passes a test. */
export function nodeAt<T extends ts.Node>(
  { file, offset }: { readonly file: ts.SourceFile; readonly offset: number },
  is: (node: ts.Node) => node is T,
): T | undefined {
  let found: T | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > offset || node.end <= offset) return;
    if (node.getStart(file) === offset && is(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The comment that begins at a position, if it is not inside a string or another comment. */
export function commentAt(file: ts.SourceFile, position: number): ts.CommentRange | undefined {
  const token = tokenAround(file, position);
  if (position >= token.getStart(file)) return undefined;
  const comments = [
    ...(ts.getTrailingCommentRanges(file.text, token.pos) ?? []),
    ...(ts.getLeadingCommentRanges(file.text, token.pos) ?? []),
  ];
  return comments.find(({ pos }) => pos === position);
}

/** The token at a position, including the white space and comments before it. */
function tokenAround(file: ts.SourceFile, position: number): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const inner = node
      .getChildren(file)
      .find((child) => !ts.isJSDoc(child) && child.pos <= position && position < child.end);
    if (!inner) return node;
    node = inner;
  }
}

/** The syntax errors of a file. The public API builds the whole program first. */
export function syntaxErrorsOf(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  return (file as ts.SourceFile & { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] })
    .parseDiagnostics;
}

/** Returns the name of a property, quoted or not; undefined if it is computed. */
export function nameText(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

/** Whether an element of an object literal may define any property: a spread, or a computed name. */
export function isOpen({ name }: ts.ObjectLiteralElementLike): boolean {
  return name === undefined || ts.isComputedPropertyName(name);
}
