import { ast, is } from '../../../source/types/typescript.ts';
import { isPrimitive } from '../read/code.ts';
import {
  enclosingFunction,
  type FunctionNode,
  isAccess,
  isClass,
  isFunctionNode,
  isStatic,
  returnsOf,
  rootOf,
  unwrap,
} from '../read/syntax.ts';
import { originOf } from '../../whose-code.ts';
import type { Change, Reach } from './reach.ts';

type Node = ast.Node;

/** Methods and functions whose result is a new container. */
const COPYING =
  /(?:^|\.)(?:filter|map|flatMap|flat|slice|concat|to(?:Sorted|Reversed|Spliced)|with|entries|keys|values|from|of|fromEntries|split)$/;
/** Those that hold what a callback returns. */
const MAPPING = /\.(?:map|flatMap)$/;
/** Functions whose result shares nothing with their arguments. */
const CLONING = /^(?:structuredClone|JSON\.parse)$/;

/**
 * Whether a mutation affects a value that may exist before the tool's call and outlive it. Values count as older unless
 * the code shows that they are created during the call. Platform objects are covered by capabilities, and what runs while
 * modules load does not count.
 */
export function outlivesCall(reach: Reach, { step, unit }: Change): boolean {
  if (!isFunctionNode(unit)) return false;
  const { changed, node } = step;
  return changed === node
    ? new Ages(reach).isOlderVariable(changed)
    : new Ages(reach).isOlder(changed, false);
}

/** Tells values created during a call from older ones. Visits every value once, since one older value is enough. */
class Ages {
  readonly #reach: Reach;
  readonly #asked = new Set<Node>();

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** @param isMember - Whether the question is about the value's members: a new array may hold older objects. */
  isOlder(node: Node, isMember = true): boolean {
    const value = unwrap(node);
    if (this.#asked.has(value)) return false;
    this.#asked.add(value);
    const root = rootOf(value);
    const type = is.isExpression(value) ? this.#reach.code.typeAt(value) : undefined;
    if (type && isPrimitive(type)) return false;
    if (is.isIdentifier(root) && this.isOlderVariable(root)) return true;
    return this.#reach.origins.call.of(value).some((origin) => this.#isOlderOrigin(origin, isMember));
  }

  #isOlderOrigin(origin: Node, isMember: boolean): boolean {
    if (is.isParameterDeclaration(origin)) return this.#isOlderParameter(origin);
    if (is.isVariableDeclaration(origin) || is.isBindingElement(origin)) return this.#isOlderDeclared(origin);
    if (is.isIdentifier(origin)) return this.isOlderVariable(origin);
    if (origin.kind === ast.SyntaxKind.ThisKeyword || origin.kind === ast.SyntaxKind.SuperKeyword)
      return this.#isOlderThis(origin);
    if (isAccess(origin)) return this.isOlder(origin.expression);
    if (is.isCallExpression(origin)) return this.#isOlderResult(origin, isMember);
    if (
      isMember &&
      is.isArrayLiteralExpression(origin) &&
      origin.elements.some((each) => this.#isOlderElement(each))
    )
      return true;
    return !enclosingFunction(origin) && !this.#isFieldOfNew(origin);
  }

  #isOlderElement(element: Node): boolean {
    return this.isOlder(is.isSpreadElement(element) ? element.expression : element);
  }

  // A field initializer is as old as its object.
  #isFieldOfNew(literal: Node): boolean {
    for (let at = literal; at && !is.isSourceFile(at); at = at.parent)
      if (is.isPropertyDeclaration(at) && isClass(at.parent))
        return !isStatic(at) && !this.#isMadeBefore(at.parent);
    return false;
  }

  #isOlderThis(node: Node): boolean {
    for (let at = node.parent; at && !is.isSourceFile(at); at = at.parent) {
      const holder = at.parent;
      if (isClass(holder))
        return (
          isStatic(at) ||
          (!is.isConstructorDeclaration(at) && !is.isPropertyDeclaration(at) && this.#isMadeBefore(holder))
        );
      if (isFunctionNode(at) && !is.isArrowFunction(at)) {
        const maker = enclosingFunction(holder);
        return !maker || this.#reach.isLoaded(maker);
      }
    }
    return true;
  }

  // Also if nothing that was read instantiates it.
  #isMadeBefore(node: ast.ClassLikeDeclaration): boolean {
    const all = [node, ...this.#reach.subclassesOf(node)];
    return all.some((each) => this.#reach.isLoaded(each)) || !all.some((each) => this.#reach.made.has(each));
  }

  // The result of a method may belong to its receiver, that of another function to its arguments.
  #isOlderResult({ expression, arguments: args }: ast.CallExpression, isMember: boolean): boolean {
    const callee = unwrap(expression);
    const name = callee.getText();
    if (CLONING.test(name) || (COPYING.test(name) && !isMember)) return false;
    const [first] = args;
    if (MAPPING.test(name) && first && isFunctionNode(first))
      return returnsOf(first).some((each) => this.isOlder(each));
    const receiver = isAccess(callee) ? callee.expression : undefined;
    if (receiver && !this.#isOthers(receiver)) return this.isOlder(receiver);
    return args.some((each) => this.isOlder(each)) || !(receiver ?? this.#isOthers(callee));
  }

  #isOlderDeclared(declared: Node): boolean {
    let root = declared;
    while (is.isBindingElement(root)) root = root.parent.parent;
    if (is.isParameterDeclaration(root)) return this.#isOlderParameter(root);
    if (!is.isVariableDeclaration(root) || !enclosingFunction(root)) return true;
    const loop = root.parent.parent;
    const from = is.isForOfStatement(loop)
      ? loop.expression
      : root === declared
        ? undefined
        : root.initializer;
    return from !== undefined && this.isOlder(from);
  }

  // The input is a copy; the context is the host's.
  #isOlderParameter(parameter: ast.ParameterDeclaration): boolean {
    const fn = parameter.parent as FunctionNode; // types have no code
    const index = fn.parameters.indexOf(parameter);
    if (this.#reach.isExecute(fn)) return index > 0;
    const sites = this.#reach.origins.call.sitesOf(fn);
    const given = sites.flatMap((site) => ('inputs' in site ? site.inputs : site.args.slice(index)));
    return sites.length === 0 || given.some((each) => this.isOlder(each));
  }

  // Whether a variable may be older than the current call; platform globals are not state.
  isOlderVariable(name: Node): boolean {
    const declared = this.#reach.code.declaredAt(name);
    if (declared.length === 0) return !this.#isOthers(name);
    return declared.some((each) => {
      const owner = enclosingFunction(each);
      return !owner || (owner !== enclosingFunction(name) && this.#reach.isLoaded(owner));
    });
  }

  #isOthers(name: Node): boolean {
    const { code } = this.#reach;
    const symbol = is.isIdentifier(name) ? code.symbolAt(name) : undefined;
    const declarations = (symbol && code.target(symbol)?.declarations) ?? [];
    return declarations.some(({ path }) => originOf(path) !== 'project');
  }
}
