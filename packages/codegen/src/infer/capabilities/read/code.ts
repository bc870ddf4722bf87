import {
  type ast,
  is,
  type NodeHandle,
  SignatureKind,
  type Symbol,
  SymbolFlags,
  type Type,
  TypeFlags,
} from '../../../source/types/typescript.ts';
import type { Types } from '../../../source/types/types.ts';
import { isAccess, isPassedOn, isText, keyOf, unwrap, unwrapTyped } from './syntax.ts';
import { originOf } from '../../whose-code.ts';

type Node = ast.Node;

/**
 * The author's code with its types. Every request to the checker is a round trip, so the requests of a whole function
 * are batched, and every answer is memoised.
 */
export class Code {
  readonly #types: Types;
  readonly #declarations = new Map<number, readonly Node[]>();
  readonly #named = new Map<string, Type | undefined>();
  readonly #required = new Map<number, readonly string[]>();
  readonly #prefetched = new Set<Node>();

  constructor(types: Types) {
    this.#types = types;
  }

  get checker(): Types['checker'] {
    return this.#types.checker;
  }

  /** The node of a file that spans a range. */
  nodeAt(path: string, start: number, end: number): Node | undefined {
    return this.#types.nodeAt(path, start, end);
  }

  /** Prefetches the symbols and types of a node. */
  prefetch(root: Node): void {
    if (this.#prefetched.has(root)) return;
    this.#prefetched.add(root);
    const names: Node[] = [];
    const values: Node[] = [];
    collect(root, names, values);
    this.checker.getSymbolAtLocation(names);
    this.checker.getTypeAtLocation(values);
  }

  /** The symbol that a name stands for; that of the value for a shorthand property. */
  symbolAt(node: Node): Symbol | undefined {
    const { parent } = node;
    const isShorthand = parent && is.isShorthandPropertyAssignment(parent) && parent.name === node;
    return isShorthand
      ? this.checker.getShorthandAssignmentValueSymbol(parent)
      : this.checker.getSymbolAtLocation(node);
  }

  /** The type of an expression, without null and undefined. */
  typeAt(node: Node): Type | undefined {
    const type = this.checker.getTypeAtLocation(node);
    return type?.isUnionType() ? this.checker.getNonNullableType(type) : type;
  }

  /** Resolves an alias; undefined if its module is missing. */
  target(symbol: Symbol): Symbol | undefined {
    if ((symbol.flags & SymbolFlags.Alias) === 0) return symbol;
    const target = this.checker.getAliasedSymbol(symbol);
    const isThere = !this.checker.isUnknownSymbol(target) && target.declarations.length > 0;
    return isThere ? target : undefined;
  }

  /** The declarations of a symbol in the author's code. */
  declarationsOf(symbol: Symbol): readonly Node[] {
    return memoize(this.#declarations, symbol.id, () => {
      const handles = (this.target(symbol)?.declarations ?? []).filter(
        ({ path }) => originOf(path) === 'project',
      );
      return [...new Set(handles.flatMap((handle) => this.#types.nodeOf(handle) ?? []))];
    });
  }

  /** The interface that declares a member. Reads the whole of its file. */
  ownerOf(handle: NodeHandle): string | undefined {
    const parent = this.#types.nodeOf(handle)?.parent;
    return parent && is.isInterfaceDeclaration(parent) ? parent.name.text : undefined;
  }

  /** The author's declarations of the symbol that an expression names. */
  declaredAt(node: Node): readonly Node[] {
    const value = unwrap(node);
    const name = is.isPropertyAccessExpression(value) ? value.name : value;
    if (!is.isIdentifier(name) && !is.isPrivateIdentifier(name)) return [];
    const symbol = this.symbolAt(name);
    return symbol ? this.declarationsOf(symbol) : [];
  }

  /** The import of an alias. */
  importOf(alias: Symbol): Node | undefined {
    const [handle] = alias.declarations;
    return handle && originOf(handle.path) === 'project' ? this.#types.nodeOf(handle) : undefined;
  }

  /** The author's module that a specifier names, if it has code. */
  moduleAt(specifier: Node): readonly Node[] {
    const symbol = this.symbolAt(specifier);
    return symbol
      ? this.declarationsOf(symbol).filter((each) => is.isSourceFile(each) && !each.isDeclarationFile)
      : [];
  }

  /** The author's declarations of an export of a module, or of all its exports. */
  exportsOf(file: ast.SourceFile, key: string | undefined): readonly Node[] {
    const symbol = this.symbolAt(file);
    const exports = symbol ? this.checker.getExportsOfModule(symbol) : [];
    return exports
      .filter(({ name }) => key === undefined || name === key)
      .flatMap((each) => this.declarationsOf(each));
  }

  /** The key of an accessed member, from its syntax or the type of the key. */
  keyAt(access: Node): string | undefined {
    const key = keyOf(access);
    if (key !== undefined || !is.isElementAccessExpression(access)) return key;
    const type = this.typeAt(access.argumentExpression);
    return type && literalText(type);
  }

  /** Whether an expression may be undefined, by its type. */
  isOptional(node: Node): boolean {
    const type = this.checker.getTypeAtLocation(node);
    return (
      !type ||
      alternatives(type).some(
        ({ flags }) => (flags & (TypeFlags.Undefined | TypeFlags.Any | TypeFlags.Unknown)) !== 0,
      )
    );
  }

  /** Whether values of a type can be called. */
  isCallable(type: Type): boolean {
    return this.checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
  }

  /** The awaited type of a type. */
  awaited(type: Type | undefined): Type | undefined {
    const isPromise = type?.isTypeReference() && type.getSymbol()?.name === 'Promise';
    return isPromise ? this.checker.getTypeArguments(type)[0] : type;
  }

  /** The names of a type's required members, without symbols, whose internal names differ from type to type. */
  requiredNames(type: Type): readonly string[] {
    return memoize(this.#required, type.id, () =>
      this.checker
        .getPropertiesOfType(type)
        .filter(({ flags, name }) => (flags & SymbolFlags.Optional) === 0 && !name.startsWith('__@'))
        .map(({ name }) => name),
    );
  }

  /** A property of a type. */
  property(type: Type, key: string): Symbol | undefined {
    return this.checker.getPropertyOfType(this.checker.getApparentType(type) ?? type, key);
  }

  /** A type of the platform by its name, if the project has the library. */
  platformType(name: string): Type | undefined {
    return memoize(this.#named, name, () => {
      const symbol = this.checker.resolveName(name, SymbolFlags.Interface);
      return symbol && this.checker.getDeclaredTypeOfSymbol(symbol);
    });
  }
}

/** The memoised value of a key. */
function memoize<K, T>(known: Map<K, T>, key: K, ask: () => T): T {
  if (!known.has(key)) known.set(key, ask());
  return known.get(key) as T; // was put there
}

/** The members of a union, or the type itself. */
export function alternatives(type: Type): readonly Type[] {
  if (!type.isUnionType()) return [type];
  let types = constituents.get(type);
  if (!types) constituents.set(type, (types = type.getTypes()));
  return types;
}

const constituents = new WeakMap<Type, readonly Type[]>();

/** Whether a type is `any` or `unknown`. */
export function isAny(type: Type | undefined): boolean {
  return !type || (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0;
}

const PRIMITIVE =
  TypeFlags.StringLike |
  TypeFlags.NumberLike |
  TypeFlags.BooleanLike |
  TypeFlags.BigIntLike |
  TypeFlags.ESSymbolLike |
  TypeFlags.Null |
  TypeFlags.Undefined |
  TypeFlags.Void |
  TypeFlags.Never;

/** Whether every value of a type is primitive. */
export function isPrimitive(type: Type): boolean {
  if ((type.flags & (TypeFlags.Object | TypeFlags.Any | TypeFlags.Unknown)) !== 0) return false;
  return alternatives(type).every(({ flags }) => (flags & PRIMITIVE) !== 0);
}

/** The string of a literal type, as the name of a property. */
export function literalText(type: Type): string | undefined {
  return type.isStringLiteralType() || type.isNumberLiteralType() ? String(type.value) : undefined;
}

function collect(node: Node, names: Node[], values: Node[]): void {
  if (is.isTypeNode(node) && !is.isExpressionWithTypeArguments(node)) return;
  if (is.isInterfaceDeclaration(node) || is.isTypeAliasDeclaration(node)) return;
  if (is.isIdentifier(node) || is.isPrivateIdentifier(node)) {
    if (!isDeclaredName(node)) names.push(node);
    if (isPassedOn(node)) values.push(node);
    return;
  }
  collectValues(node, names, values);
  node.forEachChild((child) => collect(child, names, values));
}

function collectValues(node: Node, names: Node[], values: Node[]): void {
  if (is.isElementAccessExpression(node)) {
    values.push(node.expression);
    (isText(node.argumentExpression) ? names : values).push(node.argumentExpression);
  } else if (is.isPropertyAccessExpression(node)) values.push(node.expression);
  else if (is.isCallExpression(node)) values.push(...node.arguments.filter(is.isIdentifier));
  else if (is.isTemplateSpan(node) || is.isSpreadElement(node) || is.isSpreadAssignment(node))
    values.push(node.expression);
  else if (is.isObjectBindingPattern(node)) values.push(node);
  if (is.isAsExpression(node) || is.isTypeAssertion(node)) values.push(node, unwrapTyped(node));
  if ((isAccess(node) || is.isCallExpression(node)) && isPassedOn(node)) values.push(node);
}

function isDeclaredName(node: Node): boolean {
  const { parent } = node;
  if (is.isPropertyAssignment(parent)) return parent.name === node;
  const isDeclaration =
    is.isVariableDeclaration(parent) ||
    is.isParameterDeclaration(parent) ||
    is.isBindingElement(parent) ||
    is.isFunctionDeclaration(parent) ||
    is.isMethodDeclaration(parent) ||
    is.isJsxAttribute(parent);
  return isDeclaration && parent.name === node;
}
