import { ts } from '../../source/ts.ts';
import { boundNames, type ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/nodes.ts';
import { isHandler } from './handlers.ts';
import { isTypeOnly } from './side-effects.ts';

/** The definition in each `defineTool(…)`, by the call. */
export type Definitions = ReadonlyMap<ts.Node, ts.Expression>;

/** The names that a statement mentions anywhere, even in code that does not run. */
export interface Mentions {
  /** `name`, `name.member` if only that member is read, or `typeof name`. */
  readonly names: ReadonlySet<string>;
  /** Names that the statement declares in any scope. */
  readonly locals: ReadonlySet<string>;
}

/** The name in a mention. */
export const nameIn = (mention: string): string => mention.replace(/^typeof |\..*/g, '');

/** Finds what a statement mentions. Over-approximates shadowed names: more code runs, or is reported. */
export function findMentions(root: ts.Node, outline: ModuleOutline, definitions: Definitions): Mentions {
  const [names, locals] = [new Set<string>(), new Set<string>()];
  const visit = (node: ts.Node): void => {
    if (isTypeOnly(node) || ts.isMetaProperty(node) || isHandler(node, outline)) return;
    if (ts.isIdentifier(node)) return void (isReference(node) && names.add(node.text));
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
      return void names.add(`${node.expression.text}.${node.name.text}`);
    if (ts.isTypeOfExpression(node) && ts.isIdentifier(unwrap(node.expression)))
      return void names.add(`typeof ${(unwrap(node.expression) as ts.Identifier).text}`);
    const definition = definitions.get(node);
    if (definition) return visit(definition);
    // JSX has no value without a renderer or bundler.
    if (ts.isJsxOpeningLikeElement(node) || ts.isJsxFragment(node)) names.add('JSX');
    // `import('…')` is not followed, so that a statement with it does not run unless the schemas need it.
    if (node.kind === ts.SyntaxKind.ImportKeyword) names.add('import');
    for (const name of declaredBy(node)) locals.add(name);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return { names, locals };
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
