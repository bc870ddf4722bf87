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
import { isText, keyOf, unwrap } from './syntax.ts';
import { originOf } from './whose-code.ts';

type Node = ast.Node;

/**
 * The author's code with what the checker says of it. Every question to the checker takes a round trip, so those of a
 * whole function are asked at once, and every answer is kept.
 */
export class Code {
  readonly #types: Types;
  readonly #symbols = new Map<Node, Symbol | undefined>();
  readonly #typesOf = new Map<Node, Type | undefined>();
  readonly #targets = new Map<number, Symbol | undefined>();
  readonly #declarations = new Map<number, readonly Node[]>();
  readonly #named = new Map<string, Type | undefined>();
  readonly #names = new Map<number, string | undefined>();
  readonly #presentTypes = new Map<number, Type | undefined>();
  readonly #required = new Map<number, readonly string[]>();
  readonly #properties = new Map<number, Map<string, Symbol | undefined>>();
  readonly #files = new Set<string>();

  constructor(types: Types) {
    this.#types = types;
  }

  get checker(): Types['checker'] {
    return this.#types.checker;
  }

  /** Absolute paths of the author's files that were looked into. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  /** The node of a file that spans a range. */
  nodeAt(path: string, start: number, end: number): Node | undefined {
    return this.#types.nodeAt(path, start, end);
  }

  /** Asks at once what is going to be asked of a stretch of code. */
  prefetch(root: Node): void {
    this.#files.add(root.getSourceFile().fileName);
    const names: Node[] = [];
    const values: Node[] = [];
    collect(root, names, values);
    this.#keep(this.#symbols, names, this.checker.getSymbolAtLocation(names));
    this.#keep(this.#typesOf, values, this.checker.getTypeAtLocation(values));
  }

  #keep<T>(known: Map<Node, T>, nodes: readonly Node[], answers: readonly T[]): void {
    for (const [index, node] of nodes.entries()) if (!known.has(node)) known.set(node, answers[index] as T); // one for each
  }

  /** The symbol that a name stands for; that of the value for a shorthand property. */
  symbolAt(node: Node): Symbol | undefined {
    const { parent } = node;
    if (!this.#symbols.has(node)) this.#symbols.set(node, this.checker.getSymbolAtLocation(node));
    if (parent && is.isShorthandPropertyAssignment(parent) && parent.name === node) {
      if (!this.#symbols.has(parent))
        this.#symbols.set(parent, this.checker.getShorthandAssignmentValueSymbol(parent));
      return this.#symbols.get(parent);
    }
    return this.#symbols.get(node);
  }

  /** The type of an expression, without null and undefined. */
  typeAt(node: Node): Type | undefined {
    if (!this.#typesOf.has(node)) this.#typesOf.set(node, this.checker.getTypeAtLocation(node));
    const type = this.#typesOf.get(node);
    return type && this.#present(type);
  }

  /** The name of the interface or class of a type. */
  nameOf(type: Type | undefined): string | undefined {
    if (!type) return undefined;
    if (!this.#names.has(type.id)) this.#names.set(type.id, type.getSymbol()?.name);
    return this.#names.get(type.id);
  }

  #present(type: Type): Type | undefined {
    if ((type.flags & TypeFlags.Union) === 0) return type;
    if (!this.#presentTypes.has(type.id))
      this.#presentTypes.set(type.id, this.checker.getNonNullableType(type));
    return this.#presentTypes.get(type.id);
  }

  /** What an alias stands for; undefined if it leads to a module that is not there. */
  target(symbol: Symbol): Symbol | undefined {
    if ((symbol.flags & SymbolFlags.Alias) === 0) return symbol;
    if (!this.#targets.has(symbol.id)) {
      const target = this.checker.getAliasedSymbol(symbol);
      const isThere = !this.checker.isUnknownSymbol(target) && target.declarations.length > 0;
      this.#targets.set(symbol.id, isThere ? target : undefined);
    }
    return this.#targets.get(symbol.id);
  }

  /** The declarations of a symbol that are the author's. */
  declarationsOf(symbol: Symbol): readonly Node[] {
    let found = this.#declarations.get(symbol.id);
    if (!found) {
      const handles = (this.target(symbol)?.declarations ?? []).filter(
        ({ path }) => originOf(path) === 'project',
      );
      found = [...new Set(handles.flatMap((handle) => this.#types.nodeOf(handle) ?? []))];
      this.#declarations.set(symbol.id, found);
    }
    return found;
  }

  /** The interface that declares a member. Reads the whole of its file. */
  ownerOf(handle: NodeHandle): string | undefined {
    const parent = this.#types.nodeOf(handle)?.parent;
    return parent && is.isInterfaceDeclaration(parent) ? parent.name.text : undefined;
  }

  /** The author's declarations of what an expression names. */
  declaredAt(node: Node): readonly Node[] {
    const value = unwrap(node);
    const name = is.isPropertyAccessExpression(value) ? value.name : value;
    if (!is.isIdentifier(name) && !is.isPrivateIdentifier(name)) return [];
    const symbol = this.symbolAt(name);
    return symbol ? this.declarationsOf(symbol) : [];
  }

  /** The import that brings an alias into a file. */
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

  /** The author's declarations of what a module exports under a name, or of all that it exports. */
  exportsOf(file: ast.SourceFile, key: string | undefined): readonly Node[] {
    const symbol = this.symbolAt(file);
    const exports = symbol ? this.checker.getExportsOfModule(symbol) : [];
    return exports
      .filter(({ name }) => key === undefined || name === key)
      .flatMap((each) => this.declarationsOf(each));
  }

  /** The key of the member that an access names: as it is spelled, or as the type of the expression says. */
  keyAt(access: Node): string | undefined {
    const key = keyOf(access);
    if (key !== undefined || !is.isElementAccessExpression(access)) return key;
    const type = this.typeAt(access.argumentExpression);
    return type && literalText(type);
  }

  /** Whether an expression may be undefined, by its type. */
  isOptional(node: Node): boolean {
    this.typeAt(node);
    const type = this.#typesOf.get(node);
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

  /** What awaiting a value of a type gives. */
  awaited(type: Type | undefined): Type | undefined {
    const isPromise = type?.isTypeReference() && type.getSymbol()?.name === 'Promise';
    return isPromise ? this.checker.getTypeArguments(type)[0] : type;
  }

  /** The names of the members that objects of a type must have; those of symbols differ from type to type. */
  requiredNames(type: Type): readonly string[] {
    let names = this.#required.get(type.id);
    if (!names) {
      const required = this.checker
        .getPropertiesOfType(type)
        .filter(({ flags, name }) => (flags & SymbolFlags.Optional) === 0 && !name.startsWith('__@'));
      this.#required.set(type.id, (names = required.map(({ name }) => name)));
    }
    return names;
  }

  /** A property of a type. */
  property(type: Type, key: string): Symbol | undefined {
    let known = this.#properties.get(type.id);
    if (!known) this.#properties.set(type.id, (known = new Map<string, Symbol | undefined>()));
    if (!known.has(key))
      known.set(key, this.checker.getPropertyOfType(this.checker.getApparentType(type) ?? type, key));
    return known.get(key);
  }

  /** A type of the platform by its name, if the project has the library. */
  platformType(name: string): Type | undefined {
    if (!this.#named.has(name)) {
      const symbol = this.checker.resolveName(name, SymbolFlags.Interface);
      this.#named.set(name, symbol && this.checker.getDeclaredTypeOfSymbol(symbol));
    }
    return this.#named.get(name);
  }
}

/** The types that a type is one of. */
export function alternatives(type: Type): readonly Type[] {
  if (!type.isUnionType()) return [type];
  let types = constituents.get(type);
  if (!types) constituents.set(type, (types = type.getTypes()));
  return types;
}

const constituents = new WeakMap<Type, readonly Type[]>();

/** Whether a type says nothing. */
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

/** Whether every value of a type is a string, number or the like. */
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
    return;
  }
  if (is.isElementAccessExpression(node)) {
    if (isText(node.argumentExpression)) names.push(node.argumentExpression);
    else values.push(node.expression, node.argumentExpression);
  } else if (is.isTemplateSpan(node) || is.isSpreadElement(node) || is.isSpreadAssignment(node))
    values.push(node.expression);
  else if (is.isObjectBindingPattern(node)) values.push(node);
  node.forEachChild((child) => collect(child, names, values));
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
