import { ts } from '../../source/ts.ts';
import { nameOf } from './code-nodes.ts';
import { type SchemaObject, shapeOf } from './input-shape.ts';
import {
  type Access,
  accessedKey,
  fallbackOf,
  isAccess,
  isKeyTest,
  isTakenApart,
  isWritten,
  keyOf,
  outermost,
} from './input-syntax.ts';
import { type CodeDefault, InputUse, type UndeclaredRead } from './input-use.ts';
import { functionNamed } from './project-functions.ts';
import { factsOf } from './unit-facts.ts';

/** Where a value of the input has a name: the function, and how its names are used there. */
interface Scope {
  readonly unit: ts.Node;
  /** Whether it is the handler itself. */
  readonly isHandler: boolean;
}

/** Finds out which properties of its input a handler reads: through constants, patterns and the functions it calls. */
export class InputReader {
  readonly defaults: CodeDefault[] = [];
  readonly undeclared: UndeclaredRead[] = [];
  readonly #checker: ts.TypeChecker;
  readonly #root: SchemaObject;
  readonly #entered = new Map<ts.Node, Set<InputUse>>();

  constructor(checker: ts.TypeChecker, root: SchemaObject) {
    this.#checker = checker;
    this.#root = root;
  }

  /** Reads what a function does with one of its parameters. */
  readParameter(fn: ts.SignatureDeclaration, index: number, use: InputUse, isHandler: boolean): void {
    const parameters = fn.parameters.filter(({ name }) => name.getText() !== 'this');
    const parameter = parameters[index];
    const names = factsOf(fn).names;
    if (names.has('arguments') || parameters.slice(0, index + 1).some((each) => each.dotDotDotToken))
      use.isWhole = true;
    if (!parameter || use.isWhole || this.#hasEntered(parameter, use)) return;
    this.#readBinding(parameter.name, use, { unit: fn, isHandler });
  }

  // A function that calls itself is read once.
  #hasEntered(parameter: ts.Node, use: InputUse): boolean {
    const uses = this.#entered.get(parameter) ?? new Set();
    this.#entered.set(parameter, uses);
    return uses.has(use) || !uses.add(use);
  }

  #readBinding(name: ts.BindingName, use: InputUse, scope: Scope): void {
    if (ts.isIdentifier(name)) return this.#readName(name, use, scope);
    if (ts.isArrayBindingPattern(name) || !use.shape) use.isWhole = true;
    else this.#readPattern(name, use, scope);
  }

  #readPattern(pattern: ts.ObjectBindingPattern, use: InputUse, scope: Scope): void {
    const hasRest = pattern.elements.some(({ dotDotDotToken }) => dotDotDotToken);
    for (const element of pattern.elements) {
      if (element.dotDotDotToken) {
        this.#readBinding(element.name, use, scope);
        continue;
      }
      const key = keyOf(element);
      if (key === undefined) use.isWhole = true;
      else this.#readElement(element, key, use, { ...scope, hasRest });
    }
  }

  #readElement(
    element: ts.BindingElement,
    key: string,
    use: InputUse,
    scope: Scope & { readonly hasRest: boolean },
  ): void {
    const part = this.#part(use, key, element.propertyName ?? element.name);
    if (!part) return;
    if (element.initializer)
      this.#addDefault(
        use,
        key,
        element.initializer,
        ts.isIdentifier(element.name) ? 'default' : 'guard',
        scope,
      );
    // `{ secret, ...rest }` takes out what it does not want.
    if (ts.isIdentifier(element.name) && scope.hasRest) part.isWhole = true;
    this.#readBinding(element.name, part, scope);
    if (ts.isIdentifier(element.name) && !part.isRead) use.parts.delete(key);
    if (ts.isIdentifier(element.name)) this.#readFallbacks(element.name, use, key, scope);
  }

  // `format ?? 'raw'` is a default too.
  #readFallbacks(name: ts.Identifier, use: InputUse, key: string, scope: Scope): void {
    if (!scope.isHandler) return;
    for (const reference of factsOf(scope.unit).names.get(name.text) ?? []) {
      const fallback = fallbackOf(reference);
      const symbol = fallback && this.#checker.getSymbolAtLocation(reference);
      if (fallback && symbol === this.#checker.getSymbolAtLocation(name))
        this.#addDefault(use, key, fallback.value, fallback.kind, scope);
    }
  }

  #addDefault(
    use: InputUse,
    name: string,
    value: ts.Expression,
    kind: CodeDefault['kind'],
    scope: Scope,
  ): void {
    const property = use.shape?.properties.get(name);
    // A helper may be called from elsewhere, where no runtime has filled anything in.
    if (property && scope.isHandler) this.defaults.push({ property, name, value, kind });
  }

  #readName(name: ts.Identifier, use: InputUse, scope: Scope): void {
    const references = factsOf(scope.unit).names.get(name.text) ?? [];
    if (!use.shape) {
      // Who reads what is not looked into: any use will do, also one of another variable of the name.
      if (references.length > 0) use.isWhole = true;
      return;
    }
    const symbol = this.#checker.getSymbolAtLocation(name);
    for (const reference of references) {
      if (ts.isShorthandPropertyAssignment(reference.parent)) {
        const value = this.#checker.getShorthandAssignmentValueSymbol(reference.parent);
        if (value === symbol) use.isWhole = true;
      } else if (this.#checker.getSymbolAtLocation(reference) === symbol) {
        this.#readReference(reference, use, scope);
      }
    }
  }

  #readReference(reference: ts.Expression, use: InputUse, scope: Scope): void {
    const value = outermost(reference);
    const { parent } = value;
    if (isAccess(parent) && parent.expression === value) this.#readAccess(parent, use, scope);
    else if (ts.isVariableDeclaration(parent) && isTakenApart(parent))
      this.#readBinding(parent.name, use, scope);
    else if (ts.isCallExpression(parent) && parent.expression !== value)
      this.#readArgument(parent, value, use);
    else if (ts.isSpreadAssignment(parent)) this.#readSpread(parent, use, scope);
    else if (isKeyTest(parent) && ts.isStringLiteralLike(parent.left))
      this.#part(use, parent.left.text, parent.left, true);
    else if (!ts.isExpressionStatement(parent) && !ts.isVoidExpression(parent)) use.isWhole = true;
  }

  // `{ limit: 10, ...input }`
  #readSpread(spread: ts.SpreadAssignment, use: InputUse, scope: Scope): void {
    use.isWhole = true;
    const { properties } = spread.parent;
    for (const property of properties.slice(0, properties.indexOf(spread))) {
      const key = ts.isPropertyAssignment(property) ? nameOf(property.name) : undefined;
      if (key !== undefined && ts.isPropertyAssignment(property))
        this.#addDefault(use, key, property.initializer, 'default', scope);
    }
  }

  #readAccess(access: Access, use: InputUse, scope: Scope): void {
    const key = accessedKey(access);
    if (key === undefined) {
      use.isWhole = true;
      return;
    }
    if (isWritten(access)) return;
    const node = ts.isPropertyAccessExpression(access) ? access.name : access.argumentExpression;
    const part = this.#part(use, key, node);
    if (!part) return;
    const fallback = fallbackOf(access);
    if (fallback) this.#addDefault(use, key, fallback.value, fallback.kind, scope);
    if (part.shape) this.#readReference(access, part, scope);
    else part.isWhole = true;
  }

  #readArgument(call: ts.CallExpression, value: ts.Expression, use: InputUse): void {
    const index = call.arguments.indexOf(value);
    const isSpread = call.arguments.slice(0, index).some(ts.isSpreadElement);
    const callee = isSpread || index < 0 ? undefined : functionNamed(this.#checker, call.expression);
    if (callee && !callee.asteriskToken) this.readParameter(callee, index, use, false);
    else use.isWhole = true;
  }

  /** The use of a property; nothing where the schema has none of the name. */
  #part(use: InputUse, key: string, node: ts.Node, isTest = false): InputUse | undefined {
    const { shape } = use;
    if (!shape) return undefined;
    const known = use.parts.get(key);
    if (known) return known;
    const property = shape.properties.get(key);
    if (!property) {
      if (key in Object.prototype) use.isWhole = true;
      else if (!shape.isOpen && !isTest) this.undeclared.push({ name: key, node });
      return undefined;
    }
    const part = new InputUse(shapeOf(this.#root, property.schema, property.path));
    part.isWhole = isTest;
    use.parts.set(key, part);
    return part;
  }
}
