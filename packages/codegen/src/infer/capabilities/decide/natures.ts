import { is, type ast, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import { type Code, isAny, isPrimitive } from '../read/code.ts';
import { isAccess, isFunctionNode, keyOf, unwrap } from '../read/syntax.ts';
import { originOf } from '../read/whose-code.ts';
import type { Calls, Origins } from './origins.ts';

type Node = ast.Node;

/** What an untyped value is: plain data, what a tool is given beside its input, or an object of a type. */
export type Nature = 'data' | 'context' | Type | undefined;

/** Members that give plain data, though their type says `any`. */
const DATA_MEMBERS = /^(?:json|parse|result|data|state|response|detail|reason|returnValue)$/;

/** Tells what an origin is that its own type says nothing of; undefined if nobody can tell. */
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

  of(node: Node): readonly Nature[] {
    return this.#origins.of(node).map((origin) => this.#ofOrigin(origin));
  }

  /** Whether all that an expression can be is data. */
  isData(node: Node): boolean {
    const natures = this.of(node);
    return natures.length > 0 && natures.every((nature) => nature === 'data');
  }

  #ofOrigin(origin: Node): Nature {
    if (this.#open.has(origin)) return 'data';
    this.#open.add(origin);
    const nature = this.#find(origin);
    this.#open.delete(origin);
    return nature;
  }

  #find(origin: Node): Nature {
    const type = this.#code.typeAt(origin);
    if (is.isParameterDeclaration(origin)) return this.#ofParameter(origin, type);
    if (is.isBindingElement(origin)) return isAny(type) ? this.#inside(origin.parent.parent, keyOf(origin)) : type;
    if (type && isPrimitive(type)) return 'data';
    if (type && !isAny(type)) return type;
    if (is.isVariableDeclaration(origin)) return this.#ofVariable(origin);
    if (isAccess(origin)) return this.#inside(origin.expression, keyOf(origin), origin);
    if (is.isCallExpression(origin)) return this.#ofCall(origin);
    return is.isBinaryExpression(origin) || is.isTemplateExpression(origin) ? 'data' : undefined;
  }

  #ofParameter(parameter: ast.ParameterDeclaration, type: Type | undefined): Nature {
    const fn = parameter.parent;
    if (isFunctionNode(fn) && this.#calls.isExecute(fn)) return fn.parameters[1] === parameter ? 'context' : 'data';
    if (type && !isAny(type)) return type;
    const sites = this.#calls.sitesOf(fn);
    const isFed = sites.length > 0 && sites.every((site) => 'inputs' in site && site.inputs.length > 0);
    return isFed && sites.every((site) => 'inputs' in site && this.isData(site.inputs[0] as Node)) ? 'data' : undefined; // not empty
  }

  #ofVariable(declaration: ast.VariableDeclaration): Nature {
    if (is.isCatchClause(declaration.parent)) return 'data';
    const loop = declaration.parent.parent;
    const source = is.isForOfStatement(loop) ? loop.expression : declaration.initializer;
    return source && this.isData(source) ? 'data' : undefined;
  }

  // A member of what is data is data; the types of the context and the platform tell what theirs is.
  #inside(holder: Node, key: string | undefined, access?: Node): Nature {
    const natures = is.isParameterDeclaration(holder) ? [this.#ofOrigin(holder)] : is.isVariableDeclaration(holder) && holder.initializer ? this.of(holder.initializer) : this.of(holder);
    const found = natures.map((nature): Nature => {
      if (nature === 'data') return 'data';
      if (nature === 'context') return this.#ofContext(key);
      if (nature === undefined || key === undefined) return undefined;
      const symbol = this.#code.property(nature, key);
      const type = symbol && this.#code.checker.getTypeOfSymbol(symbol);
      if (type && !isAny(type)) return isPrimitive(type) ? 'data' : this.#code.checker.getNonNullableType(type);
      return access && symbol && isOfLibrary(symbol.declarations[0]?.path) && DATA_MEMBERS.test(key) ? 'data' : undefined;
    });
    const [first] = found;
    return found.every((nature) => nature === first) ? first : undefined;
  }

  #ofContext(key: string | undefined): Nature {
    const name = key === 'dom' ? 'Document' : key === 'signal' ? 'AbortSignal' : undefined;
    return name === undefined ? undefined : this.#code.platformType(name);
  }

  #ofCall(call: ast.CallExpression): Nature {
    const callee = unwrap(call.expression);
    if (!isAccess(callee)) return undefined;
    const key = keyOf(callee) ?? '';
    const symbol = is.isPropertyAccessExpression(callee) ? this.#code.symbolAt(callee.name) : undefined;
    if (symbol && isOfLibrary(symbol.declarations[0]?.path) && DATA_MEMBERS.test(key)) return 'data';
    return this.isData(callee.expression) ? 'data' : undefined;
  }
}

function isOfLibrary(path: string | undefined): boolean {
  return path !== undefined && /^(?:platform|language|node)$/.test(originOf(path));
}

export { TypeFlags };
