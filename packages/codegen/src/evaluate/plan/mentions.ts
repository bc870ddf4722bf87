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
  /** Calls of `import`, by what they import; undefined if that is computed. */
  readonly importCalls: ReadonlySet<string | undefined>;
  readonly hasJsx: boolean;
  /** Whether it is JavaScript that Node runs as it stands. */
  readonly isPlain: boolean;
}

/** Finds what a statement mentions. Shadowed names count too: too many mentions only make more code run, or reported. */
export function findMentions(root: ts.Node, { handlers, definitions }: ToolCode): Mentions {
  const names = new Set<string>();
  const askedFor = new Set<string>();
  const locals = new Set<string>();
  const importCalls = new Set<string | undefined>();
  let hasJsx = false;
  let isPlain = true;
  const visit = (node: ts.Node): void => {
    if (handlers.has(node)) return;
    isPlain &&= !isTypeScript(node);
    if (isTypeOnly(node)) return;
    if (ts.isIdentifier(node)) return void (isReference(node) && names.add(node.text));
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
      return void names.add(`${node.expression.text}.${node.name.text}`);
    if (ts.isTypeOfExpression(node) && ts.isIdentifier(unwrap(node.expression)))
      return void askedFor.add((unwrap(node.expression) as ts.Identifier).text);
    if (ts.isMetaProperty(node)) return;
    const definition = definitions.get(node);
    if (definition) return visit(definition);
    hasJsx ||= ts.isJsxOpeningLikeElement(node) || ts.isJsxFragment(node);
    if (isImportCall(node)) importCalls.add(specifierOf(node));
    addDeclared(node, locals);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return { names, askedFor, locals, importCalls, hasJsx, isPlain: isPlain && !hasJsx };
}

function isImportCall(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

function specifierOf({ arguments: [specifier] }: ts.CallExpression): string | undefined {
  return specifier && ts.isStringLiteralLike(specifier) ? specifier.text : undefined;
}

function isTypeOnly(node: ts.Node): boolean {
  return (
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword)
  );
}

// Parts that are types are seen when they are visited; decorators and `using` are what Node does not have.
function isTypeScript(node: ts.Node): boolean {
  if (isTypeOnly(node) || ts.isTypeParameterDeclaration(node)) return true;
  if (ts.isNonNullExpression(node) || ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node)) return true;
  if (ts.isDecorator(node) || ts.isImportEqualsDeclaration(node)) return true;
  if (ts.isVariableDeclarationList(node)) return isUsing(node);
  if (ts.isFunctionLike(node) && !('body' in node && node.body)) return true;
  if ('questionToken' in node && node.questionToken && !ts.isConditionalExpression(node)) return true;
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => !OF_JAVASCRIPT.has(kind))
  );
}

function isUsing(node: ts.VariableDeclarationList): boolean {
  const start = node.getStart();
  return /^(?:await\s+)?using\b/.test(node.getSourceFile().text.slice(start, start + 20));
}

const OF_JAVASCRIPT: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ExportKeyword,
  ts.SyntaxKind.DefaultKeyword,
  ts.SyntaxKind.AsyncKeyword,
  ts.SyntaxKind.StaticKeyword,
]);

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

function addDeclared(node: ts.Node, found: Set<string>): void {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node))
    for (const name of boundNames(node.name)) found.add(name);
  else if (isNamed(node) && node.name) found.add(node.name.getText());
}

function isNamed(
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.FunctionExpression | ts.ClassLikeDeclaration | ts.EnumMember {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isEnumMember(node)
  );
}
