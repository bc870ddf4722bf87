import { type ast, is, SignatureKind, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import {
  declaredName,
  type FunctionNode,
  isAccess,
  isFunctionNode,
  keyOf,
  outermost,
  returnsOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import type { Fill, KnownCalls, Site } from '../call-graph/known-calls.ts';
import type { Lane } from '../call-graph/step.ts';
import { membersOf } from '../../output/type-facts.ts';
import { type Code, isPrimitive } from '../read/code.ts';

type Node = ast.Node;

/** Methods of lists that return a list of elements of it. */
const SELECTING = /^(?:slice|filter|values|toReversed|toSorted)$/;
/** Methods of lists whose callback is given an element: as the first argument, or the second. */
const ITERATING = /^(?:forEach|map|flatMap|filter|find|findLast|some|every|reduce|reduceRight)$/;
const REDUCING = /^reduce(?:Right)?$/;
const COLLECTION = /^(?:Array|Set|Map)$/;

/** Follows other values. */
interface Origins {
  readonly code: Code;
  of(node: Node): readonly Node[];
  sitesOf(fn: FunctionNode): readonly Site[];
}

/**
 * Follows elements of the author's arrays, sets and maps to where they were written or added, while modules load. What lists
 * are given in calls is reached where it is created.
 */
export class Lists {
  readonly #origins: Origins;
  readonly #calls: KnownCalls;
  readonly #lane: Lane;
  readonly #empty = new Set<Node>();
  readonly #open = new Set<Node>();

  constructor(origins: Origins, calls: KnownCalls, lane: Lane) {
    this.#origins = origins;
    this.#calls = calls;
    this.#lane = lane;
  }

  /** Whether an origin stands for an element of a list that has none. */
  isEmpty(origin: Node): boolean {
    return this.#empty.has(origin);
  }

  /** What a name stands for that is given each element of a list. */
  takenFrom(list: Node, name: Node): readonly Node[] {
    const type = this.#origins.code.typeAt(name);
    if (type && isPrimitive(type)) return [name];
    if (this.#lane === 'call' && !this.#isOnlyTakenFrom(list)) return [name];
    const { code } = this.#origins;
    const isFunction = type !== undefined && membersOf(type).every((each) => code.isCallable(each));
    const found = this.#elementsOf(list, isFunction ? type : undefined);
    if (found?.length === 0) this.#empty.add(name);
    return found?.length ? found : [name];
  }

  /** What `list.forEach((each) => …)` gives to a parameter of its callback; undefined for any other parameter. */
  givenTo(parameter: ast.ParameterDeclaration, fn: FunctionNode, index: number): readonly Node[] | undefined {
    const call = parameter.initializer ? undefined : iterationOf(this.#origins.code, fn);
    if (!call) return undefined;
    const { expression: list } = unwrap(call.expression) as ast.PropertyAccessExpression; // as the method was found
    const isReduction = REDUCING.test(keyOf(unwrap(call.expression)) ?? '');
    if (index === (isReduction ? 1 : 0)) return this.takenFrom(list, parameter);
    if (!isReduction || index > 0) return [parameter];
    const [, initial] = call.arguments;
    const first = initial ? this.#origins.of(initial) : this.takenFrom(list, parameter);
    return [...first, ...returnsOf(fn).flatMap((each) => this.#origins.of(each))];
  }

  /** The expressions whose value `list.reduce(callback, initial)` has; undefined for any other call. */
  reducedBy({ expression, arguments: [callback, initial] }: ast.CallExpression): readonly Node[] | undefined {
    const callee = unwrap(expression);
    const isReduction = initial && isAccess(callee) && REDUCING.test(keyOf(callee) ?? '');
    if (!isReduction || !callback || !this.#elementsOf(callee.expression)) return undefined;
    return [initial, ...this.#origins.of(callback).filter(isFunctionNode).flatMap(returnsOf)];
  }

  // Whether nothing else can change a list: `run([first, second])`, where the parameter is only iterated.
  #isOnlyTakenFrom(list: Node): boolean {
    const [parameter] = this.#origins.code.declaredAt(list);
    if (!parameter) return isWritten(unwrap(list));
    if (!is.isParameterDeclaration(parameter) || isUsedAgain(parameter)) return false;
    if (!parameter.dotDotDotToken) return this.#origins.of(list).every(isGiven);
    const sites = this.#origins.sitesOf(parameter.parent as FunctionNode); // types have no code
    return sites.every(({ args }) => !args?.some(is.isSpreadElement));
  }

  // Undefined where one comes from elsewhere. A list may be given its own elements: `all.push(...all)`.
  #elementsOf(list: Node, wanted?: Type): readonly Node[] | undefined {
    if (this.#open.has(list)) return [];
    this.#open.add(list);
    const found = this.#findElements(list, wanted);
    this.#open.delete(list);
    return found;
  }

  #findElements(list: Node, wanted: Type | undefined): readonly Node[] | undefined {
    const origins = this.#origins.of(list);
    const written = flatOrNone(origins.map((origin) => this.#writtenIn(origin)));
    if (!written || this.#lane === 'call') return written;
    const added = [...this.#calls.fills()].filter(
      (fill) => this.#mayBe(fill, wanted) && this.#mayFill(fill, origins),
    );
    const all = this.#ofAll(added.map(({ value }) => value));
    return all && [...written, ...all];
  }

  // Whether an element may be a function of a type: nothing else is one, nor what returns no function where one is returned.
  #mayBe({ value }: Fill, wanted: Type | undefined): boolean {
    const { code } = this.#origins;
    const type = wanted && !is.isSpreadElement(value) ? code.typeAt(value) : undefined;
    if (!wanted || !type || (type.flags & TypeFlags.Instantiable) !== 0) return true;
    if (code.isData(type)) return false;
    const made = resultOf(code, wanted);
    const result = made && code.isCallable(made) ? resultOf(code, type) : undefined;
    return !result || !isPrimitive(result);
  }

  #mayFill({ list }: Fill, origins: readonly Node[]): boolean {
    const filled = this.#origins.of(list);
    return filled.length === 0 || filled.some((each) => origins.includes(each) || !this.#writtenIn(each));
  }

  // The elements of a list that is made there.
  #writtenIn(origin: Node): readonly Node[] | undefined {
    if (is.isArrayLiteralExpression(origin)) return this.#ofAll(origin.elements);
    if (is.isParameterDeclaration(origin) && origin.dotDotDotToken) return this.#ofRest(origin);
    if (!is.isNewExpression(origin) && !is.isCallExpression(origin)) return undefined;
    const callee = unwrap(origin.expression);
    const [source, another] = origin.arguments ?? [];
    if (this.#origins.code.declaredAt(callee).length > 0 || another) return undefined;
    const name = callee.getText();
    if (is.isNewExpression(origin) ? COLLECTION.test(name) : source && name === 'Array.from')
      return source ? this.#elementsOf(source) : [];
    if (!isAccess(callee)) return undefined;
    if (keyOf(callee) === 'map' && source) return this.#mappedBy(source);
    return SELECTING.test(keyOf(callee) ?? '') ? this.#elementsOf(callee.expression) : undefined;
  }

  // What a callback returns of each element.
  #mappedBy(callback: Node): readonly Node[] | undefined {
    const functions = this.#origins.of(callback);
    if (functions.length === 0 || !functions.every(isFunctionNode)) return undefined;
    return functions.flatMap(returnsOf).flatMap((each) => this.#origins.of(each));
  }

  #ofRest(parameter: ast.ParameterDeclaration): readonly Node[] | undefined {
    const fn = parameter.parent as FunctionNode; // types have no code
    const index = fn.parameters.indexOf(parameter);
    return flatOrNone(this.#origins.sitesOf(fn).map(({ args }) => args && this.#ofAll(args.slice(index))));
  }

  #ofAll(elements: readonly Node[]): readonly Node[] | undefined {
    return flatOrNone(
      elements.map((each) =>
        is.isSpreadElement(each) ? this.#elementsOf(each.expression) : this.#origins.of(each),
      ),
    );
  }
}

function resultOf({ checker }: Code, type: Type): Type | undefined {
  const [signature, another] = checker.getSignaturesOfType(type, SignatureKind.Call);
  return signature && !another ? checker.getReturnTypeOfSignature(signature) : undefined;
}

function flatOrNone(lists: readonly (readonly Node[] | undefined)[]): readonly Node[] | undefined {
  return lists.some((each) => each === undefined) ? undefined : lists.flatMap((each) => each ?? []);
}

function isUsedAgain({ name, parent }: ast.ParameterDeclaration): boolean {
  const uses = is.isIdentifier(name) ? parent.getText().split(name.text).length - 1 : Infinity;
  return uses > 2; // its declaration, and the loop
}

// `run([first, second])`, or the default of a parameter: no other code has the array.
function isGiven(array: Node): boolean {
  const { parent } = outermost(array);
  return isWritten(array) && (is.isCallExpression(parent) || is.isParameterDeclaration(parent));
}

const isWritten = (array: Node): boolean =>
  is.isArrayLiteralExpression(array) && !array.elements.some(is.isSpreadElement);

/** The call `list.forEach((each) => …)` whose callback a function is, by a method of the language. */
export function iterationOf(code: Code, fn: Node): ast.CallExpression | undefined {
  const value = outermost(fn);
  const { parent } = value;
  const isCallback = is.isCallExpression(parent) && parent.arguments[0] === value && !declaredName(fn);
  const callee = isCallback ? unwrap(parent.expression) : undefined;
  const isIteration = callee && isAccess(callee) && ITERATING.test(keyOf(callee) ?? '');
  return isIteration && code.declaredAt(callee).length === 0 ? (parent as ast.CallExpression) : undefined;
}
