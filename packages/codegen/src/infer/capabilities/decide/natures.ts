import { type ast, is, type Symbol, type Type } from '../../../source/types/typescript.ts';
import { isProvided } from '../call-graph/name-steps.ts';
import { type Code, isAny, isPrimitive } from '../read/code.ts';
import { isAccess, isFunctionNode, keyOf, unwrap } from '../read/syntax.ts';
import { originOf } from '../read/whose-code.ts';
import { isWindow } from './decide-special.ts';
import type { Calls, Origins } from './origins.ts';

type Node = ast.Node;

/** Members of libraries that give plain data, though their type says `any`. */
const DATA_MEMBERS = /^(?:json|parse|result|data|state|response|detail|reason|returnValue)$/;

/** Tells what untyped values are. */
export class Natures {
  readonly #code: Code;
  readonly #origins: Origins;
  readonly #calls: Calls;
  readonly #open = new Set<Node>();

  constructor(code: Code, origins: Origins, calls: Calls) {
    this.#code = code;
    this.#origins = origins;
    this.#calls = calls;
  }

  /** Whether an expression holds no code of the author's: data, or what the page or third-party code provides. */
  isHarmless(node: Node): boolean {
    const origins = this.#origins.of(node);
    return origins.length > 0 && origins.every((origin) => this.isForeign(origin));
  }

  /** The same, of an origin. What is provided is flagged where it is named. */
  isForeign(origin: Node): boolean {
    if (this.#open.has(origin)) return true;
    this.#open.add(origin);
    const isForeign = this.#find(origin);
    this.#open.delete(origin);
    return isForeign;
  }

  /** The type of the platform that an origin has. */
  platformTypeOf(origin: Node): Type | undefined {
    const type = this.#code.typeAt(origin);
    return type && this.#code.isOfPlatform(type) ? type : undefined;
  }

  #find(origin: Node): boolean {
    const type = this.#code.awaited(this.#code.typeAt(origin));
    if (type && isPrimitive(type)) return true;
    if (is.isParameterDeclaration(origin)) return this.#isDataParameter(origin);
    if (is.isBindingElement(origin)) return this.isHarmless(origin.parent);
    if (is.isVariableDeclaration(origin)) return this.#isDataVariable(origin);
    if (is.isIdentifier(origin)) return this.#isProvidedName(origin);
    if (isAccess(origin)) return this.#isDataMember(origin);
    if (is.isCallExpression(origin)) return this.#isDataCall(unwrap(origin.expression));
    return is.isBinaryExpression(origin) || is.isTemplateExpression(origin);
  }

  #isDataParameter(parameter: ast.ParameterDeclaration): boolean {
    const fn = parameter.parent;
    if (isFunctionNode(fn) && this.#calls.isExecute(fn)) return fn.parameters[1] !== parameter;
    const sites = this.#calls.sitesOf(fn);
    return (
      sites.length > 0 &&
      sites.every(
        (site) => 'inputs' in site && site.inputs[0] !== undefined && this.isHarmless(site.inputs[0]),
      )
    );
  }

  #isDataVariable(declaration: ast.VariableDeclaration): boolean {
    if (is.isCatchClause(declaration.parent) || isProvided(this.#code, declaration)) return true;
    const loop = declaration.parent.parent;
    const source = is.isForOfStatement(loop) ? loop.expression : declaration.initializer;
    return source !== undefined && this.isHarmless(source);
  }

  #isProvidedName(name: ast.Identifier): boolean {
    const symbol = this.#code.symbolAt(name);
    const target = symbol && this.#code.target(symbol);
    const isOthers = target?.declarations.some(({ path }) => /^(?:dependency|node)$/.test(originOf(path)));
    return (
      !target ||
      isOthers === true ||
      this.#code.declarationsOf(target).some((each) => isProvided(this.#code, each))
    );
  }

  #isDataMember(access: ast.PropertyAccessExpression | ast.ElementAccessExpression): boolean {
    if (this.#code.declaredAt(access).some((each) => isProvided(this.#code, each))) return true;
    if (isDataOfLibrary(this.#symbolOf(access))) return true;
    const holder = this.#code.typeAt(unwrap(access.expression));
    if (holder && isWindow(holder) && isAny(this.#code.typeAt(access))) return keyOf(access) !== undefined;
    return this.isHarmless(access.expression);
  }

  #isDataCall(callee: Node): boolean {
    if (isAccess(callee) && isDataOfLibrary(this.#symbolOf(callee))) return true;
    const isGiven = this.#code.declaredAt(callee).some((each) => isProvided(this.#code, each));
    return (
      isGiven ||
      (isAny(this.#code.typeAt(callee)) && this.isHarmless(isAccess(callee) ? callee.expression : callee))
    );
  }

  #symbolOf(access: Node): Symbol | undefined {
    return is.isPropertyAccessExpression(access) ? this.#code.symbolAt(access.name) : undefined;
  }
}

function isDataOfLibrary(symbol: Symbol | undefined): boolean {
  return (
    symbol !== undefined &&
    DATA_MEMBERS.test(symbol.name) &&
    symbol.declarations.some(({ path }) => /^(?:platform|language|node)$/.test(originOf(path)))
  );
}
