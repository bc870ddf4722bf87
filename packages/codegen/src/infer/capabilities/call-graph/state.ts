import { ast, is } from '../../../source/types/typescript.ts';
import { isPrimitive } from '../read/code.ts';
import {
  argumentsOf,
  enclosingFunction,
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
import { type Origin, originOf } from '../read/whose-code.ts';
import type { Change, KnownRun } from './known-run.ts';

type Node = ast.Node;

/** Methods whose result is a new container. */
const COPYING =
  /^(?:filter|map|flatMap|flat|slice|concat|toSorted|toReversed|toSpliced|with|entries|keys|values|from|of|fromEntries|split)$/;
/** Methods that give an element of a container. */
const ELEMENT = /^(?:get|at|find|findLast|pop|shift)$/;
/** Methods that hold what their callback returns. */
const MAPPING = /^(?:map|flatMap|from)$/;
/** Methods that put their arguments in. */
const FILLING = /^(?:push|unshift|splice|fill|set|add)$/;
const CLONING = /^(?:structuredClone|JSON\.parse)$/;

/** What is called there is not the author's, so what it gives comes from its arguments. */
const OTHERS: readonly Origin[] = ['platform', 'language', 'node', 'dependency', 'toolkit'];

/**
 * Whether a change is one of something that may be there before the call of the tool, and may stay. What is not visibly
 * made during the call counts as older. Objects of the platform are left to their capabilities, and what a module does
 * when it is loaded is no change.
 */
export function outlivesCall(run: KnownRun, { step, unit }: Change): boolean {
  if (isLoading(unit, step.node)) return false;
  const { changed } = step;
  if (changed === step.node && is.isIdentifier(changed)) return isOlderVariable(run, changed);
  return new Ages(run).isOlder(changed, 0);
}

/** Tells values that are made during a call from older ones. Every value is asked once: one that is older is enough. */
class Ages {
  readonly #run: KnownRun;
  readonly #asked = new Map<Node, Set<number>>();

  constructor(run: KnownRun) {
    this.#run = run;
  }

  /** @param depth - Which object is asked for: the value (0), one that it holds (1), or any below that (2). */
  isOlder(node: Node, depth: number): boolean {
    const value = unwrap(node);
    const asked = this.#asked.get(value) ?? new Set();
    if (asked.has(depth)) return false;
    this.#asked.set(value, asked.add(depth));
    const type = is.isExpression(value) ? this.#run.code.typeAt(value) : undefined;
    if (type && isPrimitive(type)) return false;
    const root = rootOf(value);
    if (root && isOlderVariable(this.#run, root)) return true;
    return this.#run.origins.of(value).some((origin) => this.#isOlderOrigin(origin, depth));
  }

  #isAnyOlder(nodes: readonly Node[], depth: number): boolean {
    return nodes.some((each) => this.isOlder(each, depth));
  }

  #isOlderOrigin(origin: Node, depth: number): boolean {
    if (is.isParameterDeclaration(origin)) return this.#isOlderParameter(origin, depth);
    if (is.isVariableDeclaration(origin) || is.isBindingElement(origin))
      return this.#isOlderDeclared(origin, depth);
    if (is.isIdentifier(origin)) return isOlderVariable(this.#run, origin);
    if (origin.kind === ast.SyntaxKind.ThisKeyword || origin.kind === ast.SyntaxKind.SuperKeyword)
      return this.#isOlderThis(origin);
    if (isAccess(origin)) return this.isOlder(origin.expression, deeper(depth));
    if (is.isCallExpression(origin)) return this.#isOlderResult(origin, depth);
    if (isAssignment(origin)) return depth > 0 && this.isOlder(origin.right, below(depth));
    if (is.isSpreadElement(origin) || is.isSpreadAssignment(origin))
      return this.isOlder(origin.expression, deeper(depth));
    return this.#isInOlder(origin) || (depth > 0 && this.#isAnyOlder(partsOf(origin), below(depth)));
  }

  // What a module or a field of an older object is spelled out with.
  #isInOlder(literal: Node): boolean {
    if (enclosingFunction(literal)) return false;
    for (let at = literal; at && !is.isSourceFile(at); at = at.parent)
      if (is.isPropertyDeclaration(at) && isClass(at.parent))
        return isStatic(at) || isMadeBefore(this.#run, at.parent);
    return true;
  }

  // A field that is made with its object is as old as that.
  #isOlderThis(node: Node): boolean {
    const { holder, member } = holderOfThis(node);
    if (!holder || !member) return true;
    const isBeingMade = is.isConstructorDeclaration(member) || is.isPropertyDeclaration(member);
    return isClass(holder) && !isStatic(member)
      ? !isBeingMade && isMadeBefore(this.#run, holder)
      : isRunBefore(this.#run, enclosingFunction(holder));
  }

  #isOlderResult(call: ast.CallExpression, depth: number): boolean {
    const callee = unwrap(call.expression);
    if (CLONING.test(callee.getText())) return false;
    const name = isAccess(callee) ? (keyOf(callee) ?? '') : '';
    const args = argumentsOf(call);
    // `list.push(order)` is an origin of what `list` holds.
    if (FILLING.test(name)) return depth > 0 && this.#isAnyOlder(args, below(depth));
    if (COPYING.test(name) && depth === 0) return false;
    const callbacks = MAPPING.test(name) ? this.#functionsIn(args) : [];
    if (callbacks.length > 0) return this.#isAnyOlder(callbacks.flatMap(returnsOf), below(depth));
    if (name.startsWith('reduce') && args[1]) return this.isOlder(args[1], depth);
    const receiver = isAccess(callee) ? callee.expression : callee;
    const isOwn = !isOf(this.#run, receiver, OTHERS);
    return (
      (isOwn && this.isOlder(receiver, ELEMENT.test(name) ? deeper(depth) : depth)) ||
      this.#isAnyOlder(args, ANY)
    );
  }

  #functionsIn(args: readonly Node[]): readonly FunctionNode[] {
    return args.flatMap((each) => this.#run.origins.of(each)).filter(isFunctionNode);
  }

  #isOlderDeclared(declared: Node, depth: number): boolean {
    let root = declared;
    let below = depth;
    for (; is.isBindingElement(root); root = root.parent.parent) below = deeper(below);
    if (is.isParameterDeclaration(root)) return this.#isOlderParameter(root, below);
    if (!is.isVariableDeclaration(root) || !enclosingFunction(root)) return true;
    const loop = root.parent.parent;
    if (is.isForOfStatement(loop)) return this.isOlder(loop.expression, deeper(below));
    return root.initializer !== undefined && root !== declared && this.isOlder(root.initializer, below);
  }

  // The input is a copy; the context is the host's.
  #isOlderParameter(parameter: ast.ParameterDeclaration, depth: number): boolean {
    const fn = parameter.parent as FunctionNode; // types have no code
    const index = fn.parameters.indexOf(parameter);
    if (this.#run.isExecute(fn)) return index > 0;
    const sites = this.#run.origins.sitesOf(fn);
    return (
      sites.length === 0 ||
      sites.some((site) =>
        'inputs' in site
          ? this.#isAnyOlder(site.inputs, deeper(depth))
          : this.#isAnyOlder(site.args.slice(index), parameter.dotDotDotToken ? below(depth) : depth),
      )
    );
  }
}

/** As deep as it matters. */
const ANY = 2;

/** Of what holds the object that is asked for. */
const deeper = (depth: number): number => Math.min(depth + 1, ANY);
/** Of what the value holds that is asked. */
const below = (depth: number): number => (depth === ANY ? ANY : 0);

/** What the value of an expression holds that is made there. */
function partsOf(value: Node): readonly Node[] {
  if (is.isArrayLiteralExpression(value)) return value.elements;
  if (is.isNewExpression(value)) return value.arguments ?? [];
  if (isFunctionNode(value)) return returnsOf(value);
  if (!is.isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((each) => {
    if (is.isSpreadAssignment(each)) return each;
    if (is.isPropertyAssignment(each)) return each.initializer;
    return is.isShorthandPropertyAssignment(each) ? each.name : [];
  });
}

/** The class or object literal that `this` is of, and the member of it. */
function holderOfThis(node: Node): {
  readonly holder?: ast.ClassLikeDeclaration | ast.ObjectLiteralExpression;
  readonly member?: Node;
} {
  for (let at = node.parent; at && !is.isSourceFile(at); at = at.parent) {
    const holder = at.parent;
    if (isClass(holder)) return { holder, member: at };
    if (isFunctionNode(at) && !is.isArrowFunction(at))
      return is.isObjectLiteralExpression(holder) ? { holder, member: at } : {};
  }
  return {};
}

/** Whether what stands in a function, or at the top level of a module, may be made before the tool is called. */
function isRunBefore(run: KnownRun, owner: FunctionNode | undefined): boolean {
  return !owner || runsBefore(run, owner);
}

/** Whether a unit may run before the tool is called: when a module is loaded, or when the tool is made. */
function runsBefore(run: KnownRun, unit: Node, seen: Set<Node> = new Set()): boolean {
  if (is.isConstructorDeclaration(unit)) return runsBefore(run, unit.parent, seen);
  if (seen.has(unit)) return false;
  seen.add(unit);
  if (isClass(unit)) return isMadeBefore(run, unit, seen);
  // Modules and their variables.
  if (!isFunctionNode(unit)) return true;
  const arrival = run.findings.arrivals.get(unit);
  if (!arrival) return true;
  const callers = run.callersOf(unit);
  // Where no call is known, it runs where it is named.
  const runners = callers.length > 0 ? callers : arrival.from ? [arrival.from] : [];
  return runners.some((each) => runsBefore(run, each, seen));
}

/** Whether an object of a class may be made before the tool is called, or by code that was not read. */
function isMadeBefore(run: KnownRun, node: ast.ClassLikeDeclaration, seen: Set<Node> = new Set()): boolean {
  const makers = [node, ...run.subclassesOf(node)].flatMap((each) => run.callersOf(each));
  return makers.length === 0 || makers.some((each) => runsBefore(run, each, seen));
}

/** Whether code of a unit runs only when its module is loaded. */
function isLoading(unit: Node, node: Node): boolean {
  if (isFunctionNode(unit) || enclosingFunction(unit)) return false;
  const member = isClass(unit)
    ? unit.members.find((each) => each.pos <= node.pos && node.end <= each.end)
    : undefined;
  return !member || is.isClassStaticBlockDeclaration(member) || isStatic(member);
}

/** Whether a variable may be older than the call that the code at its name runs in; one of the platform is no state. */
function isOlderVariable(run: KnownRun, name: Node): boolean {
  const declared = run.code.declaredAt(name);
  if (declared.length === 0) return !isOf(run, name, ['platform']);
  return declared.some((each) => {
    const owner = enclosingFunction(each);
    return !owner || (owner !== enclosingFunction(name) && runsBefore(run, owner));
  });
}

/** What a chain of members and calls of methods begins with. */
function rootOf(value: Node): ast.Identifier | undefined {
  let root = value;
  while (isAccess(root)) root = unwrap(root.expression);
  return is.isIdentifier(root) ? root : undefined;
}

/** Whether a name is one of others' code. */
function isOf(run: KnownRun, name: Node, origins: readonly Origin[]): boolean {
  const symbol = is.isIdentifier(name) ? run.code.symbolAt(name) : undefined;
  const declarations = (symbol && run.code.target(symbol)?.declarations) ?? [];
  return declarations.some(({ path }) => origins.includes(originOf(path)));
}
