import { type ast, is, SignatureKind, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import { alternatives, type Code, constituentsOf, isAny, isPrimitive } from '../read/code.ts';
import { isOfPlatform } from '../read/platform-member.ts';
import { isAccess, isClass, isFunctionNode, keyOf } from '../../../source/types/syntax.ts';
import { isOfLibrary, isOfPage } from './page-values.ts';
import type { Reach } from './reach.ts';

type Node = ast.Node;

/** Values of more deeply nested types may hold anything. */
const MOST_LEVELS = 8;

/** Whether a value of a type may be a page object: one of the platform, or of a type parameter that is given one. */
export function mayBeOfPage(reach: Reach, type: Type): boolean {
  if (isOfPlatform(type)) return true;
  if ((type.flags & TypeFlags.Instantiable) === 0) return false;
  const constraint = reach.code.checker.getBaseConstraintOfType(type);
  return (constraint && alternatives(constraint).some(isOfPlatform)) || givesGenericsPage(reach);
}

/** Whether a page object, or what may hold one, is given to generic code. */
function givesGenericsPage(reach: Reach): boolean {
  return reach.given().some(({ taker, values, isPerParameter }) => {
    const names = typeParametersOf(taker);
    if (!names) return false;
    const parameters = isPerParameter ? parametersOf(taker) : [];
    return values.some((each, index) => {
      const { type } = parameters[index] ?? {};
      return (!type || names.test(type.getText())) && holdsPage(reach, each);
    });
  });
}

function parametersOf(taker: Node): readonly ast.ParameterDeclaration[] {
  const fn = isClass(taker) ? taker.members.find(is.isConstructorDeclaration) : taker;
  return fn && isFunctionNode(fn) ? fn.parameters : [];
}

// The names of the type parameters around a declaration.
function typeParametersOf(declared: Node): RegExp | undefined {
  const names: string[] = [];
  for (let at = declared; at && !is.isSourceFile(at); at = at.parent)
    if ('typeParameters' in at)
      for (const each of (at.typeParameters as ast.NodeArray<ast.TypeParameterDeclaration> | undefined) ?? [])
        names.push(each.name.text);
  return names.length > 0 ? new RegExp(String.raw`\b(?:${names.join('|')})\b`) : undefined;
}

function holdsPage({ code }: Reach, value: Node): boolean {
  // `read.call(undefined, document)`.
  if (isAccess(value) && /^(?:call|apply|bind)$/.test(keyOf(value) ?? '')) return true;
  const asked = new Set<Type>();
  const visit = (type: Type | undefined, level: number): boolean => {
    if (!type || isAny(type) || isPrimitive(type) || asked.has(type)) return false;
    asked.add(type);
    return (
      level > MOST_LEVELS || isOfPage(type) || partsOf(code, type).some((each) => visit(each, level + 1))
    );
  };
  return visit(code.typeAt(value), 0);
}

// What an object holds, and what a function returns.
function partsOf({ checker }: Code, type: Type): readonly (Type | undefined)[] {
  if (type.isUnionType() || type.isIntersectionType()) return constituentsOf(type);
  const args = type.isTypeReference() ? checker.getTypeArguments(type) : [];
  if (isOfLibrary(type.getSymbol())) return args;
  return [
    ...args,
    ...checker.getPropertiesOfType(type).map((each) => checker.getTypeOfSymbol(each)),
    ...checker.getIndexInfosOfType(type).map(({ valueType }) => valueType),
    ...checker
      .getSignaturesOfType(type, SignatureKind.Call)
      .map((each) => checker.getReturnTypeOfSignature(each)),
  ];
}
