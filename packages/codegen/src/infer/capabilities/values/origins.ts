import { ast, is, type Symbol } from '../../../source/types/typescript.ts';
import { type Code, isNamespace } from '../read/code.ts';
import {
  declaredName,
  enclosingFunction,
  type FunctionNode,
  isAccess,
  isClass,
  isFunctionNode,
  isParameterProperty,
  isPrivate,
  keyOf,
  mayBeObject,
  returnsOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import { isLanguageType } from '../../output/type-facts.ts';
import { isPromisify } from '../read/symbols.ts';
import type { Lane } from '../call-graph/step.ts';
import type { KnownCalls, Site } from '../call-graph/known-calls.ts';
import { Lists } from './lists.ts';
import { findMembers, hasValue, heldIn, isOwnObject, valueOf } from './members.ts';

type Node = ast.Node;

/** After so many steps of one question, an expression is its own origin. */
const MOST_STEPS = 2000;
/** Methods that return the function or object that they are given. */
const PASSING = /^(?:bind|freeze|seal|preventExtensions|resolve)$/;

/** What is known of the reachable code. */
export interface Known {
  readonly code: Code;
  readonly calls: KnownCalls;
  /** Whether nothing more will be known. */
  readonly isComplete: boolean;
  /** The instantiated subclasses of a class. */
  subclassesOf(node: ast.ClassLikeDeclaration): readonly Node[];
}

/**
 * Follows expressions back to the origins of their values: through variables, parameters, fields, conditions and calls of
 * the author's functions, not through containers. An expression that cannot be followed is its own origin.
 */
export class Origins {
  readonly code: Code;
  readonly #known: Known;
  readonly #lane: Lane;
  readonly #open = new Set<Node>();
  readonly #cut = new Set<Node>();
  readonly lists: Lists;
  /** What the current question found: functions that call one another have many ways between them. */
  readonly #followed = new Map<Node, readonly Node[]>();
  /** What was found once all calls were known. */
  readonly #found = new Map<Node, readonly Node[]>();

  constructor(known: Known, lane: Lane) {
    this.code = known.code;
    this.#known = known;
    this.#lane = lane;
    this.lists = new Lists(this, known.calls, lane);
  }

  /** The origins of an expression. */
  of(node: Node): readonly Node[] {
    const value = unwrap(node);
    if (this.#open.has(value)) return [];
    if (this.#open.size === 0) this.#followed.clear();
    const followed = this.#followed.get(value);
    if (followed) return followed;
    if (this.#followed.size > MOST_STEPS) {
      this.#cut.add(value);
      return [value];
    }
    if (this.#open.size > 0 || !this.#known.isComplete) return this.#follow(value);
    const found = this.#found.get(value) ?? this.#follow(value);
    this.#found.set(value, found);
    return found;
  }

  /** Whether an origin is where following ended, so that its value comes from elsewhere. */
  isCut(origin: Node): boolean {
    return this.#cut.has(origin);
  }

  #follow(value: Node): readonly Node[] {
    this.#open.add(value);
    const found = [...new Set(this.#find(value))];
    this.#open.delete(value);
    this.#followed.set(value, found);
    return found;
  }

  /** The calls of a function; for a constructor, those of its class. What a subclass passes to `super` is not followed. */
  sitesOf(fn: FunctionNode): readonly Site[] {
    if (!is.isConstructorDeclaration(fn)) return this.#known.calls.sitesOf(fn, this.#lane);
    const holder = fn.parent;
    const isFinal = isClass(holder) && this.#known.subclassesOf(holder).length === 0;
    return isFinal ? this.#known.calls.sitesOf(holder, this.#lane) : [];
  }

  #ofAll(nodes: readonly Node[]): readonly Node[] {
    return nodes.flatMap((node) => this.of(node));
  }

  #find(node: Node): readonly Node[] {
    // Its names need no question.
    if (this.code.names.isOfToolkit(is.isCallExpression(node) ? node.expression : node)) return [node];
    if (is.isConditionalExpression(node)) return this.#ofAll([node.whenTrue, node.whenFalse]);
    if (is.isBinaryExpression(node)) return this.#ofBinary(node);
    if (is.isIdentifier(node)) return this.#ofSymbol(this.code.names.symbolAt(node), node);
    if (isAccess(node)) return this.#ofAccess(node);
    if (is.isCallExpression(node)) return this.#ofCall(node);
    if (node.kind === ast.SyntaxKind.ThisKeyword) return [literalOfThis(node) ?? node];
    return isDeclared(node) ? this.#ofDeclared(node, node) : [node];
  }

  #ofBinary(node: ast.BinaryExpression): readonly Node[] {
    const operator = node.operatorToken.getText();
    if (/^(?:\?\?|\|\|)=?$/.test(operator)) return this.#ofAll([node.left, node.right]);
    return /^(?:&&|,|=)$/.test(operator) ? this.of(node.right) : [node];
  }

  #ofSymbol(symbol: Symbol | undefined, name: Node): readonly Node[] {
    const declared = symbol ? this.code.declarationsOf(symbol) : [];
    return declared.length > 0 ? declared.flatMap((each) => this.#ofDeclared(each, name)) : [name];
  }

  #ofDeclared(declared: Node, from: Node): readonly Node[] {
    const { calls } = this.#known;
    const isMethod = is.isMethodDeclaration(declared);
    if (isMethod || (isFunctionNode(declared) && !is.isGetAccessorDeclaration(declared))) {
      const isOfLiteral = isMethod && is.isObjectLiteralExpression(declared.parent);
      const written = isOfLiteral
        ? [...this.#ofAll(calls.writesTo(declared)), ...this.#writtenToAny(declared)]
        : [];
      return [declared, ...this.#overridesOf(declared), ...written];
    }
    if (isClass(declared) || isNamespace(declared)) return [declared];
    const own = [...this.#given(declared), ...this.#ofAll(calls.writesTo(declared))];
    return [
      ...(own.length > 0 ? own : [isDeclared(declared) ? declared : from]),
      ...this.#writtenToAny(declared),
    ];
  }

  #writtenToAny(declared: Node): readonly Node[] {
    return this.#known.calls
      .writesToAny(declared)
      .flatMap(([target, value]) => (this.#mayHold(target.expression, declared) ? this.of(value) : []));
  }

  // Whether an object with a member may be the one that a member with a computed name is written to. Objects of any class, or
  // with methods of another literal, may have the type of a class with public members.
  #mayHold(written: Node, declared: Node): boolean {
    const type = this.code.typeAt(written);
    // What is written to a list is an element.
    if (type && isLanguageType(type, /^Array$/)) return false;
    if (!is.isObjectLiteralExpression(declared.parent) && !isPrivate(declared)) return true;
    if (unwrap(written).kind === ast.SyntaxKind.ThisKeyword) return true;
    const holders = this.of(written);
    return (
      holders.length === 0 ||
      holders.some((each) => !isOwnObject(this.code, each) || heldIn(this.code, each).includes(declared))
    );
  }

  // The members of instantiated subclasses in place of one.
  #overridesOf(declared: Node): readonly Node[] {
    const { parent } = declared;
    const key = declaredName(declared);
    if (key === undefined || !isClass(parent)) return [];
    return this.#known.subclassesOf(parent).flatMap((each) => findMembers(this.code, each, key, false));
  }

  // The values that a declaration itself gives.
  #given(declared: Node): readonly Node[] {
    if (is.isVariableDeclaration(declared) && is.isForOfStatement(declared.parent.parent))
      return this.lists.takenFrom(declared.parent.parent.expression, declared);
    if (is.isParameterDeclaration(declared)) return this.#ofParameter(declared);
    if (is.isBindingElement(declared)) return this.#ofBinding(declared);
    if (is.isExportAssignment(declared)) return this.of(declared.expression);
    if (is.isShorthandPropertyAssignment(declared))
      return this.#ofSymbol(this.code.names.symbolAt(declared.name), declared.name);
    if (is.isGetAccessorDeclaration(declared) || is.isPropertyDeclaration(declared))
      return this.#ofField(declared);
    const value = is.isEnumMember(declared) ? declared.initializer : valueOf(declared);
    return value ? this.of(value) : [];
  }

  // A subclass may override it, unless it is private.
  #ofField(declared: ast.PropertyDeclaration | ast.GetAccessorDeclaration): readonly Node[] {
    const { parent } = declared;
    if (!isPrivate(declared) && isClass(parent) && this.#known.subclassesOf(parent).length > 0)
      return [declared, ...this.#overridesOf(declared).flatMap((each) => this.#ofOwn(each))];
    return this.#ofOwn(declared);
  }

  // What a getter returns, or a property holds first.
  #ofOwn(declared: Node): readonly Node[] {
    if (is.isGetAccessorDeclaration(declared)) return this.#ofAll(returnsOf(declared));
    const value = valueOf(declared);
    return value ? this.of(value) : [];
  }

  // A member by its declaration, or one of a literal by its name.
  #ofAccess(node: ast.PropertyAccessExpression | ast.ElementAccessExpression): readonly Node[] {
    const key = keyOf(node);
    if (key === undefined) {
      const found = this.#membersOf(node.expression, key);
      return found?.length ? found : [node];
    }
    const declared = this.code.declaredAt(node).filter(hasValue);
    if (declared.length > 0) {
      const found = declared.flatMap((each) => this.#ofDeclared(each, node));
      if (!this.#isOfAnother(node.expression, declared)) return found;
      return this.#membersOf(node.expression, key) ?? [...found, node];
    }
    return this.#membersOf(node.expression, key) ?? [node];
  }

  // `{ ...defaults, ...given }`: an object may have the type of a literal, and other values.
  #isOfAnother(receiver: Node, declared: readonly Node[]): boolean {
    if (!declared.every(({ parent }) => is.isObjectLiteralExpression(parent))) return false;
    const holders = this.of(receiver);
    return !holders.every((holder) => declared.some((each) => each.parent === holder && !hasSpread(holder)));
  }

  #ofBinding(element: ast.BindingElement): readonly Node[] {
    const { initializer, dotDotDotToken, parent } = element;
    const isMember = !dotDotDotToken && is.isObjectBindingPattern(parent);
    const key = keyOf(element);
    const found = isMember ? this.#membersOf(parent.parent, key) : undefined;
    // Nothing says what another tool adds to a table.
    const isKnown = found && (found.length > 0 || key !== undefined);
    return [...(isKnown ? found : [element]), ...(initializer ? this.of(initializer) : [])];
  }

  /** The values of a member, or of all for a computed name. */
  #membersOf(receiver: Node, key: string | undefined): readonly Node[] | undefined {
    const holders = this.of(receiver);
    if (
      holders.length === 0 ||
      !holders.every((each) => is.isObjectLiteralExpression(each) && !hasSpread(each))
    )
      return undefined;
    return holders.flatMap((holder) =>
      findMembers(this.code, holder, key, false).flatMap((each) => this.#ofDeclared(each, each)),
    );
  }

  #ofCall(node: ast.CallExpression): readonly Node[] {
    const callee = unwrap(node.expression);
    if (callee.kind === ast.SyntaxKind.ImportKeyword) return this.#ofImport(node);
    const method = isAccess(callee) && this.code.declaredAt(callee).length === 0 ? callee : undefined;
    if ((method && PASSING.test(keyOf(method) ?? '')) || isPromisify(this.code, callee)) {
      const passed = method && keyOf(method) === 'bind' ? method.expression : node.arguments[0];
      return passed ? this.of(passed) : [node];
    }
    const reduced = this.lists.reducedBy(node);
    if (reduced) return this.#ofAll(reduced);
    const found = this.of(callee);
    const functions = found.filter(isFunctionNode);
    // One of several may be unknown: what a list holds.
    const isKnown = functions.length > 0 && found.every((each) => !isAccess(each));
    return [...functions.flatMap((fn) => this.#ofAll(returnsOf(fn))), ...(isKnown ? [] : [node])];
  }

  // The module that a dynamic import loads.
  #ofImport(node: ast.CallExpression): readonly Node[] {
    const units = node.arguments[0] ? this.code.moduleAt(node.arguments[0]) : [];
    return units.length > 0 ? units : [node];
  }

  /** The origins of a parameter's arguments. */
  #ofParameter(parameter: ast.ParameterDeclaration): readonly Node[] {
    const fn = parameter.parent as FunctionNode; // types have no code
    if (this.#known.calls.executes.has(fn) || parameter.dotDotDotToken) return [parameter];
    const index = fn.parameters
      .filter(({ name }) => !(is.isIdentifier(name) && name.text === 'this'))
      .indexOf(parameter);
    const taken = this.lists.givenTo(parameter, fn, index);
    if (taken) return taken;
    const sites = this.sitesOf(fn);
    const given = sites.map(({ args }) => (args ? argumentAt(args, index, parameter) : parameter));
    const values = given.flatMap((arg) =>
      arg === undefined ? [] : arg === parameter ? [parameter] : this.of(arg),
    );
    return [
      ...(sites.length === 0 ? [parameter] : values),
      ...(parameter.initializer &&
      (given.length === 0 || given.some((arg) => this.#isLeftOut(arg, parameter)))
        ? this.of(parameter.initializer)
        : []),
    ];
  }

  #isLeftOut(arg: Node | undefined, parameter: Node): boolean {
    if (!arg || arg === parameter) return true;
    return mayBeObject(arg) && this.code.isOptional(arg);
  }
}

function argumentAt(args: readonly Node[], index: number, parameter: Node): Node | undefined {
  return args.some((arg, at) => at <= index && is.isSpreadElement(arg)) ? parameter : args[index];
}

// In a method of an object literal, that literal.
function literalOfThis(node: Node): Node | undefined {
  let fn = enclosingFunction(node);
  while (fn && is.isArrowFunction(fn)) fn = enclosingFunction(fn);
  return fn && is.isObjectLiteralExpression(fn.parent) ? fn.parent : undefined;
}

/** Whether what is spread may replace any member of a literal. */
function hasSpread(literal: Node): boolean {
  return is.isObjectLiteralExpression(literal) && literal.properties.some(is.isSpreadAssignment);
}

function isDeclared(node: Node): boolean {
  return (
    is.isVariableDeclaration(node) ||
    is.isBindingElement(node) ||
    is.isParameterDeclaration(node) ||
    is.isExportAssignment(node) ||
    isParameterProperty(node)
  );
}
