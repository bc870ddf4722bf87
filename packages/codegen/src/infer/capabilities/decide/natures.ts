import {
  type ast,
  is,
  SignatureKind,
  type Symbol,
  type Type,
  TypeFlags,
} from '../../../source/types/typescript.ts';
import { type Code, isAny, isPrimitive } from '../read/code.ts';
import { isAccess, isFunctionNode, keyOf, unwrap } from '../read/syntax.ts';
import { isProvided, isSignature } from '../call-graph/name-steps.ts';
import { originOf } from '../read/whose-code.ts';
import { isWindow } from './decide-special.ts';
import type { Calls, Origins } from './origins.ts';
import type { Texts } from './texts.ts';

type Node = ast.Node;

/**
 * What a value is that the type of its expression does not tell: plain data, what a tool is given beside its input, what
 * the page or third-party code provides (flagged where it is named), or an object of a type.
 */
export type Nature = 'data' | 'context' | 'page' | Type | undefined;

/** Members of libraries that give plain data, though their type says `any`. */
const DATA_MEMBERS = /^(?:json|parse|result|data|state|response|detail|reason|returnValue)$/;

/** Tells what an origin is that its own type says nothing of; undefined if nobody can tell. */
export class Natures {
  readonly #code: Code;
  readonly #origins: Origins;
  readonly #texts: Texts;
  readonly #calls: Calls;
  readonly #open = new Set<Node>();

  constructor(code: Code, origins: Origins, texts: Texts, calls: Calls) {
    this.#texts = texts;
    this.#code = code;
    this.#origins = origins;
    this.#calls = calls;
  }

  /** What the values of an expression are. */
  of(node: Node): readonly Nature[] {
    return this.#origins.of(node).map((origin) => this.ofOrigin(origin));
  }

  /** Whether all that an expression can be is one thing. */
  isAll(node: Node, wanted: 'data' | 'page'): boolean {
    const natures = this.of(node);
    return natures.length > 0 && natures.every((nature) => nature === wanted);
  }

  ofOrigin(origin: Node): Nature {
    if (this.#open.has(origin)) return 'data';
    this.#open.add(origin);
    const nature = this.#find(origin);
    this.#open.delete(origin);
    return nature;
  }

  #find(origin: Node): Nature {
    const type = this.#code.awaited(this.#code.typeAt(origin));
    if (is.isParameterDeclaration(origin)) return this.#ofParameter(origin, type);
    if (this.#isProvided(is.isCallExpression(origin) ? unwrap(origin.expression) : origin)) return 'page';
    if (is.isBindingElement(origin))
      return isAny(type) ? this.#inside(this.#ofHolder(origin.parent.parent), keyOf(origin)) : type;
    if (type && isPrimitive(type)) return 'data';
    if (isAccess(origin) && (isAny(type) || this.#isShaped(origin)))
      return (
        this.#inside(this.of(origin.expression), this.#keyOf(origin)) ?? (isAny(type) ? undefined : type)
      );
    if (type && !isAny(type)) return type;
    if (is.isVariableDeclaration(origin)) return this.#ofVariable(origin);
    if (is.isIdentifier(origin)) return this.#ofName(origin);
    if (is.isCallExpression(origin)) return this.#ofCall(origin);
    return is.isBinaryExpression(origin) || is.isTemplateExpression(origin) ? 'data' : undefined;
  }

  #isProvided(origin: Node): boolean {
    const declared = is.isVariableDeclaration(origin)
      ? [origin]
      : is.isIdentifier(origin) || isAccess(origin)
        ? this.#code.declaredAt(origin)
        : [];
    return declared.some((each) => isProvided(this.#code, each));
  }

  // `(window as unknown as { localStorage: Area }).localStorage`: a type that may tell less than the truth.
  #isShaped(access: Node): boolean {
    return this.#code.declaredAt(access).some(isSignature);
  }

  #keyOf(access: Node): string | undefined {
    const [text, ...others] = is.isElementAccessExpression(access)
      ? this.#texts.exactOf(access.argumentExpression)
      : [];
    return keyOf(access) ?? (others.length === 0 ? text : undefined);
  }

  #ofParameter(parameter: ast.ParameterDeclaration, type: Type | undefined): Nature {
    const fn = parameter.parent;
    if (isFunctionNode(fn) && this.#calls.isExecute(fn))
      return fn.parameters[1] === parameter ? 'context' : 'data';
    if (type && !isAny(type)) return type;
    const inputs = this.#calls.sitesOf(fn).map((site) => ('inputs' in site ? site.inputs[0] : undefined));
    for (const wanted of ['data', 'page'] as const)
      if (inputs.length > 0 && inputs.every((input) => input && this.isAll(input, wanted))) return wanted;
    const [element, ...others] = inputs.map((input) => input && this.#elementType(input));
    return others.length === 0 ? element : undefined;
  }

  #elementType(list: Node): Type | undefined {
    const type = this.#code.typeAt(list);
    const infos = type ? this.#code.checker.getIndexInfosOfType(type) : [];
    const element = infos.find(({ keyType }) => (keyType.flags & TypeFlags.Number) !== 0)?.valueType;
    return isAny(element) ? undefined : element;
  }

  #ofVariable(declaration: ast.VariableDeclaration): Nature {
    if (is.isCatchClause(declaration.parent)) return 'data';
    const loop = declaration.parent.parent;
    const source = is.isForOfStatement(loop) ? loop.expression : declaration.initializer;
    return source && this.isAll(source, 'data') ? 'data' : undefined;
  }

  #ofName(name: ast.Identifier): Nature {
    const symbol = this.#code.symbolAt(name);
    const target = symbol && this.#code.target(symbol);
    const origins = target?.declarations.map(({ path }) => originOf(path)) ?? [];
    return !target || origins.some((origin) => origin === 'dependency' || origin === 'node')
      ? 'page'
      : undefined;
  }

  #ofHolder(holder: Node): readonly Nature[] {
    return is.isVariableDeclaration(holder) && holder.initializer
      ? this.of(holder.initializer)
      : this.of(holder);
  }

  // A member of what is data is data; the types of the context and the platform tell what theirs is.
  #inside(holders: readonly Nature[], key: string | undefined): Nature {
    const found = holders.map((holder): Nature => {
      if (holder === 'data' || holder === 'page' || holder === undefined) return holder;
      if (holder === 'context') return this.#ofContext(key);
      const symbol = key === undefined ? undefined : this.#code.property(holder, key);
      if (symbol) return this.#ofMember(symbol);
      return key !== undefined && isWindow(holder) ? 'page' : undefined;
    });
    const [first] = found;
    return found.every((nature) => nature === first) ? first : undefined;
  }

  #ofMember(symbol: Symbol): Nature {
    const type = this.#code.checker.getTypeOfSymbol(symbol);
    if (isAny(type)) return isOfLibrary(symbol) && DATA_MEMBERS.test(symbol.name) ? 'data' : undefined;
    return type && (isPrimitive(type) ? 'data' : this.#code.checker.getNonNullableType(type));
  }

  // Hosts add to the context.
  #ofContext(key: string | undefined): Nature {
    const name = key === 'dom' ? 'Document' : key === 'signal' ? 'AbortSignal' : undefined;
    return name === undefined ? 'page' : this.#code.platformType(name);
  }

  #ofCall(call: ast.CallExpression): Nature {
    const callee = unwrap(call.expression);
    if (!isAccess(callee)) return this.isAll(callee, 'page') ? 'page' : undefined;
    const key = keyOf(callee);
    const symbol = is.isPropertyAccessExpression(callee) ? this.#code.symbolAt(callee.name) : undefined;
    if (symbol && isOfLibrary(symbol) && DATA_MEMBERS.test(symbol.name)) return 'data';
    const nature = this.#inside(this.of(callee.expression), key);
    if (nature === undefined || nature === 'data' || nature === 'page' || nature === 'context') return nature;
    const signature = this.#code.checker.getSignaturesOfType(nature, SignatureKind.Call).at(-1);
    const type = this.#code.awaited(signature && this.#code.checker.getReturnTypeOfSignature(signature));
    if (!type || isAny(type)) return key !== undefined && DATA_MEMBERS.test(key) ? 'data' : undefined;
    return isPrimitive(type) ? 'data' : this.#code.checker.getNonNullableType(type);
  }
}

function isOfLibrary({ declarations }: Symbol): boolean {
  return declarations.some(({ path }) => /^(?:platform|language|node)$/.test(originOf(path)));
}
