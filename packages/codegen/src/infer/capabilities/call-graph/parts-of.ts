import { is, type ast } from '../../../source/types/typescript.ts';
import { classAt, findMembers, withBases } from '../decide/members.ts';
import type { Code } from '../read/code.ts';
import { isClass, isFunctionNode, isParameterProperty, returnsOf } from '../read/syntax.ts';

type Node = ast.Node;

/** What the value of an expression holds: expressions, and declarations of properties. */
export interface Parts {
  /** Whether the value is new each time; what it holds need not be. */
  readonly isNew: boolean;
  readonly nodes: readonly Node[];
}

/** What a value holds, under a key if that is known. */
export function partsOf(code: Code, value: Node, key: string | undefined): Parts {
  if (is.isNewExpression(value)) return { isNew: true, nodes: partsOfNew(code, value, key) };
  if (is.isArrayLiteralExpression(value)) return { isNew: true, nodes: value.elements };
  if (isFunctionNode(value)) return { isNew: true, nodes: returnsOf(value) };
  if (isClass(value)) return { isNew: true, nodes: findMembers(code, value, key, true) };
  if (is.isObjectLiteralExpression(value))
    return {
      isNew: true,
      nodes: [...findMembers(code, value, key, false), ...value.properties.filter(is.isSpreadAssignment)],
    };
  const nodes: Node[] = [];
  value.forEachChild((child) => void (is.isTypeNode(child) || nodes.push(child)));
  return { isNew: false, nodes };
}

// The fields of the author's class say more than the arguments, which a base that is not the author's may keep.
function partsOfNew(code: Code, value: ast.NewExpression, key: string | undefined): readonly Node[] {
  const own = classAt(code, value);
  const fields = own ? findMembers(code, own, key, false) : [];
  const isWhole = own !== undefined && !withBases(code, own).at(-1)?.heritageClauses?.length;
  return isWhole ? fields : [...fields, ...(value.arguments ?? [])];
}

/** Whether a node is a member of an object that holds a value. */
export function isProperty(node: Node): boolean {
  return (
    is.isPropertyAssignment(node) ||
    is.isShorthandPropertyAssignment(node) ||
    is.isPropertyDeclaration(node) ||
    is.isGetAccessorDeclaration(node) ||
    isParameterProperty(node)
  );
}
