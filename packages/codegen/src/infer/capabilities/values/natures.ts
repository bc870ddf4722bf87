import { type ast, is, type Type } from '../../../source/types/typescript.ts';
import { isProvided, isSignature } from '../read/provided.ts';
import { type Code, isAny, isPrimitive } from '../read/code.ts';
import { isAccess, isFunctionNode, keyOf, unwrap } from '../read/syntax.ts';
import { originOf } from '../../whose-code.ts';
import { isWindow } from '../read/platform-member.ts';
import type { Calls } from './call-sites.ts';
import type { Origins } from './origins.ts';

type Node = ast.Node;

/**
 * The kind of a value whose expression has no useful type: plain data, a tool's context, a value of the page or of
 * third-party code (flagged where it is named), or an object of a type.
 */
export type Nature = 'data' | 'context' | 'page' | Type | undefined;

/** Members of libraries that are plain data, although their type is `any`. */
const DATA_MEMBERS = /^(?:json|parse|result|data|state|response|detail|reason|returnValue)$/;

/** Determines the kind of an untyped origin; undefined if unknown. */
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

  /** The kind of an expression's values, if it is the same for all. */
  of(node: Node): Nature {
    const [first, ...others] = this.#origins.of(node).map((origin) => this.ofOrigin(origin));
    return others.every((nature) => nature === first) ? first : undefined;
  }

  ofOrigin(origin: Node): Nature {
    if (this.#open.has(origin)) return 'data';
    this.#open.add(origin);
    const nature = this.#find(origin);
    this.#open.delete(origin);
    return nature;
  }

  #find(origin: Node): Nature {
    const fn = origin.parent;
    if (is.isParameterDeclaration(origin) && isFunctionNode(fn) && this.#calls.isExecute(fn))
      return fn.parameters[1] === origin ? 'context' : 'data';
    if (this.#isProvided(is.isCallExpression(origin) ? unwrap(origin.expression) : origin)) return 'page';
    const type = this.#code.awaited(this.#code.typeAt(origin));
    if (type && isPrimitive(type)) return 'data';
    const isOpen = isAny(type) || (isAccess(origin) && this.#code.declaredAt(origin).some(isSignature));
    return (isOpen ? this.#ofUntyped(origin) : undefined) ?? (isAny(type) ? undefined : type);
  }

  // Third-party code, even if not installed, and ambient declarations.
  #isProvided(origin: Node): boolean {
    const symbol = is.isIdentifier(origin) ? this.#code.symbolAt(origin) : undefined;
    const paths = symbol && this.#code.target(symbol)?.declarations.map(({ path }) => originOf(path));
    if (
      symbol &&
      (!paths || (paths.length > 0 && paths.every((each) => each === 'dependency' || each === 'node')))
    )
      return true;
    const declared = is.isVariableDeclaration(origin) ? [origin] : this.#code.declaredAt(origin);
    return declared.some((each) => isProvided(this.#code, each));
  }

  #ofUntyped(origin: Node): Nature {
    if (isAccess(origin)) return this.#member(origin.expression, origin);
    if (is.isBindingElement(origin)) return this.#member(origin.parent.parent, origin);
    if (is.isCallExpression(origin)) {
      const callee = unwrap(origin.expression);
      return isAccess(callee) ? this.#member(callee.expression, callee) : this.of(callee);
    }
    if (is.isParameterDeclaration(origin)) return this.#ofInputs(origin);
    if (is.isVariableDeclaration(origin)) return this.#ofVariable(origin);
    return is.isBinaryExpression(origin) || is.isTemplateExpression(origin) ? 'data' : undefined;
  }

  // A caught error, or an element of data.
  #ofVariable({ parent }: ast.VariableDeclaration): Nature {
    const loop = parent.parent;
    const isData =
      is.isCatchClause(parent) || (is.isForOfStatement(loop) && this.of(loop.expression) === 'data');
    return isData ? 'data' : undefined;
  }

  // The arguments of a callback on data or the page.
  #ofInputs({ parent }: ast.ParameterDeclaration): Nature {
    const inputs = this.#calls.sitesOf(parent).map((site) => ('inputs' in site ? site.inputs[0] : undefined));
    const [first, ...others] = inputs.map((input) => input && this.of(input));
    return (first === 'data' || first === 'page') && others.every((each) => each === first)
      ? first
      : undefined;
  }

  // A member of data is data; values hidden by a wrong type are not tracked.
  #member(holder: Node, access: Node): Nature {
    const nature = this.of(is.isVariableDeclaration(holder) ? (holder.initializer ?? holder) : holder);
    const key = keyOf(access);
    if (nature === 'data' || nature === 'page' || nature === undefined) return nature;
    if (key === undefined) return undefined;
    if (nature === 'context') return key === 'dom' ? this.#code.platformType('Document') : 'page';
    const symbol = this.#code.property(nature, key);
    if (!symbol) return isWindow(nature) ? 'page' : undefined;
    const isOfLibrary = symbol.declarations.some(({ path }) => originOf(path) !== 'project');
    return DATA_MEMBERS.test(key) && isOfLibrary ? 'data' : undefined;
  }
}
