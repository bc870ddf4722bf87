import { ts } from '../../source/ts.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/nodes.ts';
import { LITERALS, makesSchema } from './side-effects.ts';

/**
 * Whether a node is handler code, which the build never runs: a member called `execute` of an object or a field of a
 * class, or what is assigned to such a member. Found by the name alone, whatever builds the definition from it.
 * Properties of schemas, and constants, are none.
 */
export function isHandler(node: ts.Node, outline: ModuleOutline): boolean {
  const { parent } = node;
  if (ts.isObjectLiteralElementLike(node))
    return (
      node.name !== undefined &&
      isExecute(node.name) &&
      isCode(valueOf(node), outline) &&
      !isSchemaProperty(node)
    );
  if (ts.isPropertyDeclaration(parent)) return parent.initializer === node && isExecute(parent.name);
  if (!parent || !ts.isBinaryExpression(parent) || parent.right !== node) return false;
  const left = unwrap(parent.left);
  return (
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(left) &&
    isExecute(left.name) &&
    isCode(parent.right, outline)
  );
}

const isExecute = (name: ts.PropertyName | ts.MemberName): boolean => {
  const text = ts.isComputedPropertyName(name) ? name.expression : name;
  return (
    (ts.isIdentifier(name) || ts.isStringLiteralLike(text)) && (text as ts.Identifier).text === 'execute'
  );
};

const valueOf = (member: ts.ObjectLiteralElementLike): ts.Expression | undefined =>
  ts.isPropertyAssignment(member) ? member.initializer : undefined;

const isCode = (value: ts.Expression | undefined, outline: ModuleOutline): boolean =>
  !value || !(LITERALS.has(value.kind) || makesSchema(outline, value));

/** Builders of objects in TypeBox, Zod, Valibot and ArkType. */
const OBJECT = /^(?:Object|(?:strict|loose)?[oO]bject|(?:safeE|e)xtend|type)$/;

/** Whether a member stands in `Type.Object({ … })`, whatever `Type` is called. */
export function isSchemaProperty(node: ts.ObjectLiteralElementLike): boolean {
  const call = node.parent.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node.parent) return false;
  const callee = call.expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && OBJECT.test(name.text);
}
