import type { Types as Code } from '../../../source/types/types.ts';
import { isConstant } from '../../../source/types/syntax.ts';
import type { FunctionNode } from '../syntax.ts';
import { literalOf } from '../code-nodes.ts';
import { areDisjoint, equal, isObject } from '@btcp/schema/internal';
import { closestName } from '@btcp/schema/runtime';
import type { NodeDiagnostic } from '../code-diagnostic.ts';
import { type DeclaredProperty, type SchemaObject, shapeOf, type InputShape } from './input-shape.ts';
import { isAccess, keyOf, outermost } from '../../../source/types/syntax.ts';
import { type ast, is } from '../../../source/types/typescript.ts';
import { factsOf } from '../unit-facts.ts';

/**
 * Compares what is read of an input with what the schema declares.
 *
 * @param readers - The handler, and what asks the user.
 */
export function diagnoseInput(
  code: Code,
  readers: readonly FunctionNode[],
  inputSchema: unknown,
): readonly NodeDiagnostic[] {
  const root = isObject(inputSchema) ? inputSchema : undefined;
  const shape = root && shapeOf(root, root, '/inputSchema');
  if (!root || !shape) return [];
  const reader = new InputReader(code, root);
  const use = new InputUse(shape);
  for (const each of readers) reader.read(each, use);
  const unread = unreadOf(use);
  const names = unread.map(({ name }) => name);
  const mistaken = reader.undeclared.map(({ name, node }) => {
    const meant = closestName(name, names);
    return { node, property: name, meant };
  });
  const left = unread.filter(({ name }) => !mistaken.some(({ meant }) => meant === name));
  return [
    ...firstOfEach(reader.defaults.flatMap((each) => diagnoseDefault(code, each))),
    ...mistaken.map(({ node, property, meant }) => ({
      id: 'input-undeclared',
      node,
      path: '/inputSchema',
      data: { property, ...(meant !== undefined && { meant }) },
    })),
    ...diagnoseUnread(left, use),
  ];
}

interface Unread {
  readonly name: string;
  readonly property: DeclaredProperty;
}

function unreadOf(use: InputUse, above = ''): readonly Unread[] {
  if (use.isWhole || !use.shape) return [];
  return [...use.shape.properties].flatMap(([name, property]): readonly Unread[] => {
    const part = use.parts.get(name);
    if (part?.isRead) return unreadOf(part, `${above}${name}.`);
    return hasOneValue(property) ? [] : [{ name: above + name, property }];
  });
}

// A property with only one possible value need not be read.
function hasOneValue({ schema }: DeclaredProperty): boolean {
  const values = schema['enum'];
  return 'const' in schema || (Array.isArray(values) && values.length < 2) || 'not' in schema;
}

// A handler that reads no input at all is reported once.
function diagnoseUnread(unread: readonly Unread[], use: InputUse): readonly NodeDiagnostic[] {
  const names = unread.map(({ name }) => name);
  if (unread.length > 1 && !use.isRead) {
    const path = '/inputSchema';
    return [{ id: 'input-unread', node: path, path, data: { properties: names } }];
  }
  return unread.map(({ name, property: { path } }) => ({
    id: 'input-unread',
    node: path,
    path,
    data: { properties: [name] },
  }));
}

// A repeated default is reported once.
function firstOfEach(diagnostics: readonly NodeDiagnostic[]): readonly NodeDiagnostic[] {
  return diagnostics.filter(
    ({ id, path }, index) =>
      diagnostics.findIndex((other) => other.id === id && other.path === path) === index,
  );
}

function diagnoseDefault(
  code: Code,
  { property: { name, schema, path, isRequired }, value, operator }: CodeDefault,
): readonly NodeDiagnostic[] {
  const given = literalOf(code, value);
  if (!given || (operator && allowsNull(schema))) return [];
  if ('default' in schema) {
    if (equal(given.value, schema['default'])) return [];
    // An empty one may mean that the code chooses the default.
    if (operator === '||' && !schema['default']) return [];
    const data = { property: name, code: given.value, schema: schema['default'] };
    return [{ id: 'default-differs', node: value, path, data }];
  }
  // A missing property and an empty value count as equal.
  if (isRequired || !given.value || 'const' in schema) return [];
  return [{ id: 'default-hidden', node: value, path, data: { property: name, code: given.value } }];
}

const allowsNull = (schema: SchemaObject): boolean =>
  !areDisjoint({ schema: { type: 'null' }, root: true }, { schema, root: true });

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

class InputUse {
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

  get isRead(): boolean {
    return this.isWhole || [...this.parts.values()].some((part) => part.isRead);
  }
}

/** Determines which properties of its input a handler reads: by patterns, and by members of a name. */
class InputReader {
  readonly defaults: CodeDefault[] = [];
  readonly undeclared: UndeclaredRead[] = [];
  readonly #code: Code;
  readonly #root: SchemaObject;
  /** Of the function that is read. */
  #names: ReadonlyMap<string, readonly ast.Identifier[]> = new Map();

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
    } else if (is.isVariableDeclaration(parent) && (isConstant(parent) || !is.isIdentifier(parent.name)))
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
