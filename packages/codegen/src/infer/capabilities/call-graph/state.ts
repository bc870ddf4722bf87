import { ast, is } from '../../../source/types/typescript.ts';
import { isPrimitive } from '../read/code.ts';
import {
  enclosingFunction,
  type FunctionNode,
  isAccess,
  isAssignment,
  isClass,
  isFunctionNode,
  isStatic,
  unwrap,
} from '../read/syntax.ts';
import { originOf } from '../../whose-code.ts';
import type { Change, Reach as Run } from './reach.ts';

type Node = ast.Node;

/** Methods and functions whose result is a new container. */
const COPYING =
  /(?:^|\.)(?:filter|map|flatMap|flat|slice|concat|to(?:Sorted|Reversed|Spliced)|with|entries|keys|values|from|of|fromEntries|split)$/;
/** Functions whose result shares nothing with their arguments. */
const CLONING = /^(?:structuredClone|JSON\.parse)$/;

/**
 * Whether a mutation affects a value that may exist before the tool's call and outlive it. Values count as older unless
 * the code shows that they are created during the call. Platform objects are covered by capabilities, and module
 * initialization does not count.
 */
export function outlivesCall(run: Run, { step, unit }: Change): boolean {
  const { changed, node } = step;
  if (isLoading(unit, node)) return false;
  if (changed === node && is.isIdentifier(changed)) return isOlderVariable(run, changed);
  return new Ages(run).isOlder(changed, false);
}

/** Tells values created during a call from older ones. Visits every value once, since one older value is enough. */
class Ages {
  readonly #run: Run;
  readonly #asked = new Set<Node>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** @param isMember - Whether the question is about the value's members: a new array may hold older objects. */
  isOlder(node: Node, isMember: boolean): boolean {
    const value = unwrap(node);
    if (this.#asked.has(value)) return false;
    this.#asked.add(value);
    const type = is.isExpression(value) ? this.#run.code.typeAt(value) : undefined;
    if (type && isPrimitive(type)) return false;
    const root = rootOf(value);
    if (root && isOlderVariable(this.#run, root)) return true;
    return this.#run.origins.call.of(value).some((origin) => this.#isOlderOrigin(origin, isMember));
  }

  #isOlderOrigin(origin: Node, isMember: boolean): boolean {
    if (is.isParameterDeclaration(origin)) return this.#isOlderParameter(origin, isMember);
    if (is.isVariableDeclaration(origin) || is.isBindingElement(origin)) return this.#isOlderDeclared(origin);
    if (is.isIdentifier(origin)) return isOlderVariable(this.#run, origin);
    if (origin.kind === ast.SyntaxKind.ThisKeyword || origin.kind === ast.SyntaxKind.SuperKeyword)
      return this.#isOlderThis(origin);
    if (isAccess(origin)) return this.isOlder(origin.expression, true);
    if (is.isCallExpression(origin)) return this.#isOlderResult(origin, isMember);
    if (isAssignment(origin)) return isMember && this.isOlder(origin.right, false);
    if (is.isSpreadElement(origin)) return this.isOlder(origin.expression, true);
    return this.#isInOlder(origin) || (isMember && partsOf(origin).some((each) => this.isOlder(each, true)));
  }

  // A literal at module level or in a field of an older object.
  #isInOlder(literal: Node): boolean {
    if (enclosingFunction(literal)) return false;
    for (let at = literal; at && !is.isSourceFile(at); at = at.parent)
      if (is.isPropertyDeclaration(at) && isClass(at.parent))
        return isStatic(at) || isMadeBefore(this.#run, at.parent);
    return true;
  }

  // A field initializer is as old as its object.
  #isOlderThis(node: Node): boolean {
    const { holder, member } = holderOfThis(node);
    if (!holder || !member) return true;
    const isBeingMade = is.isConstructorDeclaration(member) || is.isPropertyDeclaration(member);
    if (isClass(holder) && !isStatic(member)) return !isBeingMade && isMadeBefore(this.#run, holder);
    const maker = enclosingFunction(holder);
    return !maker || runsBefore(this.#run, maker);
  }

  // The result of a method may belong to its receiver, that of another function to its arguments.
  #isOlderResult({ expression, arguments: args }: ast.CallExpression, isMember: boolean): boolean {
    const callee = unwrap(expression);
    const name = callee.getText();
    if (CLONING.test(name) || (COPYING.test(name) && !isMember)) return false;
    const [receiver] = isAccess(callee) ? [callee.expression] : [];
    if (receiver && !isOthers(this.#run, receiver)) return this.isOlder(receiver, true);
    return args.some((each) => this.isOlder(each, true)) || !(receiver ?? isOthers(this.#run, callee));
  }

  #isOlderDeclared(declared: Node): boolean {
    let root = declared;
    while (is.isBindingElement(root)) root = root.parent.parent;
    if (is.isParameterDeclaration(root)) return this.#isOlderParameter(root, true);
    if (!is.isVariableDeclaration(root) || !enclosingFunction(root)) return true;
    const loop = root.parent.parent;
    const from = is.isForOfStatement(loop)
      ? loop.expression
      : root === declared
        ? undefined
        : root.initializer;
    return from !== undefined && this.isOlder(from, true);
  }

  // The input is a copy; the context is the host's.
  #isOlderParameter(parameter: ast.ParameterDeclaration, isMember: boolean): boolean {
    const fn = parameter.parent as FunctionNode; // types have no code
    const index = fn.parameters.indexOf(parameter);
    if (this.#run.isExecute(fn)) return index > 0;
    const sites = this.#run.origins.call.sitesOf(fn);
    const isGivenOlder = sites.some((site) =>
      'inputs' in site
        ? site.inputs.some((each) => this.isOlder(each, true))
        : site.args.slice(index).some((each) => this.isOlder(each, isMember)),
    );
    return sites.length === 0 || isGivenOlder;
  }
}

/** The elements of an array literal, or the arguments of a container's constructor. */
function partsOf(value: Node): readonly Node[] {
  if (is.isArrayLiteralExpression(value)) return value.elements;
  return is.isNewExpression(value) ? (value.arguments ?? []) : [];
}

/** The class or object literal that `this` refers to, and the enclosing member. */
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

/** Whether a unit may run before the tool is called: at module load, or when the tool is defined. */
function runsBefore(run: Run, unit: Node, seen: Set<Node> = new Set()): boolean {
  if (is.isConstructorDeclaration(unit)) return runsBefore(run, unit.parent, seen);
  if (seen.has(unit)) return false;
  seen.add(unit);
  if (isClass(unit)) return isMadeBefore(run, unit, seen);
  // Modules and their variables.
  if (!isFunctionNode(unit)) return true;
  const arrival = run.findings.arrivals.get(unit);
  if (!arrival) return true;
  const callers = run.callersOf(unit);
  // Without a known call, it counts as run where it is named.
  const runners = callers.length > 0 ? callers : arrival.from ? [arrival.from] : [];
  return runners.some((each) => runsBefore(run, each, seen));
}

/** Whether a class may be instantiated before the tool is called, or by code that is not analysed. */
function isMadeBefore(run: Run, node: ast.ClassLikeDeclaration, seen: Set<Node> = new Set()): boolean {
  const makers = [node, ...run.subclassesOf(node)].flatMap((each) => run.callersOf(each));
  return makers.length === 0 || makers.some((each) => runsBefore(run, each, seen));
}

/** Whether code of a unit runs only at module load. */
function isLoading(unit: Node, node: Node): boolean {
  if (isFunctionNode(unit) || enclosingFunction(unit)) return false;
  const member = isClass(unit)
    ? unit.members.find((each) => each.pos <= node.pos && node.end <= each.end)
    : undefined;
  return !member || is.isClassStaticBlockDeclaration(member) || isStatic(member);
}

/** Whether a variable may be older than the current call; platform globals are not state. */
function isOlderVariable(run: Run, name: Node): boolean {
  const declared = run.code.declaredAt(name);
  if (declared.length === 0) return !isOthers(run, name);
  return declared.some((each) => {
    const owner = enclosingFunction(each);
    return !owner || (owner !== enclosingFunction(name) && runsBefore(run, owner));
  });
}

/** The root of a property access chain. */
function rootOf(value: Node): ast.Identifier | undefined {
  let root = value;
  while (isAccess(root)) root = unwrap(root.expression);
  return is.isIdentifier(root) ? root : undefined;
}

/** Whether a name is one of the platform, the language or third-party code. */
function isOthers(run: Run, name: Node): boolean {
  const symbol = is.isIdentifier(name) ? run.code.symbolAt(name) : undefined;
  const declarations = (symbol && run.code.target(symbol)?.declarations) ?? [];
  return declarations.some(({ path }) => originOf(path) !== 'project');
}
