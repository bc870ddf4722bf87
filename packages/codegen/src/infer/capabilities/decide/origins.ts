// oxlint-disable max-lines, complexity -- one case per kind of node, still to be split by theme
import { ast, is } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import {
  argumentsOf,
  declaredName,
  enclosingFunction,
  type FunctionNode,
  isAccess,
  isClass,
  isFunctionNode,
  isParameterProperty,
  isStatic,
  keyOf,
  returnsOf,
  unwrap,
} from '../read/syntax.ts';
import { originOf } from '../read/whose-code.ts';
import { classAt, findMembers, superCallOf, withBases } from './members.ts';

type Node = ast.Node;

/** A call of a function: where it is, and its arguments, or what any of its parameters may be given. */
export type Site = { readonly args: readonly Node[] } | { readonly inputs: readonly Node[] };

/** What is known of the code that runs. */
export interface Calls {
  sitesOf(fn: Node): readonly Site[];
  isExecute(fn: Node): boolean;
  /** What code gives to a variable or property, or the node that puts something into what it holds. */
  writesTo(declared: Node): readonly Node[];
  /** The classes that extend a class and whose objects are made. */
  subclassesOf(node: ast.ClassLikeDeclaration): readonly ast.ClassLikeDeclaration[];
}

/** Beyond this, an expression is its own origin: the limit keeps code that puts values together exponentially cheap. */
const BUDGET = 4000;

/**
 * Follows an expression back to where its values come from: through variables, parameters, fields, conditions, calls of
 * the author's functions and what containers are spelled out with. What cannot be followed is its own origin.
 */
export class Origins {
  readonly code: Code;
  readonly #calls: Calls;
  readonly #known = new Map<Node, readonly Node[]>();
  readonly #open = new Set<Node>();
  readonly #openHolders = new Set<Node>();
  #left = BUDGET;

  constructor(code: Code, calls: Calls) {
    this.code = code;
    this.#calls = calls;
  }

  /** Forgets everything, because more calls are known. */
  reset(): void {
    this.#known.clear();
    this.#left = BUDGET;
  }

  /** Where the values of an expression come from. */
  of(node: Node): readonly Node[] {
    const value = unwrap(node);
    const known = this.#known.get(value);
    if (known) return known;
    if (this.#open.has(value)) return [];
    if (this.#left-- < 0) return [value];
    this.#open.add(value);
    const found = [...new Set(this.#find(value))];
    this.#open.delete(value);
    // What was found on the way of something else may be a part only.
    if (this.#open.size === 0) this.#known.set(value, found);
    return found;
  }

  /** What the elements of a list, map or set come from. */
  elementsOf(list: Node): readonly Node[] {
    return this.of(list).flatMap((origin) => {
      // `new Chain([...this.steps, step])`: a list that is in itself.
      if (this.#openHolders.has(origin)) return [];
      this.#openHolders.add(origin);
      const found = this.#elements(origin);
      this.#openHolders.delete(origin);
      return found;
    });
  }

  #ofAll(nodes: readonly Node[]): readonly Node[] {
    return nodes.flatMap((node) => this.of(node));
  }

  #find(node: Node): readonly Node[] {
    if (is.isConditionalExpression(node)) return this.#ofAll([node.whenTrue, node.whenFalse]);
    if (is.isBinaryExpression(node)) return this.#ofBinary(node);
    if (is.isIdentifier(node)) return this.#ofName(node);
    if (isAccess(node)) return this.#ofAccess(node);
    if (is.isCallExpression(node)) return this.#ofCall(node);
    if (is.isTaggedTemplateExpression(node)) return this.#ofOwnCall(node, node.tag) ?? [node];
    if (is.isJsxExpression(node)) return node.expression ? this.of(node.expression) : [];
    if (is.isBindingElement(node)) return this.#ofBinding(node);
    if (is.isParameterDeclaration(node)) return this.#ofParameter(node);
    if (is.isBindingPattern(node)) return this.#ofHolder(node.parent);
    if (node.kind === ast.SyntaxKind.ThisKeyword) return this.#ofThis(node);
    if (is.isSpreadElement(node)) return this.#elementsOrSelf(node.expression, node);
    return [node];
  }

  // In a static method, the class or one that extends it; in a method of a literal, the literal.
  #ofThis(node: Node): readonly Node[] {
    let fn = enclosingFunction(node);
    while (fn && is.isArrowFunction(fn)) fn = enclosingFunction(fn);
    const holder = fn?.parent;
    if (holder && is.isObjectLiteralExpression(holder)) return [holder];
    return fn && holder && isClass(holder) && isStatic(fn)
      ? [holder, ...this.#calls.subclassesOf(holder)]
      : [node];
  }

  #ofBinary(node: ast.BinaryExpression): readonly Node[] {
    switch (node.operatorToken.kind) {
      case ast.SyntaxKind.QuestionQuestionToken:
      case ast.SyntaxKind.BarBarToken:
      case ast.SyntaxKind.QuestionQuestionEqualsToken:
      case ast.SyntaxKind.BarBarEqualsToken:
        return this.#ofAll([node.left, node.right]);
      case ast.SyntaxKind.AmpersandAmpersandToken:
      case ast.SyntaxKind.CommaToken:
      case ast.SyntaxKind.EqualsToken:
        return isAccess(node.left) &&
          node.operatorToken.kind === ast.SyntaxKind.EqualsToken &&
          this.#isElementWrite(node)
          ? [node]
          : this.of(node.right);
      default:
        return [node];
    }
  }

  #isElementWrite(node: ast.BinaryExpression): boolean {
    return is.isExpressionStatement(node.parent) && this.code.declaredAt(node.left).length === 0;
  }

  #ofName(name: ast.Identifier): readonly Node[] {
    const declared = this.code.declaredAt(name);
    return declared.length > 0 ? declared.flatMap((each) => this.#ofDeclared(each, name)) : [name];
  }

  #ofDeclared(declared: Node, from: Node): readonly Node[] {
    if (is.isVariableDeclaration(declared)) return this.#ofVariable(declared);
    if (is.isParameterDeclaration(declared))
      return [...this.of(declared), ...(isParameterProperty(declared) ? this.#written(declared) : [])];
    if (is.isBindingElement(declared)) return [...this.of(declared), ...this.#written(declared)];
    if (is.isExportAssignment(declared)) return this.of(declared.expression);
    if (is.isPropertyAssignment(declared))
      return [...this.of(declared.initializer), ...this.#written(declared)];
    if (is.isShorthandPropertyAssignment(declared))
      return [...this.#ofShorthand(declared), ...this.#written(declared)];
    if (is.isPropertyDeclaration(declared)) return this.#ofField(declared);
    if (is.isGetAccessorDeclaration(declared)) return this.#ofReturns(declared);
    if (is.isEnumMember(declared)) return declared.initializer ? this.of(declared.initializer) : [declared];
    if (isFunctionNode(declared) || isClass(declared) || is.isSourceFile(declared)) return [declared];
    return [from];
  }

  // A field, and what subclasses have in its place.
  #ofField(declared: ast.PropertyDeclaration): readonly Node[] {
    const holder = declared.parent;
    const key = declaredName(declared);
    const overriding =
      isClass(holder) && key !== undefined
        ? this.#calls
            .subclassesOf(holder)
            .flatMap((each) => findMembers(this.code, each, key, isStatic(declared)))
        : [];
    const fields = [...new Set([declared, ...overriding])];
    return fields.flatMap((each) => [
      ...(is.isPropertyDeclaration(each) && each.initializer ? this.of(each.initializer) : []),
      ...(is.isGetAccessorDeclaration(each) ? this.#ofReturns(each) : []),
      ...this.#written(each),
    ]);
  }

  #ofShorthand({ name }: ast.ShorthandPropertyAssignment): readonly Node[] {
    const symbol = this.code.symbolAt(name);
    const declared = symbol ? this.code.declarationsOf(symbol) : [];
    return declared.length > 0 ? declared.flatMap((each) => this.#ofDeclared(each, name)) : [name];
  }

  #ofVariable(declared: ast.VariableDeclaration): readonly Node[] {
    const loop = declared.parent.parent;
    const own = is.isForOfStatement(loop)
      ? this.#elementsOrSelf(loop.expression, declared)
      : declared.initializer
        ? this.of(declared.initializer)
        : [];
    const all = [...own, ...this.#written(declared)];
    return all.length > 0 ? all : [declared];
  }

  #elementsOrSelf(list: Node, self: Node): readonly Node[] {
    const elements = this.elementsOf(list);
    return elements.length > 0 ? elements : [self];
  }

  #written(declared: Node): readonly Node[] {
    return this.#calls.writesTo(declared).flatMap((value) => this.#ofWrite(declared, value));
  }

  // `Object.assign(this, options)` writes what the options hold under the same name.
  #ofWrite(declared: Node, value: Node): readonly Node[] {
    const isAssign =
      is.isCallExpression(value) && /^Object\.(?:assign|definePropert)/.test(value.expression.getText());
    if (!isAssign) return this.of(value);
    const [, ...sources] = value.arguments;
    const key = declaredName(declared);
    return sources.flatMap(
      (source) => this.membersOf(source, /define/.test(value.expression.getText()) ? 'value' : key) ?? [],
    );
  }

  // A member of a literal or an object of a class, by its declaration; by its name where only a type declares it.
  #ofAccess(node: ast.PropertyAccessExpression | ast.ElementAccessExpression): readonly Node[] {
    const key = this.code.keyAt(node);
    const declared = key === undefined ? [] : this.code.declaredAt(node).filter(hasValue);
    const found = declared.flatMap((each) => this.#ofDeclared(each, node));
    if (found.length > 0) return found;
    if (declared.length > 0) return [node];
    const members = this.membersOf(node.expression, key);
    if (members) return members;
    return is.isElementAccessExpression(node) ? this.#elementsOrSelf(node.expression, node) : [node];
  }

  /** What a member of an expression's objects comes from; undefined if one of them is not the author's. */
  membersOf(receiver: Node, key: string | undefined): readonly Node[] | undefined {
    const found: Node[] = [];
    for (const holder of this.of(receiver)) {
      const members = this.#membersIn(holder, key);
      if (!members) return undefined;
      found.push(...members);
    }
    return found.length > 0 ? found : undefined;
  }

  #membersIn(holder: Node, key: string | undefined): readonly Node[] | undefined {
    if (isElementWrite(holder)) return this.#ofElementWrite(holder, key);
    if (is.isCallExpression(holder) && keyOf(holder.expression) === 'fromEntries')
      return this.#elements(holder);
    if (!is.isObjectLiteralExpression(holder) && !is.isJsxAttributes(holder) && !is.isNewExpression(holder))
      return undefined;
    const own = is.isNewExpression(holder) ? classAt(this.code, holder) : holder;
    if (!own) return undefined;
    if (this.#openHolders.has(own)) return [];
    this.#openHolders.add(own);
    const members = findMembers(this.code, own, key, false);
    const spread =
      is.isObjectLiteralExpression(own) || is.isJsxAttributes(own) ? this.#ofSpreads(own, key) : [];
    const values = members.flatMap((each) =>
      is.isJsxAttribute(each)
        ? each.initializer
          ? this.of(each.initializer)
          : []
        : this.#ofDeclared(each, each),
    );
    this.#openHolders.delete(own);
    return [...values, ...spread];
  }

  #ofSpreads(
    { properties }: ast.ObjectLiteralExpression | ast.JsxAttributes,
    key: string | undefined,
  ): readonly Node[] {
    return [...properties].flatMap((property) =>
      is.isSpreadAssignment(property) || is.isJsxSpreadAttribute(property)
        ? (this.membersOf(property.expression, key) ?? [])
        : [],
    );
  }

  #ofElementWrite(write: ast.BinaryExpression, key: string | undefined): readonly Node[] {
    const written = keyOf(write.left);
    return key === undefined || written === undefined || written === key ? this.of(write.right) : [];
  }

  #elements(origin: Node): readonly Node[] {
    if (is.isParameterDeclaration(origin) && origin.dotDotDotToken) return this.#rest(origin);
    if (is.isArrayLiteralExpression(origin))
      return origin.elements.flatMap((each) =>
        is.isSpreadElement(each) ? this.elementsOf(each.expression) : this.of(each),
      );
    if (is.isNewExpression(origin)) {
      const [entries] = origin.arguments ?? [];
      return entries ? this.elementsOf(entries).flatMap((entry) => this.#ofEntry(entry)) : [];
    }
    if (isElementWrite(origin)) return this.of(origin.right);
    if (is.isObjectLiteralExpression(origin)) return this.#membersIn(origin, undefined) ?? [];
    return is.isCallExpression(origin) ? this.#elementsOfCall(origin) : [];
  }

  // Of `['me', '/api/me']`, a map holds the second.
  #ofEntry(entry: Node): readonly Node[] {
    const value = is.isArrayLiteralExpression(entry) ? entry.elements[1] : undefined;
    return value ? this.of(value) : [entry];
  }

  #elementsOfCall(call: ast.CallExpression): readonly Node[] {
    const callee = unwrap(call.expression);
    const name = keyOf(callee) ?? '';
    const args = call.arguments;
    const receiver = isAccess(callee) ? callee.expression : undefined;
    if (name === 'map' || name === 'flatMap') return args[0] ? this.#ofCallback(args[0]) : [];
    if (name === 'from' && args[0]) return args[1] ? this.#ofCallback(args[1]) : this.elementsOf(args[0]);
    if (name === 'fromEntries' && args[0])
      return this.elementsOf(args[0]).flatMap((entry) => this.#ofEntry(entry));
    if (name === 'set') return args[1] ? this.of(args[1]) : [];
    if (FILLING.has(name) || name === 'of') return this.#ofAll(args);
    if ((name === 'values' || name === 'entries') && args[0]) return this.membersOf(args[0], undefined) ?? [];
    if (name === 'all' && args[0]) return this.elementsOf(args[0]);
    return receiver && SAME_LIST.has(name) ? this.elementsOf(receiver) : [];
  }

  #ofCallback(callback: Node): readonly Node[] {
    return this.of(callback).flatMap((fn) => (isFunctionNode(fn) ? this.#ofReturns(fn) : [callback]));
  }

  #ofReturns(fn: FunctionNode): readonly Node[] {
    return this.#ofAll(returnsOf(fn));
  }

  #ofCall(node: ast.CallExpression): readonly Node[] {
    const callee = unwrap(node.expression);
    return this.#ofOwnCall(node, callee) ?? this.#ofLanguageCall(node, callee);
  }

  // What the author's functions return.
  #ofOwnCall(node: Node, callee: Node): readonly Node[] | undefined {
    if (isAccess(callee) && this.#isForeign(callee)) return undefined;
    const functions = this.of(callee).filter(isFunctionNode);
    if (functions.length === 0) return undefined;
    return functions.flatMap((fn) => (fn.body && this.#isGenerator(fn) ? [node] : this.#ofReturns(fn)));
  }

  #isGenerator(fn: FunctionNode): boolean {
    return 'asteriskToken' in fn && fn.asteriskToken !== undefined;
  }

  #isForeign(callee: Node): boolean {
    const symbol = is.isPropertyAccessExpression(callee) ? this.code.symbolAt(callee.name) : undefined;
    return symbol?.declarations.some(({ path }) => originOf(path) !== 'project') ?? false;
  }

  #ofLanguageCall(node: ast.CallExpression, callee: Node): readonly Node[] {
    if (!isAccess(callee)) return [node];
    const name = keyOf(callee) ?? '';
    const { expression: receiver } = callee;
    const [first] = node.arguments;
    if (!this.#isLanguage(callee)) return [node];
    if (name === 'bind' && node.arguments.length > 1) {
      const functions = this.of(receiver).filter(isFunctionNode);
      return functions.length > 0 ? functions : [node];
    }
    if (name === 'bind' || name === 'valueOf') return this.of(receiver);
    if (PASSING.has(name) && first) return this.#ofAll(name === 'assign' ? node.arguments : [first]);
    if (name === 'call' || name === 'apply') {
      const functions = this.of(receiver).filter(isFunctionNode);
      return functions.length > 0 ? functions.flatMap((fn) => this.#ofReturns(fn)) : [node];
    }
    if (name === 'then' && first) return this.#ofCallback(first);
    if (name === 'catch' || name === 'finally') return this.of(receiver);
    if (ELEMENT.has(name)) return this.#elementsOrSelf(receiver, node);
    return [node];
  }

  #isLanguage(callee: Node): boolean {
    const symbol = is.isPropertyAccessExpression(callee) ? this.code.symbolAt(callee.name) : undefined;
    return symbol?.declarations.some(({ path }) => originOf(path) === 'language') ?? false;
  }

  #ofBinding(element: ast.BindingElement): readonly Node[] {
    const { initializer, dotDotDotToken, parent } = element;
    const given = initializer ? this.of(initializer) : [];
    const holder = parent.parent;
    if (dotDotDotToken) return is.isArrayBindingPattern(parent) ? [element] : this.#ofHolder(holder);
    const found = is.isArrayBindingPattern(parent)
      ? this.#ofElementBinding(element, parent, holder)
      : this.#memberOfHolder(holder, keyOf(element));
    const all = found ? [...found, ...given] : [element, ...given];
    return all.length > 0 ? all : [element];
  }

  #ofHolder(holder: Node): readonly Node[] {
    if (is.isVariableDeclaration(holder)) return this.#ofVariable(holder);
    return this.of(holder);
  }

  #memberOfHolder(holder: Node, key: string | undefined): readonly Node[] | undefined {
    const found: Node[] = [];
    for (const each of this.#ofHolder(holder)) {
      const members = this.#membersIn(each, key);
      if (!members) return undefined;
      found.push(...members);
    }
    return found;
  }

  #ofElementBinding(
    element: Node,
    pattern: ast.ArrayBindingPattern,
    holder: Node,
  ): readonly Node[] | undefined {
    const index = pattern.elements.findIndex((each) => each === element);
    const objects = this.#entriesOf(holder);
    // The name of a property comes with the object that has it.
    if (objects)
      return objects.flatMap((each) =>
        index === 0 ? this.of(each) : (this.membersOf(each, undefined) ?? [element]),
      );
    const found: Node[] = [];
    for (const each of this.#ofHolder(holder)) {
      if (!is.isArrayLiteralExpression(each)) return undefined;
      const given = each.elements[index];
      if (given) found.push(...this.of(given));
    }
    return found;
  }

  // `for (const [key, value] of Object.entries(props))`, or a callback for each of them.
  #entriesOf(holder: Node): readonly Node[] | undefined {
    const loop = is.isVariableDeclaration(holder) ? holder.parent.parent : undefined;
    const lists =
      loop && is.isForOfStatement(loop)
        ? [loop.expression]
        : is.isParameterDeclaration(holder)
          ? this.#calls
              .sitesOf(holder.parent)
              .flatMap((site) => ('inputs' in site ? (site.inputs[0] ?? []) : []))
          : [];
    const calls = lists.flatMap((list) => this.of(list)).filter(is.isCallExpression);
    const objects = calls
      .filter(({ expression }) => expression.getText() === 'Object.entries')
      .flatMap((call) => call.arguments[0] ?? []);
    return objects.length > 0 && objects.length === lists.length ? objects : undefined;
  }

  /** What a parameter is given by the calls of its function. */
  #ofParameter(parameter: ast.ParameterDeclaration): readonly Node[] {
    const fn = parameter.parent as FunctionNode; // types have no code
    const written = this.#written(parameter);
    if (this.#calls.isExecute(fn) || parameter.dotDotDotToken) return [parameter, ...written];
    const index = fn.parameters
      .filter(({ name }) => !(is.isIdentifier(name) && name.text === 'this'))
      .indexOf(parameter);
    const sites = this.sitesOf(fn);
    const given = sites.flatMap((site) => this.#ofArgument(site, index, parameter));
    const isLeftOut =
      sites.length === 0 ||
      sites.some(
        (site) =>
          'inputs' in site ||
          site.args.length <= index ||
          site.args.some((arg) => is.isSpreadElement(arg) || this.#mayBeUndefined(arg)),
      );
    const fallback = parameter.initializer && isLeftOut ? this.of(parameter.initializer) : [];
    const all = [...given, ...fallback, ...written];
    return all.length > 0 ? all : [parameter];
  }

  // What a call passes from a parameter on.
  #rest(parameter: ast.ParameterDeclaration): readonly Node[] {
    const fn = parameter.parent as FunctionNode; // types have no code
    const index = fn.parameters.indexOf(parameter);
    return this.sitesOf(fn).flatMap((site) => ('args' in site ? this.#ofAll(site.args.slice(index)) : []));
  }

  #mayBeUndefined(arg: Node): boolean {
    return is.isIdentifier(arg) && (arg.text === 'undefined' || this.code.isOptional(arg));
  }

  #ofArgument(site: Site, index: number, parameter: ast.ParameterDeclaration): readonly Node[] {
    if ('inputs' in site)
      return site.inputs.flatMap((input) => {
        const elements = this.elementsOf(input);
        return elements.length > 0 ? elements : [parameter];
      });
    const { args } = site;
    const spread = args.find((arg, at) => at <= index && is.isSpreadElement(arg));
    if (spread && is.isSpreadElement(spread)) return this.#elementsOrSelf(spread.expression, parameter);
    const arg = args[index];
    return arg ? this.of(arg) : [];
  }

  /** The calls of a function; those of a constructor are those of its class and of the classes that extend it. */
  sitesOf(fn: FunctionNode): readonly Site[] {
    if (!is.isConstructorDeclaration(fn)) return this.#calls.sitesOf(fn);
    const holder = fn.parent;
    if (!isClass(holder)) return [];
    const sites = [...this.#calls.sitesOf(holder)];
    // `super(address)`, or a subclass that leaves it to its base how it is constructed.
    for (const each of this.#calls.subclassesOf(holder)) {
      const chain = withBases(this.code, each);
      const below = chain[chain.indexOf(holder) - 1];
      if (!below) continue;
      const constructor = below.members.find(is.isConstructorDeclaration);
      const call = constructor && superCallOf(below);
      if (call) sites.push({ args: argumentsOf(call) });
      else if (!constructor) sites.push(...this.#calls.sitesOf(below));
    }
    return sites;
  }
}

function hasValue(declared: Node): boolean {
  return !is.isPropertySignatureDeclaration(declared) && !is.isMethodSignatureDeclaration(declared);
}

function isElementWrite(node: Node): node is ast.BinaryExpression {
  return (
    is.isBinaryExpression(node) &&
    isAccess(node.left) &&
    node.operatorToken.kind === ast.SyntaxKind.EqualsToken
  );
}

/** Methods that put their arguments into a container. */
const FILLING = new Set(['push', 'unshift', 'add', 'splice', 'fill', 'concat', 'with', 'toSpliced']);
/** Methods that give one of the elements of a container. */
const ELEMENT = new Set(['get', 'at', 'find', 'findLast', 'shift', 'pop']);
/** Methods that give the same container, or one with some of its elements. */
const SAME_LIST = new Set(
  'values filter slice concat reverse toReversed sort toSorted flat fill with'.split(' '),
);
/** Functions that give what they are given. */
const PASSING = new Set(['resolve', 'freeze', 'seal', 'assign', 'preventExtensions']);
