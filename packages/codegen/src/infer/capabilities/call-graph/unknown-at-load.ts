import { type ast, SignatureKind } from '../../../source/types/typescript.ts';
import { isClass, isFunctionNode, mayBeObject, unwrap } from '../../../source/types/syntax.ts';
import type { Code } from '../read/code.ts';
import { membersOf } from '../../output/type-facts.ts';
import { symbolOf, isFrom } from '../read/symbol-of.ts';
import type { Reach } from './reach.ts';

type Node = ast.Node;

/**
 * Whether nothing says which function a call runs while modules load. What a list, a map or a record keeps is not followed
 * there, nor are objects that only an interface types.
 */
export function isUnknownAtLoad(reach: Reach, callee: Node): boolean {
  const { code } = reach;
  const declared = code.declaredAt(callee);
  if (code.names.isOfToolkit(callee) || declared.some(isFunctionNode) || isKnownAtLoad(reach, callee))
    return false;
  return true;
}

/** Whether a value that a module hands over while it loads is a function, and nothing says which. */
export function isUnknownCallback(reach: Reach, value: Node): boolean {
  const { code } = reach;
  const isCallable = hasSignature(code, value, SignatureKind.Call) || isConstructor(code, value);
  return isCallable && !code.names.isOfToolkit(value) && !isKnownAtLoad(reach, value);
}

// Code of dependencies is flagged where it is named.
function isKnownAtLoad({ code, origins }: Reach, value: Node): boolean {
  const found = origins.load.of(value);
  const isKnown = (each: Node): boolean =>
    isFunctionNode(each) ||
    isClass(each) ||
    isFrom(symbolOf(code, each), 'platform', 'language', 'dependency', 'toolkit');
  return found.length > 0 && found.every(isKnown);
}

/** Whether a value can be instantiated. */
export const isConstructor = (code: Code, value: Node): boolean =>
  hasSignature(code, value, SignatureKind.Construct);

function hasSignature(code: Code, value: Node, kind: SignatureKind): boolean {
  const type = mayBeObject(unwrap(value)) ? code.typeAt(unwrap(value)) : undefined;
  return (
    type !== undefined &&
    membersOf(type).some((each) => code.checker.getSignaturesOfType(each, kind).length > 0)
  );
}
