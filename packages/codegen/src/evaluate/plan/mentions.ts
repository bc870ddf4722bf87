import { ts } from '../../source/ts.ts';
import { boundNames } from '../../source/module-outline.ts';
import { unwrap } from '../../source/unwrap.ts';

/** What stands in tools' definitions and is read in another way than other code. */
export interface ToolCode {
  /** Members and values that are handler code, which is never run. */
  readonly handlers: ReadonlySet<ts.Node>;
  /** The definition in each `defineTool(…)`, by the call. */
  readonly definitions: ReadonlyMap<ts.Node, ts.Expression>;
}

/** What a statement mentions, wherever in it, whether it runs or not. */
export interface Mentions {
  /** Names: `name`, or `name.member` where it is only read for that member. */
  readonly names: ReadonlySet<string>;
  /** Names of which it only asks for the type, as in `typeof window`. */
  readonly askedFor: ReadonlySet<string>;
  /** Names that it declares itself, somewhere. */
  readonly locals: ReadonlySet<string>;
  /** What calls of `import` import. */
  readonly importCalls: ReadonlySet<string>;
}

/** Finds what a statement mentions. Over-approximates shadowed names: more code runs, or is reported. */
export function findMentions(root: ts.Node, { handlers, definitions }: ToolCode): Mentions {
  const [names, askedFor] = [new Set<string>(), new Set<string>()];
  const [locals, importCalls] = [new Set<string>(), new Set<string>()];
  const visit = (node: ts.Node): void => {
    if (handlers.has(node) || isTypeOnly(node) || ts.isMetaProperty(node)) return;
    if (ts.isIdentifier(node)) return void (isReference(node) && names.add(node.text));
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
      return void names.add(`${node.expression.text}.${node.name.text}`);
    if (ts.isTypeOfExpression(node) && ts.isIdentifier(unwrap(node.expression)))
      return void askedFor.add((unwrap(node.expression) as ts.Identifier).text);
    const definition = definitions.get(node);
    if (definition) return visit(definition);
    // Without a renderer and a bundler, neither has a value.
    if (ts.isJsxOpeningLikeElement(node) || ts.isJsxFragment(node)) names.add('JSX');
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteralLike(specifier)) importCalls.add(specifier.text);
      else names.add('import');
    }
    for (const name of declaredBy(node)) locals.add(name);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return { names, askedFor, locals, importCalls };
}

function isTypeOnly(node: ts.Node): boolean {
  return (
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword)
  );
}

// The name of a member, of a declaration or of a label is not the name of a value.
function isReference(node: ts.Identifier): boolean {
  const parent = node.parent as ts.Node & { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !(
    parent.name === node ||
    parent.propertyName === node ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent)
  );
}

function declaredBy(node: ts.Node): readonly string[] {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node)) return boundNames(node.name);
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isEnumMember(node);
  return isNamed && node.name ? [node.name.getText()] : [];
}
