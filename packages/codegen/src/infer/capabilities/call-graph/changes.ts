import { ast, is } from '../../../source/types/typescript.ts';
import { findMembers } from '../decide/members.ts';
import { isPrimitive } from '../read/code.ts';
import {
  argumentsOf,
  enclosingFunction,
  type FunctionNode,
  isAccess,
  isAssignment,
  isClass,
  isFunctionNode,
  isParameterProperty,
  isStatic,
  keyOf,
  returnsOf,
  unwrap,
} from '../read/syntax.ts';
import { type Origin, originOf } from '../read/whose-code.ts';
import { partsOf } from './parts-of.ts';
import { isLoading, isMadeBefore, isWrittenBefore, runsBefore } from './runs-before.ts';
import type { Step } from './step.ts';
import type { Taken, ToolRun } from './tool-run.ts';

type Node = ast.Node;

/** Which object is asked for: the value itself, what it holds under a key, or whatever it holds at any depth. */
type Depth = 'self' | 'inside' | { readonly key: string };

/** Methods whose result is a new container, of what was there before. */
const COPYING = new Set(
  'filter map flatMap flat slice concat toSorted toReversed toSpliced with entries keys values from of fromEntries split'.split(
    ' ',
  ),
);
/** What is called there is not the author's, so what it gives comes from its arguments. */
const OTHERS: readonly Origin[] = ['platform', 'language', 'node', 'dependency', 'toolkit'];
const CLONING = /^(?:structuredClone|JSON\.parse)$/;

/**
 * Whether a change is one of something that may be there before the call of the tool, and may stay. Over-approximates:
 * what is not visibly made during the call counts as older. Objects of the platform are left to their capabilities.
 */
export function outlivesCall(
  run: ToolRun,
  { step, unit }: Taken<Extract<Step, { kind: 'change' }>>,
): boolean {
  if (isLoading(unit, step.node)) return false;
  const { changed } = step;
  if (changed === step.node && is.isIdentifier(changed)) return isOlderVariable(run, changed);
  return new Ages(run).isOlder(changed, 'self');
}

// Of the author's; a variable of the platform is not a state of the tool.
function isOlderVariable(run: ToolRun, name: Node): boolean {
  const declared = run.code.declaredAt(name);
  if (declared.length === 0) return !isOf(run, name, ['platform']);
  return declared.some((each) => {
    const owner = enclosingFunction(each);
    return !owner || (owner !== enclosingFunction(name) && runsBefore(run, owner));
  });
}

function isOf(run: ToolRun, name: Node, origins: readonly Origin[]): boolean {
  const symbol = is.isIdentifier(name) ? run.code.symbolAt(name) : undefined;
  const declarations = (symbol && run.code.target(symbol)?.declarations) ?? [];
  return declarations.some(({ path }) => origins.includes(originOf(path)));
}

/** Tells values that are made during a call from older ones. Every value is asked once: one that is older is enough. */
class Ages {
  readonly #run: ToolRun;
  readonly #asked = new Map<Node, Set<string>>();

  constructor(run: ToolRun) {
    this.#run = run;
  }

  isOlder(node: Node, depth: Depth): boolean {
    const value = unwrap(node);
    const asked = this.#asked.get(value) ?? new Set();
    const question = typeof depth === 'object' ? `.${depth.key}` : depth;
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
    if (isAccess(value)) return this.#isOlderMember(value);
    if (is.isCallExpression(value) || is.isTaggedTemplateExpression(value))
      return this.#isOlderResult(value, depth);
    if (is.isConditionalExpression(value)) return this.#isAnyOlder([value.whenTrue, value.whenFalse], depth);
    if (is.isBinaryExpression(value)) return this.#isAnyOlder([value.left, value.right], depth);
    if (is.isSpreadElement(value) || is.isSpreadAssignment(value))
      return this.isOlder(value.expression, typeof depth === 'object' ? depth : 'inside');
    if (isProperty(value)) return this.#isOlderProperty(value);
    const { isNew, nodes } = partsOf(this.#run.code, value, keyIn(depth));
    return isNew ? depth !== 'self' && this.#isAnyOlderPart(nodes, depth) : this.#isAnyOlder(nodes, 'inside');
  }

  // What is spread has the member itself.
  #isAnyOlderPart(nodes: readonly Node[], depth: Depth): boolean {
    return nodes.some((each) => this.isOlder(each, is.isSpreadAssignment(each) ? depth : 'inside'));
  }

  #isOlderMember(value: ast.PropertyAccessExpression | ast.ElementAccessExpression): boolean {
    const key = this.#run.code.keyAt(value);
    return (
      this.isOlder(value.expression, key === undefined ? 'inside' : { key }) ||
      this.#run.code.declaredAt(value).some((each) => this.#isGivenOlder(each, 'inside'))
    );
  }

  #isOlderProperty(property: Node): boolean {
    const values: Node[] = [];
    if (is.isShorthandPropertyAssignment(property)) values.push(property.name);
    else if (is.isGetAccessorDeclaration(property)) values.push(...returnsOf(property));
    else if (is.isParameterDeclaration(property)) return this.#isOlderParameter(property, 'inside');
    else if ('initializer' in property && property.initializer) values.push(property.initializer as Node); // of a property
    return this.#isAnyOlder(values, 'inside') || this.#isGivenOlder(property, 'inside');
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
    const parts =
      depth === 'self' ? [] : findMembers(code, holder, keyIn(depth), isClass(holder) && !isObject);
    return this.#isAnyOlder(parts, 'inside');
  }

  #isOlderResult(call: ast.CallExpression | ast.TaggedTemplateExpression, depth: Depth): boolean {
    const callee = unwrap(is.isCallExpression(call) ? call.expression : call.tag);
    if (CLONING.test(callee.getText())) return false;
    const functions = this.#functionsAt(callee);
    if (functions.length > 0) return this.#isAnyOlder(functions.flatMap(returnsOf), depth);
    const name = isAccess(callee) ? (keyOf(callee) ?? '') : '';
    const args = argumentsOf(call);
    if (COPYING.has(name) && depth === 'self') return false;
    const made = this.#madeByCallback(name, args);
    if (made) return this.#isAnyOlder(made, 'inside');
    const holder = isAccess(callee) ? callee.expression : callee;
    return (
      (!isOf(this.#run, holder, OTHERS) && this.isOlder(holder, 'inside')) || this.#isAnyOlder(args, 'inside')
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
      ? [...functions.flatMap(returnsOf), ...args.slice(1)]
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
    const own = root === declared ? depth : 'inside';
    if (this.#isGivenOlder(declared, depth)) return true;
    if (is.isParameterDeclaration(root)) return this.#isOlderParameter(root, own);
    if (!is.isVariableDeclaration(root)) return false;
    const loop = root.parent.parent;
    if (is.isForOfStatement(loop)) return this.isOlder(loop.expression, 'inside');
    return root.initializer !== undefined && this.isOlder(root.initializer, own);
  }

  // What code assigns to a variable or property, or puts into what that holds.
  #isGivenOlder(declared: Node, depth: Depth): boolean {
    const isHeld = (node: Node): boolean => this.#run.code.declaredAt(node).includes(declared);
    return this.#run.writesTo(declared).some((value) => {
      if (is.isCallExpression(value)) {
        const { expression: callee } = value;
        const [first] = value.arguments;
        const isFilling = (isAccess(callee) && isHeld(callee.expression)) || (first && isHeld(first));
        if (isFilling) return depth !== 'self' && this.#isAnyOlder(value.arguments, 'inside');
      }
      if (isAssignment(value) && isAccess(value.left) && isHeld(value.left.expression))
        return depth !== 'self' && this.isOlder(value.right, 'inside');
      const { parent } = value;
      const isDirect = isAssignment(parent) && !is.isArrayLiteralExpression(unwrap(parent.left));
      return this.isOlder(sourceOf(value), isDirect ? depth : 'inside');
    });
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
      if ('inputs' in site) return this.#isAnyOlder(site.inputs, 'inside');
      const isSpread = parameter.dotDotDotToken !== undefined || site.args.some(is.isSpreadElement);
      return isSpread
        ? this.#isAnyOlder(site.args, depth)
        : this.#isAnyOlder(site.args.slice(index, index + 1), depth);
    });
  }
}

function keyIn(depth: Depth): string | undefined {
  return typeof depth === 'object' ? depth.key : undefined;
}

function isProperty(node: Node): boolean {
  return (
    is.isPropertyAssignment(node) ||
    is.isShorthandPropertyAssignment(node) ||
    is.isPropertyDeclaration(node) ||
    is.isGetAccessorDeclaration(node) ||
    isParameterProperty(node)
  );
}

// `orders.reduce((all, order) => …, new Map())`.
function initialOf({ parent: call }: Node): Node | undefined {
  const isReduce = is.isCallExpression(call) && /^reduce(?:Right)?$/.test(keyOf(call.expression) ?? '');
  return isReduce ? call.arguments[1] : undefined;
}

// `({ first: order } = found)`: what a name in a pattern is taken out of.
function sourceOf(value: Node): Node {
  if (!is.isPropertyAssignment(value) && !is.isShorthandPropertyAssignment(value)) return value;
  let at: Node = value;
  while (!isAssignment(at) && !is.isForOfStatement(at)) at = at.parent;
  return isAssignment(at) ? at.right : at.expression;
}

/** The class or object literal that `this` is of, and whether it is named in a function that runs later. */
function holderOfThis(node: Node): {
  readonly holder?: ast.ClassLikeDeclaration | ast.ObjectLiteralExpression;
  readonly member?: Node;
  readonly isLater?: boolean;
} {
  let isLater = false;
  for (let at = node.parent; at && !is.isSourceFile(at); at = at.parent) {
    const isHeld = is.isPropertyAssignment(at.parent) || is.isPropertyDeclaration(at.parent);
    const member = is.isFunctionExpression(at) && isHeld ? at.parent : at;
    const holder = member.parent;
    if (isClass(holder) && holder.members.some((each) => each === member))
      return { holder, member, isLater: isLater || member !== at };
    if (isFunctionNode(at) && !is.isArrowFunction(at))
      return is.isObjectLiteralExpression(holder) ? { holder, member } : {};
    isLater ||= is.isArrowFunction(at);
  }
  return {};
}
