import type { Types as Code } from '../../../source/types/types.ts';
import { isAccess, keyOf, outermost } from '../../../source/types/syntax.ts';
import { type ast, is } from '../../../source/types/typescript.ts';
import { isConst, type FunctionNode } from '../syntax.ts';
import { factsOf } from '../unit-facts.ts';
import { type DeclaredProperty, type InputShape, type SchemaObject, shapeOf } from './input-shape.ts';

/** A default in the handler's code. */
export interface CodeDefault {
  readonly property: DeclaredProperty;
  readonly value: ast.Expression;
  /** What it stands behind; undefined in a pattern. */
  readonly operator?: '??' | '||';
}

/** A read of a property that the schema does not declare. */
export interface UndeclaredRead {
  readonly name: string;
  readonly node: ast.Node;
}

/** The uses of a value of the input. */
export class InputUse {
  /** Whether all of it may be read: it is used in another way than by its members. */
  isWhole = false;
  /** Undefined for a value whose properties are not tracked. */
  readonly shape: InputShape | undefined;
  /** Undefined for the input itself. */
  readonly property: DeclaredProperty | undefined;
  readonly parts: Map<string, InputUse> = new Map();

  constructor(shape: InputShape | undefined, property?: DeclaredProperty) {
    this.shape = shape;
    this.property = property;
  }

  /** Whether any of it is read. */
  get isRead(): boolean {
    return this.isWhole || [...this.parts.values()].some((part) => part.isRead);
  }
}

/** Determines which properties of its input a handler reads: by patterns, and by members of a name. */
export class InputReader {
  readonly defaults: CodeDefault[] = [];
  readonly undeclared: UndeclaredRead[] = [];
  readonly #code: Code;
  readonly #root: SchemaObject;
  /** Of the function that is read. */
  #names: ReadonlyMap<string, readonly ast.Identifier[]> = new Map();

  /** @param root - The input schema. */
  constructor(code: Code, root: SchemaObject) {
    this.#code = code;
    this.#root = root;
  }

  /** Reads the uses of a function's first parameter. */
  read(fn: FunctionNode, use: InputUse): void {
    this.#names = factsOf(fn).names;
    const input = fn.parameters.find(({ name }) => name.getText() !== 'this');
    if (this.#names.has('arguments') || input?.dotDotDotToken) use.isWhole = true;
    else this.#bind(input?.name, use);
  }

  #bind(name: ast.BindingName | undefined, use: InputUse): void {
    if (!name) return;
    if (is.isObjectBindingPattern(name) && use.shape) return this.#take(name, use, use.shape);
    if (!is.isIdentifier(name)) {
      use.isWhole = true;
      return;
    }
    const { names } = this.#code;
    const symbol = names.symbolAt(name);
    for (const reference of this.#names.get(name.text) ?? [])
      if (names.symbolAt(reference) === symbol) this.#refer(reference, use);
  }

  #take({ elements }: ast.ObjectBindingPattern, use: InputUse, shape: InputShape): void {
    for (const { dotDotDotToken, propertyName, name, initializer } of elements) {
      const key = propertyName ?? name;
      // `{ secret, ...rest }` may only omit `secret`.
      if (dotDotDotToken || !key) use.isWhole = true;
      const part = dotDotDotToken || !key ? undefined : this.#part(use, shape, keyOf(key.parent), key);
      if (part?.property && initializer) this.defaults.push({ property: part.property, value: initializer });
      if (part) this.#bind(name, part);
    }
  }

  #refer(reference: ast.Node, use: InputUse): void {
    const value = outermost(reference);
    const { parent } = value;
    const fallback = fallbackOf(value);
    if (fallback && use.property) this.defaults.push({ property: use.property, ...fallback });
    if (use.shape && isAccess(parent) && parent.expression === value) {
      const name = is.isPropertyAccessExpression(parent) ? parent.name : parent.argumentExpression;
      const part = this.#part(use, use.shape, keyOf(parent), name);
      if (part) this.#refer(parent, part);
    } else if (is.isVariableDeclaration(parent) && (isConst(parent) || !is.isIdentifier(parent.name)))
      this.#bind(parent.name, use);
    else use.isWhole = true;
  }

  /** The use of a property; undefined if the schema does not declare it. */
  #part(use: InputUse, shape: InputShape, key: string | undefined, node: ast.Node): InputUse | undefined {
    const property = key === undefined ? undefined : shape.properties.get(key);
    if (key === undefined || (!property && key in Object.prototype)) use.isWhole = true;
    else if (!property && !shape.isOpen) this.undeclared.push({ name: key, node });
    if (key === undefined || !property) return undefined;
    const part =
      use.parts.get(key) ?? new InputUse(shapeOf(this.#root, property.schema, property.path), property);
    use.parts.set(key, part);
    return part;
  }
}

/** What follows a value behind `??` or `||`. */
function fallbackOf(value: ast.Node): Pick<CodeDefault, 'value' | 'operator'> | undefined {
  const { parent } = value;
  if (!is.isBinaryExpression(parent) || parent.left !== value) return undefined;
  const operator = parent.operatorToken.getText();
  return operator === '??' || operator === '||' ? { value: parent.right, operator } : undefined;
}
