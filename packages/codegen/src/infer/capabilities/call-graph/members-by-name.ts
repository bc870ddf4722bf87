import { ast, is } from '../../../source/types/typescript.ts';
import type { MemberUse, Taken, Reference } from './step.ts';
import type { Code } from '../read/code.ts';
import { memberKey } from '../read/member-symbols.ts';
import { isSignature, symbolOf, isFrom } from '../read/symbol-of.ts';
import type { Origin } from '../../../source/whose-code.ts';
import { isClass, isParameterProperty } from '../../../source/types/syntax.ts';
import { withBases } from '../values/members.ts';

type Node = ast.Node;
type Use = Taken<MemberUse>;

/** The name of members whose name is computed, and of uses that compute it. */
export const ANY = '[computed]';

/** The members of created objects and instantiated classes, and their uses, which find each other by name. */
export class MembersByName {
  /** Object literals and instantiated classes. */
  readonly made: Set<Node> = new Set();
  readonly #members = new Map<string, Set<Node>>();
  readonly #uses = new Map<string, Map<MemberUse, Use>>();

  /** Returns whether it was not known. */
  addMember(key: string, member: Node): boolean {
    const members = this.#members.get(key) ?? new Set<Node>();
    const { size } = members;
    this.#members.set(key, members.add(member));
    return members.size > size;
  }

  addUse(key: string, use: Use): void {
    this.#uses.set(key, (this.#uses.get(key) ?? new Map<MemberUse, Use>()).set(use.step, use));
  }

  /** The members that a use may mean; all of them for a computed name. */
  membersOf(key: string): readonly Node[] {
    return select(this.#members, key);
  }

  /** The uses that may mean a member. */
  usesOf(key: string): readonly Use[] {
    return select(this.#uses, key);
  }

  get uses(): readonly Use[] {
    return select(this.#uses, ANY);
  }
}

function select<V>(all: ReadonlyMap<string, { values(): Iterable<V> }>, key: string): readonly V[] {
  const found = key === ANY ? [...all.values()] : [all.get(key), all.get(ANY)];
  return found.flatMap((each) => [...(each?.values() ?? [])]);
}

/** Members that the language or the platform calls implicitly, and those that it reads. */
export const IMPLICIT: RegExp =
  /^(?:toJSON|toString|toLocaleString|valueOf|then|next|return|handleEvent|length|raw|cause|Symbol\..*)$/;

/** Whether a declaration says which code runs: a private one, one of `super`, or none of an object's. */
export function isExact(declared: Node, { receiver }: Reference): boolean {
  if (isSignature(declared) || is.isParameterDeclaration(declared)) return false;
  const name = 'name' in declared ? (declared.name as Node | undefined) : undefined; // of a declaration
  if (name && is.isPrivateIdentifier(name)) return true;
  if (receiver?.kind === ast.SyntaxKind.SuperKeyword) return true;
  return !isClass(declared.parent) && !is.isObjectLiteralExpression(declared.parent);
}

/** Whether a declaration has code: not a signature, an abstract method, or `run!: () => void`, which code sets on the prototype. */
export function hasCode(declared: Node): boolean {
  if (isSignature(declared) || is.isParameterDeclaration(declared)) return false;
  if (is.isMethodDeclaration(declared)) return declared.body !== undefined;
  return !is.isPropertyDeclaration(declared) || declared.initializer !== undefined;
}

/** Whether a type declares that an object may lack a member. */
export function isOptional(declared: Node): boolean {
  const isMember = is.isPropertySignatureDeclaration(declared) || is.isMethodSignatureDeclaration(declared);
  return isMember && declared.postfixToken?.kind === ast.SyntaxKind.QuestionToken;
}

/** Whether a declaration is a property of an object. */
export function isProperty(declared: Node): boolean {
  return (
    is.isPropertyAssignment(declared) ||
    is.isShorthandPropertyAssignment(declared) ||
    is.isPropertyDeclaration(declared) ||
    is.isEnumMember(declared) ||
    isParameterProperty(declared)
  );
}

/** Whether other code calls a member of an object by itself; the name is `ANY` if it is computed. */
export type IsImplicit = (key: string) => boolean;

/** What the platform calls of a custom element or a worklet, and what the runtime reads of an error. */
const LIFECYCLE =
  /^(?:\w+Callback|observedAttributes|formAssociated|process|parameterDescriptors|code|data|suggestion|details)$/;

/** Which members of a class are called by the library whose class it extends: those that the other one has, too. */
export function implicitOf(code: Code, node: ast.ClassLikeDeclaration): IsImplicit | undefined {
  if (!extendsOne(code, node, 'platform', 'language', 'toolkit')) return undefined;
  const bases = withBases(code, node).flatMap((each) => basesOf(each).map((base) => code.typeAt(base)));
  const own = bases.flatMap((base) => {
    const prototype = base && code.property(base, 'prototype');
    const instance = prototype && code.checker.getTypeOfSymbol(prototype);
    return base && instance ? [base, instance] : [];
  });
  const names = new Set(own.flatMap((type) => code.checker.getPropertiesOfType(type).map(memberKey)));
  return (key) => own.length === 0 || key === ANY || names.has(key) || LIFECYCLE.test(key);
}

const basesOf = ({ heritageClauses = [] as never }: ast.ClassLikeDeclaration): readonly ast.Expression[] =>
  [...heritageClauses].flatMap(({ token, types }) =>
    token === ast.SyntaxKind.ExtendsKeyword ? types.map(({ expression }) => expression) : [],
  );

/** Whether a class extends one of some origins. */
export function extendsOne(
  code: Code,
  node: ast.ClassLikeDeclaration,
  ...origins: readonly Origin[]
): boolean {
  return withBases(code, node).some((each) =>
    each.heritageClauses?.some(
      ({ token, types: [base] }) =>
        token === ast.SyntaxKind.ExtendsKeyword &&
        base !== undefined &&
        isFrom(symbolOf(code, base.expression), ...origins),
    ),
  );
}
