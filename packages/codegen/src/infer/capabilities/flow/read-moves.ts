import { ast, is } from '../../../source/types/typescript.ts';
import {
  argumentsOf,
  enclosingFunction,
  type FunctionNode,
  isAccess,
  isAssignment,
  isClass,
  isCode,
  isFunctionNode,
  isStatic,
  isText,
  keyOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import { isTypeOnly } from '../../../source/types/names.ts';
import { type Code, isNamespace } from '../read/code.ts';
import { isFrom, isSignature, symbolOf } from '../read/symbols.ts';
import { mayMove, movesOfLibrary, SENT, THROWN } from './library-moves.ts';
import { basesAround, loadedWith, member, readClass, readLiteral, SPREAD } from './read-members.ts';
import { type Move, NOWHERE, Place } from './place.ts';

type Node = ast.Node;

/** What is read of a file. */
interface FileMoves {
  readonly moves: readonly Move[];
  /** By declarations, the statements or variables of modules whose code names them when it loads. */
  readonly named: ReadonlyMap<Node, ReadonlySet<Node>>;
}

/** The places of expressions, declarations and what literals and classes make, and the moves between them, by files. */
export class Moves {
  readonly #code: Code;
  readonly #files = new Map<ast.SourceFile, FileMoves>();
  readonly #exports = new Map<Node, ReturnType<Code['exportsOf']>>();
  readonly #begun = new Set<ast.SourceFile>();
  readonly #places = new Map<Node, Place>();
  readonly #made = new Map<Node, Place>();
  readonly #values = new Map<Node, Place>();
  #moves: Move[] = [];
  #named = new Map<Node, Set<Node>>();

  constructor(code: Code) {
    this.#code = code;
  }

  /** The moves in a file, which is read once. */
  of(file: ast.SourceFile): FileMoves {
    let found = this.#files.get(file);
    if (!found) {
      // What could not be read to its end is not read in part.
      if (this.#begun.has(file)) throw new Error('a module is nested too deeply');
      this.#begun.add(file);
      this.#code.prefetch([file]);
      found = { moves: (this.#moves = []), named: (this.#named = new Map()) };
      this.visitChildren(file);
      this.#files.set(file, found);
    }
    return found;
  }

  /** The place of a value in a file that was read. */
  placeAt(value: Node): Place {
    return this.#values.get(unwrap(value)) ?? NOWHERE;
  }

  /** Reads an expression, whose value is at the place. */
  valueOf(node: Node): Place {
    const value = unwrap(node);
    const known = this.#values.get(value);
    if (known) return known;
    const place = this.#readValue(value);
    this.#values.set(value, place);
    return place;
  }

  move(one: Place, other: Place): void {
    if (one !== other && one !== NOWHERE && other !== NOWHERE) this.#moves.push([one, other]);
  }

  placeOf(declared: Node): Place {
    let place = this.#places.get(declared);
    if (!place) this.#places.set(declared, (place = new Place(isCode(declared) ? declared : undefined)));
    return place;
  }

  // Each file that uses a namespace has the moves of its exports.
  #namespaceOr(declared: Node): Place {
    const place = this.placeOf(declared);
    if (!isNamespace(declared)) return place;
    const exports = this.#exports.get(declared) ?? this.#code.exportsOf(declared);
    this.#exports.set(declared, exports);
    for (const [name, each] of exports) this.move(place.field(name), this.placeOf(each));
    return place;
  }

  madeBy(holder: Node): Place {
    let place = this.#made.get(holder);
    if (!place) this.#made.set(holder, (place = new Place()));
    return place;
  }

  visitChildren(node: Node): void {
    node.forEachChild((child) => this.visit(child));
  }

  visit(node: Node): void {
    if (isTypeOnly(node) || is.isImportDeclaration(node)) return;
    if (is.isVariableDeclaration(node)) this.#readVariable(node);
    else if (is.isThrowStatement(node)) this.move(THROWN, this.valueOf(node.expression));
    else if (is.isExportAssignment(node)) this.move(this.placeOf(node), this.valueOf(node.expression));
    else if (is.isReturnStatement(node)) this.#readReturn(node);
    else if (is.isForOfStatement(node)) this.#readLoop(node);
    else if (isCode(node) || is.isExpression(node)) this.valueOf(node);
    else this.visitChildren(node);
  }

  #readReturn({ expression, parent }: ast.ReturnStatement): void {
    const fn = enclosingFunction(parent);
    if (expression && fn) this.move(this.placeOf(fn).result, this.valueOf(expression));
  }

  #readVariable({ name, initializer, parent }: ast.VariableDeclaration): void {
    if (!name || is.isForOfStatement(parent.parent)) return;
    const given = is.isCatchClause(parent) ? THROWN : NOWHERE;
    this.#bind(name, initializer ? this.valueOf(initializer) : given);
  }

  #readLoop({ initializer, expression, statement }: ast.ForOfStatement): void {
    const element = this.#elementOf(this.valueOf(expression));
    const names = is.isVariableDeclarationList(initializer) ? initializer.declarations : [];
    for (const { name } of names) this.#bindElement(name, element);
    if (!is.isVariableDeclarationList(initializer)) this.move(this.valueOf(initializer), element);
    this.visit(statement);
  }

  // What a list holds, or an object's own iterator gives.
  #elementOf(list: Place): Place {
    for (const key of ['Symbol.iterator', 'Symbol.asyncIterator']) {
      const iterator = list.field(key).result;
      this.move(list.element, iterator.element);
      this.move(list.element, iterator.field('next').result.field('value'));
    }
    return list.element;
  }

  // An entry, `[key, value]`, holds what its container holds.
  #bindElement(name: Node | undefined, place: Place): void {
    if (name && is.isArrayBindingPattern(name)) this.move(place, place.element);
    if (name) this.#bind(name, place);
  }

  #bind(name: Node, place: Place): void {
    if (!is.isBindingPattern(name)) return this.move(this.placeOf(name.parent), place);
    for (const element of name.elements) {
      if (!is.isBindingElement(element) || !element.name) continue;
      const { initializer, dotDotDotToken, propertyName } = element;
      if (propertyName && is.isComputedPropertyName(propertyName)) this.visit(propertyName.expression);
      const isField = is.isObjectBindingPattern(name);
      const held = dotDotDotToken ? place : isField ? member(place, keyOf(element)) : place.element;
      if (initializer) this.move(held, this.valueOf(initializer));
      this.#bind(element.name, held);
    }
  }

  #readValue(node: Node): Place {
    if (is.isIdentifier(node)) return this.readName(node);
    if (isFunctionNode(node)) return this.#readFunction(node);
    if (isClass(node)) return readClass(this, node);
    if (is.isObjectLiteralExpression(node)) return readLiteral(this, node);
    if (is.isArrayLiteralExpression(node)) return this.#readArray(node);
    if (isAccess(node)) return this.#readAccess(node);
    if (is.isCallExpression(node) || is.isNewExpression(node) || is.isTaggedTemplateExpression(node))
      return this.#readCall(node);
    if (is.isBinaryExpression(node)) return this.#readBinary(node);
    return this.#readOther(node);
  }

  readName(name: Node): Place {
    const declared = this.#code.declaredAt(name);
    const by = enclosingFunction(name) ? undefined : loadedWith(name);
    if (by)
      for (const each of declared) this.#named.set(each, (this.#named.get(each) ?? new Set<Node>()).add(by));
    return this.#allOf(declared.map((each) => this.#namespaceOr(each)));
  }

  #readOther(node: Node): Place {
    if (is.isConditionalExpression(node)) {
      this.visit(node.condition);
      return this.#allOf([this.valueOf(node.whenTrue), this.valueOf(node.whenFalse)]);
    }
    if (is.isAwaitExpression(node) || is.isSpreadElement(node)) return this.valueOf(node.expression);
    if (node.kind === ast.SyntaxKind.ThisKeyword) return this.#placeOfThis(node);
    if (is.isYieldExpression(node)) return this.#readYield(node);
    if (is.isJsxOpeningElement(node) || is.isJsxSelfClosingElement(node)) this.#readJsx(node);
    else this.visitChildren(node);
    return NOWHERE;
  }

  #allOf(places: readonly Place[]): Place {
    const [first = NOWHERE, ...others] = places.filter((each) => each !== NOWHERE);
    if (others.length === 0) return first;
    const place = new Place();
    for (const each of [first, ...others]) this.move(place, each);
    return place;
  }

  #readFunction(fn: FunctionNode): Place {
    const place = this.placeOf(fn);
    const parameters = fn.parameters.filter(({ name }) => name?.getText() !== 'this');
    for (const [index, { name, initializer, dotDotDotToken }] of parameters.entries()) {
      const given = place.parameter(index);
      if (initializer) this.move(given, this.valueOf(initializer));
      if (!dotDotDotToken) this.#bindElement(name, given);
      else if (name) this.#bind(name, this.#restFrom(place, index));
    }
    const body = fn.body as Node | undefined; // whatever the function
    if (body && is.isExpression(body)) this.move(place.result, this.valueOf(body));
    else if (body) this.visitChildren(body);
    return place;
  }

  #restFrom(fn: Place, index: number): Place {
    const list = new Place();
    for (let at = index; at < index + SPREAD; at++) this.move(list.element, fn.parameter(at));
    return list;
  }

  #readArray(node: ast.ArrayLiteralExpression): Place {
    const place = new Place();
    for (const each of node.elements) {
      if (is.isSpreadElement(each)) this.#elementOf(this.valueOf(each));
      this.move(is.isSpreadElement(each) ? place : place.element, this.valueOf(each));
    }
    return place;
  }

  #readAccess(node: ast.PropertyAccessExpression | ast.ElementAccessExpression): Place {
    if (is.isElementAccessExpression(node)) this.visit(node.argumentExpression);
    if (this.#code.names.isOfToolkit(node)) return NOWHERE;
    // An export of a namespace.
    const declared = this.#code.declaredAt(node).filter((each) => !isMember(each));
    const held = member(this.valueOf(node.expression), keyOf(node));
    return declared.length > 0 ? this.#allOf(declared.map((each) => this.#namespaceOr(each))) : held;
  }

  #placeOfThis(node: Node): Place {
    for (let at = node.parent; at && !is.isSourceFile(at); at = at.parent) {
      const holder = at.parent;
      if (isClass(holder)) return isStatic(at) ? this.placeOf(holder) : this.madeBy(holder);
      if (!isFunctionNode(at) || is.isArrowFunction(at)) continue;
      const literal = is.isPropertyAssignment(holder) ? holder.parent : holder;
      return is.isObjectLiteralExpression(literal) ? this.madeBy(literal) : NOWHERE;
    }
    return NOWHERE;
  }

  #readBinary(node: ast.BinaryExpression): Place {
    const { left, right } = node;
    const operator = node.operatorToken.getText();
    const [one, other] = [this.valueOf(left), this.valueOf(right)];
    if (isAssignment(node) || /^(?:\?\?|\|\|)$/.test(operator)) return this.#allOf([one, other]);
    return /^(?:&&|,)$/.test(operator) ? other : NOWHERE;
  }

  #readYield({ expression, asteriskToken, parent }: ast.YieldExpression): Place {
    const fn = enclosingFunction(parent);
    const { result } = fn ? this.placeOf(fn) : { result: NOWHERE };
    const value = expression ? this.valueOf(expression) : NOWHERE;
    this.move(asteriskToken ? result : result.element, value);
    return asteriskToken ? value : result.field(SENT);
  }

  // `<Card onOpen={open} />` calls `Card` with its attributes.
  #readJsx({ tagName, attributes }: ast.JsxOpeningElement | ast.JsxSelfClosingElement): void {
    const component = this.valueOf(tagName).parameter(0);
    for (const each of attributes.properties) {
      const value = is.isJsxSpreadAttribute(each) ? each : each.initializer;
      const held = value && 'expression' in value ? (value.expression as Node | undefined) : undefined; // text has none
      const place = is.isJsxSpreadAttribute(each) ? component : component.field(each.name.getText());
      if (held) this.move(place, this.valueOf(held));
    }
  }

  #readCall(node: ast.CallExpression | ast.NewExpression | ast.TaggedTemplateExpression): Place {
    const callee = unwrap(is.isTaggedTemplateExpression(node) ? node.tag : node.expression);
    const args = argumentsOf(node);
    if (callee.kind === ast.SyntaxKind.ImportKeyword) return this.#readImport(args[0]);
    if (callee.kind === ast.SyntaxKind.SuperKeyword) {
      for (const base of basesAround(callee)) this.#pass(this.valueOf(base), args);
      return NOWHERE;
    }
    for (const each of args) this.visit(each);
    // It keeps no function for another tool, and asking about its members would cost most of the questions.
    if (this.#code.names.isOfToolkit(callee)) return NOWHERE;
    const called = this.valueOf(callee);
    const declared = this.#code.declaredAt(callee);
    this.#pass(called, args);
    if (!declared.every(isSignature) || !mayMove(this.#code, callee)) return called.result;
    const result = called === NOWHERE ? new Place() : called.result;
    this.#readLibrary(callee, args, result);
    return result;
  }

  #readImport(specifier: Node | undefined): Place {
    const units = specifier && isText(specifier) ? this.#code.moduleAt(specifier) : [];
    return this.#allOf(units.map((each) => this.#namespaceOr(each)));
  }

  #pass(fn: Place, args: readonly Node[]): void {
    for (const [index, each] of args.entries()) {
      const given = this.valueOf(each);
      if (!is.isSpreadElement(each)) this.move(fn.parameter(index), given);
      else for (let at = index; at < index + SPREAD; at++) this.move(fn.parameter(at), given.element);
    }
  }

  #readLibrary(callee: Node, args: readonly Node[], result: Place): void {
    const method = isAccess(callee) ? keyOf(callee) : undefined;
    const holder = isAccess(callee) ? this.valueOf(callee.expression) : NOWHERE;
    const given = args.map((each) => {
      const place = this.valueOf(each);
      return is.isSpreadElement(each) ? place.element : place;
    });
    if (method === 'call' || method === 'bind') {
      this.#pass(holder, args.slice(1));
      this.move(result, method === 'bind' ? holder : holder.result);
      // `run.bind(null, first)` takes the others.
      if (method === 'bind')
        for (let at = 0; at < SPREAD; at++)
          this.move(result.parameter(at), holder.parameter(at + Math.max(0, args.length - 1)));
    } else if (method === 'apply') {
      this.move(result, holder.result);
      if (given[1]) this.move(this.#restFrom(holder, 0), given[1]);
    } else
      for (const [one, other] of movesOfLibrary(
        callee.getText(),
        method,
        { holder, args: given, result },
        isFrom(symbolOf(this.#code, callee), 'language'),
      ))
        this.move(one, other);
  }
}

const isMember = (declared: Node): boolean =>
  (!is.isSourceFile(declared) && isClass(declared.parent)) ||
  !(isCode(declared) || is.isVariableDeclaration(declared) || isNamespace(declared));
