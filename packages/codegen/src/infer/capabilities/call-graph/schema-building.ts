import { type ast, is } from '../../../source/types/typescript.ts';
import { isAccess, keyOf, unwrap } from '../../../source/types/syntax.ts';
import { BUILDERS, isSchemaLibrary } from '../../../source/schema-libraries.ts';
import { originOf } from '../../../source/whose-code.ts';
import type { Code } from '../read/code.ts';

type Node = ast.Node;

/** Whether a call only makes a schema: `z.string().min(1)`, `Item.optional()`, where `Item` is such a constant. */
export function buildsSchema(code: Code, node: Node): boolean {
  const value = unwrap(node);
  return is.isCallExpression(value) && isBuilder(code, unwrap(value.expression), new Set());
}

function isBuilder(code: Code, callee: Node, seen: Set<Node>): boolean {
  if (is.isIdentifier(callee)) return BUILDERS.has(callee.text) && isOfLibrary(code, callee);
  const key = isAccess(callee) ? keyOf(callee) : undefined;
  return key !== undefined && BUILDERS.has(key) && isSchema(code, (callee as Access).expression, seen);
}

type Access = ast.PropertyAccessExpression | ast.ElementAccessExpression;

/** Whether an expression is a schema, or a namespace of builders. */
export function isSchema(code: Code, node: Node, seen: Set<Node> = new Set()): boolean {
  const value = unwrap(node);
  if (is.isCallExpression(value)) return isBuilder(code, unwrap(value.expression), seen);
  if (isAccess(value)) return isBuilder(code, value, seen);
  if (!is.isIdentifier(value)) return false;
  if (isOfLibrary(code, value)) return true;
  const declared = code.declaredAt(value);
  return declared.length > 0 && declared.every((each) => isConstant(code, each, seen));
}

function isConstant(code: Code, declared: Node, seen: Set<Node>): boolean {
  if (seen.has(declared) || !is.isVariableDeclaration(declared) || declared.type || !declared.initializer)
    return false;
  return (
    isSchema(code, declared.initializer, seen.add(declared)) &&
    is.isCallExpression(unwrap(declared.initializer))
  );
}

// A path mapping may lead to the author's own code.
function isOfLibrary(code: Code, name: Node): boolean {
  if (!isSchemaLibrary(code.names.importedFrom(name) ?? '')) return false;
  const symbol = code.names.symbolAt(name);
  const target = symbol && code.names.target(symbol);
  return !!target && target.declarations.every(({ path }) => originOf(path) === 'dependency');
}
