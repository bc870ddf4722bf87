import type { Types as Code } from '../../../source/types/types.ts';
import { type ast, is } from '../../../source/types/typescript.ts';
import { isText, nameText, type FunctionNode } from '../syntax.ts';
import {
  type SchemaObject,
  shapeOf,
  type CodeDefault,
  InputUse,
  type UndeclaredRead,
} from './input-shape.ts';
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
import { functionNamed } from '../project-functions.ts';
import { factsOf } from '../unit-facts.ts';

/** A function that reads the input, and its facts. */
interface Scope {
  readonly unit: ast.Node;
  /** Whether it is the handler itself. */
  readonly isHandler: boolean;
}

/** Determines which properties of its input a handler reads, through constants, patterns and calls. */
export class InputReader {
  readonly defaults: CodeDefault[] = [];
  readonly undeclared: UndeclaredRead[] = [];
  readonly #code: Code;
  readonly #root: SchemaObject;
  readonly #entered = new Map<ast.Node, Set<InputUse>>();

  constructor(code: Code, root: SchemaObject) {
    this.#code = code;
    this.#root = root;
  }

  /** Reads the uses of a function's parameter. */
  readParameter(fn: FunctionNode, index: number, use: InputUse, isHandler: boolean): void {
    const parameters = fn.parameters.filter(({ name }) => name.getText() !== 'this');
    const parameter = parameters[index];
    const names = factsOf(fn).names;
    if (names.has('arguments') || parameters.slice(0, index + 1).some((each) => each.dotDotDotToken))
      use.isWhole = true;
    if (!parameter || use.isWhole || this.#hasEntered(parameter, use)) return;
    this.#readBinding(parameter.name, use, { unit: fn, isHandler });
  }

  // A recursive function is read once.
  #hasEntered(parameter: ast.Node, use: InputUse): boolean {
    const uses = this.#entered.get(parameter) ?? new Set();
    this.#entered.set(parameter, uses);
    return uses.has(use) || !uses.add(use);
  }

  #readBinding(name: ast.BindingName | undefined, use: InputUse, scope: Scope): void {
    if (!name) return;
    if (is.isIdentifier(name)) return this.#readName(name, use, scope);
    if (is.isArrayBindingPattern(name) || !use.shape) use.isWhole = true;
    else this.#readPattern(name, use, scope);
  }

  #readPattern(pattern: ast.ObjectBindingPattern, use: InputUse, scope: Scope): void {
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
    element: ast.BindingElement,
    key: string,
    use: InputUse,
    scope: Scope & { readonly hasRest: boolean },
  ): void {
    const { name } = element;
    if (!name) return;
    const part = this.#part(use, key, element.propertyName ?? name);
    if (!part) return;
    if (element.initializer)
      this.#addDefault(use, key, element.initializer, is.isIdentifier(name) ? 'default' : 'guard', scope);
    // `{ secret, ...rest }` may only omit `secret`.
    if (is.isIdentifier(name) && scope.hasRest) part.isWhole = true;
    this.#readBinding(name, part, scope);
    if (is.isIdentifier(name) && !part.isRead) use.parts.delete(key);
    if (is.isIdentifier(name)) this.#readFallbacks(name, use, key, scope);
  }

  // `format ?? 'raw'` is a default too.
  #readFallbacks(name: ast.Identifier, use: InputUse, key: string, scope: Scope): void {
    if (!scope.isHandler) return;
    for (const reference of factsOf(scope.unit).names.get(name.text) ?? []) {
      const fallback = fallbackOf(reference);
      const symbol = fallback && this.#code.names.symbolAt(reference);
      if (fallback && symbol === this.#code.names.symbolAt(name))
        this.#addDefault(use, key, fallback.value, fallback.kind, scope);
    }
  }

  #addDefault(
    use: InputUse,
    name: string,
    value: ast.Expression,
    kind: CodeDefault['kind'],
    scope: Scope,
  ): void {
    const property = use.shape?.properties.get(name);
    // A helper may have other callers, without the runtime's defaults.
    if (property && scope.isHandler) this.defaults.push({ property, name, value, kind });
  }

  #readName(name: ast.Identifier, use: InputUse, scope: Scope): void {
    const references = factsOf(scope.unit).names.get(name.text) ?? [];
    if (!use.shape) {
      // Any use of the name counts as a read, even of another variable.
      if (references.length > 0) use.isWhole = true;
      return;
    }
    const symbol = this.#code.names.symbolAt(name);
    for (const reference of references) {
      if (is.isShorthandPropertyAssignment(reference.parent)) {
        const value = this.#code.checker.getShorthandAssignmentValueSymbol(reference.parent);
        if (value === symbol) use.isWhole = true;
      } else if (this.#code.names.symbolAt(reference) === symbol) {
        this.#readReference(reference, use, scope);
      }
    }
  }

  #readReference(reference: ast.Expression, use: InputUse, scope: Scope): void {
    const value = outermost(reference);
    const { parent } = value;
    if (isAccess(parent) && parent.expression === value) this.#readAccess(parent, use, scope);
    else if (is.isVariableDeclaration(parent) && isTakenApart(parent))
      this.#readBinding(parent.name, use, scope);
    else if (is.isCallExpression(parent) && parent.expression !== value)
      this.#readArgument(parent, value, use);
    else if (is.isSpreadAssignment(parent)) this.#readSpread(parent, use, scope);
    else if (isKeyTest(parent) && isText(parent.left)) this.#part(use, parent.left.text, parent.left, true);
    else if (!is.isExpressionStatement(parent) && !is.isVoidExpression(parent)) use.isWhole = true;
  }

  // `{ limit: 10, ...input }`
  #readSpread(spread: ast.SpreadAssignment, use: InputUse, scope: Scope): void {
    use.isWhole = true;
    const { properties } = spread.parent as ast.ObjectLiteralExpression; // where a spread of properties stands
    for (const property of properties.slice(0, properties.indexOf(spread))) {
      const key = is.isPropertyAssignment(property) ? nameText(property.name) : undefined;
      if (key !== undefined && is.isPropertyAssignment(property))
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
    const node = is.isPropertyAccessExpression(access) ? access.name : access.argumentExpression;
    const part = this.#part(use, key, node);
    if (!part) return;
    const fallback = fallbackOf(access);
    if (fallback) this.#addDefault(use, key, fallback.value, fallback.kind, scope);
    if (part.shape) this.#readReference(access, part, scope);
    else part.isWhole = true;
  }

  #readArgument(call: ast.CallExpression, value: ast.Expression, use: InputUse): void {
    const index = call.arguments.indexOf(value);
    const isSpread = call.arguments.slice(0, index).some(is.isSpreadElement);
    const callee = isSpread || index < 0 ? undefined : functionNamed(this.#code, call.expression);
    if (callee && !callee.asteriskToken) this.readParameter(callee, index, use, false);
    else use.isWhole = true;
  }

  /** The use of a property; undefined if the schema does not declare it. */
  #part(use: InputUse, key: string, node: ast.Node, isTest = false): InputUse | undefined {
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
