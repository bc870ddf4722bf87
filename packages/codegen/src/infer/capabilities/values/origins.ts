import { ast, is, type Symbol } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import {
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
import { type Calls, callSitesOf, type Site } from './call-sites.ts';
import { elementsIn, isElementWrite, ofElementBinding, type ValueFlow } from './containers.ts';
import { classAt, findMembers, hasValue } from './members.ts';

type Node = ast.Node;

/** With more origins than this, an expression is its own origin, to avoid exponential growth. */
const BUDGET = 4000;

/**
 * Follows expressions back to the origins of their values: through variables, parameters, fields, conditions, calls of
 * the author's functions and elements of containers. An expression that cannot be followed is its own origin.
 */
export class Origins implements ValueFlow {
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

  /** Clears the memoised origins, because more calls are known. */
  reset(): void {
    this.#known.clear();
    this.#left = BUDGET;
  }

  /** The origins of an expression. */
  of(node: Node): readonly Node[] {
    const value = unwrap(node);
    const known = this.#known.get(value);
    if (known) return known;
    if (this.#open.has(value)) return [];
    if (this.#left-- < 0) return [value];
    this.#open.add(value);
    const found = [...new Set(this.#find(value))];
    this.#open.delete(value);
    // Not memoised inside a cycle, where the result may be incomplete.
    if (this.#open.size === 0) this.#known.set(value, found);
    return found;
  }

  /** The origins of the elements of an array, map or set; none if unknown. */
  elementsOf(list: Node): readonly Node[] {
    const found: Node[] = [];
    for (const origin of this.of(list)) {
      // `new Chain([...this.steps, step])` refers to itself.
      if (this.#openHolders.has(origin)) continue;
      this.#openHolders.add(origin);
      const elements = elementsIn(this, origin);
      this.#openHolders.delete(origin);
      if (!elements) return [];
      found.push(...elements);
    }
    return found;
  }

  /** The origins of several expressions. */
  ofAll(nodes: readonly Node[]): readonly Node[] {
    return nodes.flatMap((node) => this.of(node));
  }

  #find(node: Node): readonly Node[] {
    if (is.isConditionalExpression(node)) return this.ofAll([node.whenTrue, node.whenFalse]);
    if (is.isBinaryExpression(node)) return this.#ofBinary(node);
    if (is.isIdentifier(node)) return this.#ofSymbol(this.code.symbolAt(node), node);
    if (is.isVariableDeclaration(node)) return this.#ofVariable(node);
    if (isAccess(node)) return this.#ofAccess(node);
    if (is.isCallExpression(node)) return this.#ofCall(node);
    if (is.isJsxExpression(node)) return node.expression ? this.of(node.expression) : [];
    if (is.isBindingElement(node)) return this.#ofBinding(node);
    if (is.isParameterDeclaration(node)) return this.#ofParameter(node);
    if (is.isBindingPattern(node)) return this.of(node.parent);
    if (node.kind === ast.SyntaxKind.ThisKeyword) return this.#ofThis(node);
    if (is.isSpreadElement(node)) return this.#elementsOrSelf(node.expression, node);
    return [node];
  }

  // In a static method, the class or a subclass; in a method of a literal, the literal.
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
    const operator = node.operatorToken.getText();
    if (/^(?:\?\?|\|\|)=?$/.test(operator)) return this.ofAll([node.left, node.right]);
    if (operator === '=' && isElementWrite(node) && is.isExpressionStatement(node.parent)) {
      // `table[key] = value` represents the value it adds.
      if (this.code.declaredAt(node.left).length === 0) return [node];
    }
    return /^(?:&&|,|=)$/.test(operator) ? this.of(node.right) : [node];
  }

  #ofSymbol(symbol: Symbol | undefined, name: Node): readonly Node[] {
    const declared = symbol ? this.code.declarationsOf(symbol) : [];
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
      return [
        ...this.#ofSymbol(this.code.symbolAt(declared.name), declared.name),
        ...this.#written(declared),
      ];
    if (is.isPropertyDeclaration(declared)) return this.#ofField(declared);
    if (is.isGetAccessorDeclaration(declared)) return this.#ofReturns(declared);
    if (is.isEnumMember(declared)) return declared.initializer ? this.of(declared.initializer) : [declared];
    if (isFunctionNode(declared) || isClass(declared) || is.isSourceFile(declared)) return [declared];
    return [from];
  }

  // A field, and its overrides in subclasses.
  #ofField(declared: ast.PropertyDeclaration): readonly Node[] {
    const holder = declared.parent;
    const key = declaredName(declared);
    const subclasses = isClass(holder) && key !== undefined ? this.#calls.subclassesOf(holder) : [];
    const fields = subclasses.flatMap((each) => findMembers(this.code, each, key, isStatic(declared)));
    return [...new Set([declared, ...fields])].flatMap((each) => [
      ...(is.isPropertyDeclaration(each) && each.initializer ? this.of(each.initializer) : []),
      ...(is.isGetAccessorDeclaration(each) ? this.#ofReturns(each) : []),
      ...this.#written(each),
    ]);
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
    return this.ofAll(this.#calls.writesTo(declared));
  }

  // A member of a literal or instance, by its declaration, or by its name if only a type declares it.
  #ofAccess(node: ast.PropertyAccessExpression | ast.ElementAccessExpression): readonly Node[] {
    const key = this.code.keyAt(node);
    const declared = key === undefined ? [] : this.code.declaredAt(node).filter(hasValue);
    const found = declared.flatMap((each) => this.#ofDeclared(each, node));
    if (found.length > 0) return found;
    if (declared.length > 0) return [node];
    const members = this.membersOf(node.expression, key);
    if (members && members.length > 0) return members;
    return is.isElementAccessExpression(node) ? this.#elementsOrSelf(node.expression, node) : [node];
  }

  /** The origins of a member of an expression's objects; undefined if one of them is not the author's. */
  membersOf(receiver: Node, key: string | undefined): readonly Node[] | undefined {
    const found: Node[] = [];
    for (const holder of this.of(receiver)) {
      const members = this.#membersIn(holder, key);
      if (!members) return undefined;
      found.push(...members);
    }
    return found;
  }

  #membersIn(holder: Node, key: string | undefined): readonly Node[] | undefined {
    if (isElementWrite(holder)) return this.of(holder.right);
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

  /** The origins of a callback's results. */
  ofCallback(callback: Node): readonly Node[] {
    return this.of(callback).flatMap((fn) => (isFunctionNode(fn) ? this.#ofReturns(fn) : [callback]));
  }

  #ofReturns(fn: FunctionNode): readonly Node[] {
    return this.ofAll(returnsOf(fn));
  }

  #ofCall(node: ast.CallExpression): readonly Node[] {
    const callee = unwrap(node.expression);
    if (
      isAccess(callee) &&
      this.code.declaredAt(callee).length === 0 &&
      is.isPropertyAccessExpression(callee) &&
      this.code.symbolAt(callee.name)
    )
      return this.#ofLanguageCall(node, callee);
    return this.#ofOwnCall(node, callee);
  }

  // The results of the author's functions.
  #ofOwnCall(node: Node, callee: Node): readonly Node[] {
    const functions = this.of(callee).filter(isFunctionNode);
    return functions.length > 0 ? functions.flatMap((fn) => this.#ofReturns(fn)) : [node];
  }

  #ofLanguageCall(node: ast.CallExpression, callee: ast.PropertyAccessExpression): readonly Node[] {
    const { expression: receiver, name } = callee;
    const [first] = node.arguments;
    switch (name.text) {
      case 'bind':
      case 'catch':
        return this.of(receiver);
      case 'then':
        return first ? this.ofCallback(first) : [node];
      default:
        if (PASSING.test(name.text) && first) return this.of(first);
        return ELEMENT.test(name.text) ? this.#elementsOrSelf(receiver, node) : [node];
    }
  }

  #ofBinding(element: ast.BindingElement): readonly Node[] {
    const { initializer, dotDotDotToken, parent } = element;
    const given = initializer ? this.of(initializer) : [];
    const holder = parent.parent;
    if (dotDotDotToken) return is.isArrayBindingPattern(parent) ? [element] : this.of(holder);
    const found = is.isArrayBindingPattern(parent)
      ? ofElementBinding(this, element, parent)
      : this.membersOf(holder, keyOf(element));
    const all = found ? [...found, ...given] : [element, ...given];
    return all.length > 0 ? all : [element];
  }

  /** The origins of a parameter's arguments. */
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

  /** The origins of a rest parameter's elements. */
  restOf(parameter: ast.ParameterDeclaration): readonly Node[] {
    const fn = parameter.parent as FunctionNode; // types have no code
    const index = fn.parameters.indexOf(parameter);
    return this.sitesOf(fn).flatMap((site) => ('args' in site ? this.ofAll(site.args.slice(index)) : []));
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
    if (args.some((arg, at) => at <= index && is.isSpreadElement(arg))) return [parameter];
    const arg = args[index];
    return arg ? this.of(arg) : [];
  }

  /** The calls of a function. */
  sitesOf(fn: FunctionNode): readonly Site[] {
    return callSitesOf(this.code, this.#calls, fn);
  }
}

/** Methods that return an element of a container. */
const ELEMENT = /^(?:get|at|find|findLast|shift|pop)$/;
/** Functions that return their argument. */
const PASSING = /^(?:resolve|freeze|seal|preventExtensions)$/;
