import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { hasBody, originOf } from '../capabilities/declarations.ts';
import { keyOf } from '../capabilities/member-symbols.ts';
import type { Site } from '../capabilities/run.ts';
import { isPrimitive, resolveAlias } from '../capabilities/symbol-steps.ts';
import { returnsOf, writesTo } from '../capabilities/writes.ts';
import { isAccess } from './is-access.ts';
import { partsOf } from './parts-of.ts';

/** What is known of the calls of a tool. */
export interface Calls {
  sitesOf(fn: ts.Node): readonly Site[];
  isExecute(fn: ts.Node): boolean;
  /** Whether a function may run before the tool is called: when a module is loaded, or when the tool is made. */
  runsBefore(fn: ts.Node): boolean;
}

/** Methods whose result is a new container, of what was there before. */
const COPYING = new Set(
  'filter map flatMap flat slice concat toSorted toReversed toSpliced with entries keys values from of fromEntries split'.split(
    ' ',
  ),
);
const CLONING = /^(?:structuredClone|JSON\.parse)$/;

/**
 * Tells values that were made during a call of a tool from those that may have been there before, and may stay. What is
 * not visibly made during the call counts as older.
 */
export class Lifetimes {
  readonly #checker: ts.TypeChecker;
  readonly #calls: Calls;
  readonly #asked = new Map<ts.Node, Set<boolean>>();

  constructor(checker: ts.TypeChecker, calls: Calls) {
    this.#checker = checker;
    this.#calls = calls;
  }

  /** Whether a variable may outlive the call that the code at a name runs in. */
  isOlderVariable(name: ts.Identifier): boolean {
    const owner = ownerOf(this.#declarationOf(name));
    return !owner || (owner !== ownerOf(name) && this.#calls.runsBefore(owner));
  }

  /** Whether the object that an expression gives may be older than the call. */
  isOlder(expression: ts.Expression): boolean {
    this.#asked.clear();
    return this.#ask(expression, false);
  }

  /** @param isInside - Whether what is inside of the object counts, too. */
  #ask(node: ts.Node, isInside: boolean): boolean {
    const value = ts.isExpression(node) ? unwrap(node) : node;
    const asked = this.#asked.get(value) ?? new Set();
    if (asked.has(isInside) || isPrimitive(this.#checker.getTypeAtLocation(value))) return false;
    // Each is asked once: one that is older is enough.
    this.#asked.set(value, asked.add(isInside));
    return this.#isOlderObject(value, isInside);
  }

  #isOlderObject(value: ts.Node, isInside: boolean): boolean {
    if (ts.isIdentifier(value)) return this.#isOlderName(value, isInside);
    if (value.kind === ts.SyntaxKind.ThisKeyword) return this.#isOlderThis(value);
    if (isAccess(value)) return this.#ask(value.expression, true);
    if (ts.isCallExpression(value)) return this.#isOlderResult(value, isInside);
    if (ts.isAwaitExpression(value)) return this.#ask(value.expression, isInside);
    if (ts.isConditionalExpression(value))
      return this.#ask(value.whenTrue, isInside) || this.#ask(value.whenFalse, isInside);
    if (ts.isBinaryExpression(value))
      return this.#ask(value.left, isInside) || this.#ask(value.right, isInside);
    const parts = partsOf(value);
    return (isInside || !parts.isNew) && parts.nodes.some((part) => this.#ask(part, true));
  }

  // Objects of a class that no module makes when it is loaded are made during the call.
  #isOlderThis(node: ts.Node): boolean {
    const owner = ownerOf(node);
    if (owner && ts.isConstructorDeclaration(owner)) return false;
    const member = ts.findAncestor(
      node,
      (each) => ts.isClassElement(each) || ts.isObjectLiteralExpression(each),
    );
    return (
      !member || !ts.isClassLike(member.parent) || isStatic(member) || this.#calls.runsBefore(member.parent)
    );
  }

  #isOlderResult(call: ts.CallExpression, isInside: boolean): boolean {
    const callee = unwrap(call.expression);
    if (CLONING.test(callee.getText())) return false;
    const body = this.#checker.getResolvedSignature(call)?.declaration;
    if (body && hasBody(body) && originOf(body) === 'project')
      return returnsOf(body).some((returned) => this.#ask(returned, isInside));
    const name = isAccess(callee) ? (keyOf(callee) ?? '') : '';
    if (COPYING.has(name) && !isInside) return false;
    const [mapping] = call.arguments;
    if (name === 'map' && mapping && ts.isFunctionLike(mapping)) return this.#ask(mapping, true);
    const holder = isAccess(callee) ? callee.expression : callee;
    return (
      (!this.#isGlobal(holder) && this.#ask(holder, true)) ||
      call.arguments.some((each) => this.#ask(each, true))
    );
  }

  #isOlderName(name: ts.Identifier, isInside: boolean): boolean {
    const declaration = this.#declarationOf(name);
    if (!declaration || this.isOlderVariable(name)) return true;
    const { root, isTakenOut } = rootOf(declaration);
    if (ts.isParameter(root)) return this.#isOlderParameter(root, isInside || isTakenOut);
    if (!ts.isVariableDeclaration(root)) return false;
    const loop = root.parent.parent;
    if (ts.isForOfStatement(loop)) return this.#ask(loop.expression, true);
    const written = writesTo(name.getSourceFile(), name.text).filter(
      (write) => (isInside || !write.isInside) && this.#declarationOf(write.target) === declaration,
    );
    return [...(root.initializer ? [root.initializer] : []), ...written.map((write) => write.value)].some(
      (value) => this.#ask(value, isInside || isTakenOut),
    );
  }

  // The input is a copy; the context is the host's.
  #isOlderParameter(parameter: ts.ParameterDeclaration, isInside: boolean): boolean {
    const { parent: fn, initializer } = parameter;
    const index = fn.parameters.indexOf(parameter);
    if (this.#calls.isExecute(fn)) return index > 0;
    const sites = this.#calls.sitesOf(fn);
    if (sites.length === 0) return true;
    const given = sites.flatMap((site) => {
      if ('inputs' in site) return site.inputs.map((input) => this.#ask(input, true));
      const isSpread = parameter.dotDotDotToken !== undefined || site.args.some(ts.isSpreadElement);
      const args = isSpread ? site.args : site.args.slice(index, index + 1);
      return args.map((arg) => this.#ask(arg, isInside));
    });
    return given.includes(true) || (initializer !== undefined && this.#ask(initializer, isInside));
  }

  #declarationOf(name: ts.Identifier): ts.Declaration | undefined {
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(name.parent)
      : this.#checker.getSymbolAtLocation(name);
    return symbol && resolveAlias(this.#checker, symbol)?.declarations?.[0];
  }

  // `Object.values(…)`, `fetch(…)`.
  #isGlobal(holder: ts.Expression): boolean {
    const declaration = ts.isIdentifier(holder) ? this.#declarationOf(holder) : undefined;
    return declaration !== undefined && originOf(declaration) !== 'project';
  }
}

function isStatic(member: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(member) ? ts.getModifiers(member) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
}

/** The function that a node is in. */
function ownerOf(node: ts.Node | undefined): ts.Node | undefined {
  const start = node && ts.isParameter(node) ? node : node?.parent;
  return start && ts.findAncestor(start, ts.isFunctionLike);
}

function rootOf(declaration: ts.Node): { readonly root: ts.Node; readonly isTakenOut: boolean } {
  let root = declaration;
  while (ts.isBindingElement(root)) root = root.parent.parent;
  return { root, isTakenOut: root !== declaration };
}
