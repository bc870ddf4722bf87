import { ast, is } from '../../../source/types/typescript.ts';
import { findMembers } from '../decide/members.ts';
import { isPrimitive } from '../read/code.ts';
import {
  argumentsOf,
  type FunctionNode,
  isAccess,
  isAssignment,
  isClass,
  isFunctionNode,
  isStatic,
  keyOf,
  returnsOf,
  unwrap,
} from '../read/syntax.ts';
import type { Origin } from '../read/whose-code.ts';
import { above, ANY, below, type Depth, SELF } from './depth.ts';
import { holderOfThis } from './holder-of-this.ts';
import { isProperty, partsOf } from './parts-of.ts';
import { isMadeBefore, isOf, isOlderVariable, isWrittenBefore } from './runs-before.ts';
import type { KnownRun } from './known-run.ts';
import { chainOf, initialOf, sourceOf } from './written-value.ts';

type Node = ast.Node;

/** Methods whose result is a new container, of what was there before. */
const COPYING = new Set(
  'filter map flatMap flat slice concat toSorted toReversed toSpliced with entries keys values from of fromEntries split'.split(
    ' ',
  ),
);
/** What is called there is not the author's, so what it gives comes from its arguments. */
const OTHERS: readonly Origin[] = ['platform', 'language', 'node', 'dependency', 'toolkit'];
/** Methods that give the same container, or one with some of its elements. */
const SAME = /^(?:filter|slice|sort|reverse|toSorted|toReversed|values)$/;
/** Methods that give an element of a container. */
const ELEMENT = /^(?:get|at|find|findLast|pop|shift)$/;
const CLONING = /^(?:structuredClone|JSON\.parse)$/;

/** A change of what a variable or property holds, or of what is so many members below. */
interface Filling {
  readonly changed: Node;
  readonly node: Node;
  readonly distance: number;
}

/** Tells values that are made during a call from older ones. Every value is asked once: one that is older is enough. */
export class Ages {
  readonly #run: KnownRun;
  readonly #asked = new Map<Node, Set<string>>();

  constructor(run: KnownRun) {
    this.#run = run;
  }

  isOlder(node: Node, depth: Depth = SELF): boolean {
    const value = unwrap(node);
    const asked = this.#asked.get(value) ?? new Set();
    const question = `${depth.level} ${depth.key ?? ''}`;
    if (asked.has(question)) return false;
    this.#asked.set(value, asked.add(question));
    return !this.#isPrimitive(value) && this.#isOlderValue(value, depth);
  }

  #isPrimitive(value: Node): boolean {
    const type = is.isExpression(value) ? this.#run.code.typeAt(value) : undefined;
    return type !== undefined && isPrimitive(type);
  }

  #isAnyOlder(nodes: readonly Node[], depth: Depth): boolean {
    return nodes.some((each) => this.isOlder(each, depth));
  }

  #isOlderValue(value: Node, depth: Depth): boolean {
    if (is.isIdentifier(value)) return this.#isOlderName(value, depth);
    if (value.kind === ast.SyntaxKind.ThisKeyword || value.kind === ast.SyntaxKind.SuperKeyword)
      return this.#isOlderThis(value, depth);
    if (isAccess(value))
      return this.isOlder(value.expression, { ...above(depth), key: this.#run.code.keyAt(value) });
    if (is.isCallExpression(value) || is.isTaggedTemplateExpression(value))
      return this.#isOlderResult(value, depth);
    if (is.isConditionalExpression(value)) return this.#isAnyOlder([value.whenTrue, value.whenFalse], depth);
    if (is.isBinaryExpression(value)) return this.#isAnyOlder([value.left, value.right], depth);
    if (is.isSpreadElement(value) || is.isSpreadAssignment(value))
      return this.isOlder(value.expression, depth);
    if (isProperty(value)) return this.#isOlderProperty(value, depth);
    const { isNew, nodes } = partsOf(this.#run.code, value, depth.key);
    return isNew
      ? depth.level !== 'self' && this.#isAnyPartOlder(nodes, depth)
      : this.#isAnyOlder(nodes, ANY);
  }

  // What is spread has the member itself.
  #isAnyPartOlder(nodes: readonly Node[], depth: Depth): boolean {
    return nodes.some((each) => {
      const isSpread = is.isSpreadElement(each) || is.isSpreadAssignment(each);
      // What a constructor does with its arguments is not known.
      return this.isOlder(each, isSpread ? depth : is.isNewExpression(each.parent) ? ANY : below(depth));
    });
  }

  #isOlderProperty(property: Node, depth: Depth): boolean {
    if (this.#isGivenOlder(property, depth)) return true;
    if (is.isParameterDeclaration(property)) return this.#isOlderParameter(property, depth);
    if (is.isGetAccessorDeclaration(property)) return this.#isAnyOlder(returnsOf(property), depth);
    if (is.isShorthandPropertyAssignment(property)) return this.isOlder(property.name, depth);
    const value = 'initializer' in property ? (property.initializer as Node | undefined) : undefined; // of a property
    return value !== undefined && this.isOlder(value, depth);
  }

  // What a constructor or a field has as `this` is new, apart from what it holds.
  #isOlderThis(node: Node, depth: Depth): boolean {
    const { holder, member, isLater } = holderOfThis(node);
    if (!holder) return true;
    const { code } = this.#run;
    const isObject = isClass(holder) && !(member && isStatic(member));
    const isBeingMade =
      member && !isLater && (is.isConstructorDeclaration(member) || is.isPropertyDeclaration(member));
    if (isObject ? !isBeingMade && isMadeBefore(this.#run, holder) : isWrittenBefore(this.#run, holder))
      return true;
    if (depth.level === 'self') return false;
    const parts = findMembers(code, holder, depth.key, isClass(holder) && !isObject);
    return this.#isAnyOlder(parts, below(depth));
  }

  #isOlderResult(call: ast.CallExpression | ast.TaggedTemplateExpression, depth: Depth): boolean {
    const callee = unwrap(is.isCallExpression(call) ? call.expression : call.tag);
    if (CLONING.test(callee.getText())) return false;
    const functions = this.#functionsAt(callee);
    if (functions.length > 0) return this.#isAnyOlder(functions.flatMap(returnsOf), depth);
    const name = isAccess(callee) ? (keyOf(callee) ?? '') : '';
    const args = argumentsOf(call);
    if (COPYING.has(name) && depth.level === 'self') return false;
    const made = this.#madeByCallback(name, args);
    if (made)
      return this.#isAnyOlder(
        made,
        name.startsWith('reduce') ? depth : name === 'flatMap' ? ANY : below(depth),
      );
    const holder = isAccess(callee) ? callee.expression : callee;
    return (
      (!isOf(this.#run, holder, OTHERS) &&
        this.isOlder(holder, SAME.test(name) ? depth : ELEMENT.test(name) ? above(depth) : ANY)) ||
      this.#isAnyOlder(args, ANY)
    );
  }

  // What a member of the language or of a package calls, its result alone tells.
  #functionsAt(callee: Node): readonly FunctionNode[] {
    const { code, origins } = this.#run;
    const isOwn = !isAccess(callee) || code.declaredAt(callee).length > 0;
    return isOwn ? origins.of(callee).filter(isFunctionNode) : [];
  }

  // `orders.map(copy)` and `orders.reduce(add, {})` hold what the callback returns.
  #madeByCallback(name: string, args: readonly Node[]): readonly Node[] | undefined {
    const callback = name === 'from' ? args[1] : /^(?:map|flatMap|reduce|reduceRight)$/.test(name) && args[0];
    const functions = callback ? this.#run.origins.of(callback).filter(isFunctionNode) : [];
    const isStarted = !name.startsWith('reduce') || args.length > 1;
    return functions.length > 0 && isStarted
      ? [...functions.flatMap(returnsOf), ...(name.startsWith('reduce') ? args.slice(1, 2) : [])]
      : undefined;
  }

  #isOlderName(name: ast.Identifier, depth: Depth): boolean {
    return (
      isOlderVariable(this.#run, name) ||
      this.#run.code.declaredAt(name).some((each) => this.#isOlderDeclared(each, depth))
    );
  }

  #isOlderDeclared(declared: Node, depth: Depth): boolean {
    let root = declared;
    while (is.isBindingElement(root)) root = root.parent.parent;
    const own = root === declared ? depth : ANY;
    if (this.#isGivenOlder(declared, depth)) return true;
    if (is.isParameterDeclaration(root)) return this.#isOlderParameter(root, own);
    if (!is.isVariableDeclaration(root)) return false;
    const loop = root.parent.parent;
    if (is.isForOfStatement(loop))
      return this.isOlder(loop.expression, root === declared ? above(depth) : ANY);
    return root.initializer !== undefined && this.isOlder(root.initializer, own);
  }

  // What code assigns to a variable or property, or puts into what that holds.
  #isGivenOlder(declared: Node, depth: Depth): boolean {
    const fillings = this.#run.changes.flatMap(({ step: { changed, node } }) => {
      const chain = chainOf(changed);
      const distance = chain.findIndex((each) => this.#run.code.declaredAt(each).includes(declared));
      // An assignment to the variable itself puts nothing into it.
      return changed === node || distance === -1 ? [] : [{ changed, node, distance }];
    });
    const isAssignedOlder = this.#run.writesTo(declared).some((value) => {
      if (fillings.some(({ node }) => node.parent === value)) return false;
      const { parent } = value;
      const isDirect = isAssignment(parent) && !is.isArrayLiteralExpression(unwrap(parent.left));
      return this.isOlder(sourceOf(value), isDirect ? depth : ANY);
    });
    return isAssignedOlder || fillings.some((filling) => this.#isFilledWithOlder(filling, depth));
  }

  #isFilledWithOlder({ changed, node, distance }: Filling, depth: Depth): boolean {
    // What is put into a member is no member itself.
    if (depth.level === 'self' || (distance > 0 && depth.level === 'member')) return false;
    const { parent } = node;
    if (is.isCallExpression(parent))
      return this.#isAnyPartOlder(parent.arguments, parent.arguments[0] === changed ? ANY : depth);
    if (!isAssignment(parent)) return false;
    const key = distance === 0 ? this.#run.code.keyAt(node) : undefined;
    const isOther = depth.key !== undefined && key !== undefined && key !== depth.key;
    return !isOther && this.isOlder(parent.right, below(depth));
  }

  // The input is a copy; the context is the host's.
  #isOlderParameter(parameter: ast.ParameterDeclaration, depth: Depth): boolean {
    const fn = parameter.parent as FunctionNode; // types have no code
    const named = fn.parameters.filter(({ name }) => !(is.isIdentifier(name) && name.text === 'this'));
    const index = named.indexOf(parameter);
    if (this.#run.isExecute(fn)) return index > 0;
    const initial = index === 0 ? initialOf(fn) : undefined;
    if (initial) return this.isOlder(initial, depth) || this.#isAnyOlder(returnsOf(fn), depth);
    const sites = this.#run.origins.sitesOf(fn);
    if (sites.length === 0) return true;
    const { initializer } = parameter;
    if (initializer && this.isOlder(initializer, depth)) return true;
    return sites.some((site) => {
      if ('inputs' in site) return this.#isAnyOlder(site.inputs, above(depth));
      const isSpread = parameter.dotDotDotToken !== undefined || site.args.some(is.isSpreadElement);
      return isSpread
        ? this.#isAnyOlder(site.args, depth)
        : this.#isAnyOlder(site.args.slice(index, index + 1), depth);
    });
  }
}
