import {
  type Checker,
  SignatureKind,
  type Type,
  TypeFlags,
  type TypeReference,
} from '../../source/types/typescript.ts';
import { hasFlag, isLanguageType, membersOf, propertyOf } from './type-facts.ts';

/** Returns the union members of an awaited type; each member may be a promise or not. */
export function awaitedMembers(checker: Checker, type: Type, depth = 0): readonly Type[] {
  const members = membersOf(type);
  const awaited = members.map((member) => (depth < MAX_PROMISES ? resolvedType(checker, member) : undefined));
  if (!awaited.some(Boolean)) return [type];
  return members.flatMap((member, index) => {
    const resolved = awaited[index];
    return resolved ? awaitedMembers(checker, resolved, depth + 1) : [member];
  });
}

const MAX_PROMISES = 20;

// The type that a promise, or another object with a method `then`, resolves to.
function resolvedType(checker: Checker, type: Type): Type | undefined {
  if (!hasFlag(type, TypeFlags.Object | TypeFlags.Intersection)) return undefined;
  if (isLanguageType(type, /^Promise$/)) return checker.getTypeArguments(type as TypeReference)[0];
  const then = propertyOf(checker, type, 'then');
  const callback = then && firstParameter(checker, checker.getTypeOfSymbol(then));
  const fulfilled = callback && membersOf(callback).find((member) => isCallable(checker, member));
  return fulfilled && firstParameter(checker, fulfilled);
}

function firstParameter(checker: Checker, type: Type | undefined): Type | undefined {
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
  return signature && signature.parameters.length > 0 ? checker.getParameterType(signature, 0) : undefined;
}

function isCallable(checker: Checker, type: Type): boolean {
  return hasFlag(type, TypeFlags.Object) && checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
}
