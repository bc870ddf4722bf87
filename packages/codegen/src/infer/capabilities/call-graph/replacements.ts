import { ast, is, type Symbol } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import { isAccess, isAssignment, isFunctionNode, keyOf, unwrap } from '../read/syntax.ts';
import { originOf } from '../../whose-code.ts';

type Node = ast.Node;

const known = new WeakMap<ast.SourceFile, readonly Node[]>();

/**
 * What a file puts in place of functions of the platform or the language: `window.fetch = traced`,
 * `Object.assign(Storage.prototype, { getItem })`. Any code may call it, so it counts as called.
 */
export function replacementsIn(code: Code, file: ast.SourceFile): readonly Node[] {
  let found = known.get(file);
  if (!found) known.set(file, (found = OWNERS.test(file.text) ? replacementsBelow(code, file) : []));
  return found;
}

/** Objects whose functions all code uses. */
const OWNERS = /\b(?:window|globalThis|self|document|navigator|console|prototype|[A-Z]\w*)\b/;

function replacementsBelow(code: Code, node: Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (at: Node, isLoading: boolean): void => {
    const values = replacingValues(code, at);
    // What happens when the module loads is in no function that is read.
    if (values.length > 0 && isLoading && isOfPlatform(code, changedBy(at))) found.push(at);
    found.push(...values.flatMap(functionsIn));
    at.forEachChild((child) => visit(child, isLoading && !isFunctionNode(child)));
  };
  visit(node, true);
  return found;
}

function replacingValues(code: Code, node: Node): readonly Node[] {
  if (isAssignment(node)) return isReplaceable(code, unwrap(node.left)) ? [node.right] : [];
  if (!is.isCallExpression(node) || !CHANGING.test(node.expression.getText())) return [];
  const [changed, ...values] = node.arguments;
  return changed && isOwner(unwrap(changed)) ? values : [];
}

const CHANGING = /^(?:Object\.(?:assign|definePropert(?:y|ies))|Reflect\.(?:defineProperty|set))$/;
const GLOBALS = /^(?:window|globalThis|self)$/;

function isReplaceable(code: Code, node: Node): boolean {
  if (!isAccess(node) || !isOwner(unwrap(node.expression))) return false;
  const key = keyOf(node);
  // An event handler is called by the platform, not by tools.
  if (key === undefined || key.startsWith('on')) return false;
  const symbol = is.isPropertyAccessExpression(node) ? code.symbolAt(node.name) : undefined;
  if (symbol) return isOfLibrary(symbol);
  const page = GLOBALS.test(unwrap(node.expression).getText()) ? code.platformType('Window') : undefined;
  return page !== undefined && code.property(page, key) !== undefined;
}

function isOfLibrary({ declarations }: Symbol): boolean {
  return declarations.some(
    ({ path, kind }) => FUNCTIONS.has(kind) && /^(?:platform|language)$/.test(originOf(path)),
  );
}

const FUNCTIONS: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.MethodSignature,
  ast.SyntaxKind.FunctionDeclaration,
  ast.SyntaxKind.VariableDeclaration,
]);

const changedBy = (node: Node): Node =>
  is.isCallExpression(node) ? (node.arguments[0] ?? node) : isAssignment(node) ? node.left : node;

// `window.fetch`, `(globalThis as any).fetch`, `Storage.prototype`; not an object of the author's.
function isOfPlatform(code: Code, changed: Node): boolean {
  let root = unwrap(changed);
  while (isAccess(root)) root = unwrap(root.expression);
  const declarations = code.symbolAt(root)?.declarations ?? [];
  return GLOBALS.test(root.getText()) || declarations.some(({ path }) => originOf(path) !== 'project');
}

function isOwner(node: Node): boolean {
  const name = isAccess(node) ? keyOf(node) : node.getText();
  return name !== undefined && OWNERS.test(name);
}

// `{ getItem() { … } }`, `{ value: traced }`.
function functionsIn(value: Node): readonly Node[] {
  const inner = unwrap(value);
  if (!is.isObjectLiteralExpression(inner)) return [inner];
  return inner.properties.flatMap((property) =>
    is.isPropertyAssignment(property) ? functionsIn(property.initializer) : property,
  );
}
