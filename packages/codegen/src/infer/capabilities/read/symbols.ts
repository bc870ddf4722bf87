import {
  ast,
  is,
  type Symbol,
  type Type,
  type NodeHandle,
  SymbolFlags,
  TypeFlags,
} from '../../../source/types/typescript.ts';
import { type Origin, originOf } from '../../../source/whose-code.ts';
import { type Code, isAny, literalText } from './code.ts';
import { isText, keyOf, hasModifier } from '../../../source/types/syntax.ts';
import { membersOf } from '../../output/type-facts.ts';
import { type PlatformMember, useOfMember } from '../table/member-table.ts';

type Node = ast.Node;

/** Methods that add their arguments to a container. */
export const FILLING: RegExp = /^(?:push|unshift|splice|fill|set|add)$/;

/** The symbol that an expression or a destructured name refers to. */
export function symbolOf(code: Code, node: Node): Symbol | undefined {
  if (is.isBindingElement(node)) {
    const type = code.typeAt(node.parent);
    const key = keyOf(node);
    return type && key !== undefined ? code.property(type, key) : undefined;
  }
  const name = is.isPropertyAccessExpression(node)
    ? node.name
    : is.isElementAccessExpression(node)
      ? node.argumentExpression
      : node;
  const symbol =
    is.isIdentifier(name) || is.isPrivateIdentifier(name) || isText(name)
      ? code.names.symbolAt(name)
      : undefined;
  return symbol && code.names.target(symbol);
}

/** Whether a symbol is declared by one of some origins. */
export function isFrom(symbol: Symbol | undefined, ...origins: readonly Origin[]): boolean {
  return symbol?.declarations.some(({ path }) => origins.includes(originOf(path))) ?? false;
}

/** Whether a callee is `promisify` of Node, whose result calls what it is given. */
export function isPromisify(code: Code, callee: Node): boolean {
  const symbol = /\bpromisify$/.test(callee.getText()) ? symbolOf(code, callee) : undefined;
  return symbol?.name === 'promisify' && isFrom(symbol, 'node');
}

/** Whether a symbol is a property of the language's types, which holds what code gives it: `result.value`. */
export function holdsValue(symbol: Symbol | undefined): boolean {
  const declarations = symbol?.declarations ?? [];
  return (
    isFrom(symbol, 'language') && declarations.every(({ kind }) => kind === ast.SyntaxKind.PropertySignature)
  );
}

/** Whether a symbol is declared by the language or the platform. */
export const isOfLibrary = (symbol: Symbol | undefined): boolean => isFrom(symbol, 'platform', 'language');

/** Whether a declaration is the property, method or accessor of a type. */
export function isSignature(declaration: Node): boolean {
  if (is.isPropertySignatureDeclaration(declaration) || is.isMethodSignatureDeclaration(declaration))
    return true;
  const { parent } = declaration;
  return (
    (is.isGetAccessorDeclaration(declaration) || is.isSetAccessorDeclaration(declaration)) &&
    (is.isInterfaceDeclaration(parent) || is.isTypeLiteralNode(parent))
  );
}

/** Whether a declaration of the author's describes a value of the page or third-party code. */
export function isProvided(code: Code, declaration: Node): boolean {
  if (isSignature(declaration))
    return isPageMember(code, declaration) || augmentedModule(declaration) !== undefined;
  return isAmbient(declaration);
}

// `declare global { interface Window { app: App } }`: the interface is also the platform's.
function isPageMember(code: Code, { parent }: Node): boolean {
  const symbol = is.isInterfaceDeclaration(parent) ? code.names.symbolAt(parent.name) : undefined;
  return isFrom(symbol, 'platform');
}

/** The module that a declaration adds to: `@btcp/core`, by which an author declares what a host adds, or that of a package. */
export function augmentedModule(declaration: Node): string | undefined {
  for (let node = declaration; node && !is.isSourceFile(node); node = node.parent)
    if (is.isModuleDeclaration(node) && is.isStringLiteral(node.name)) return node.name.text;
  return undefined;
}

/** Whether a declaration is ambient: `declare`, a declaration file, a global type. */
export function isAmbient(declaration: Node): boolean {
  if (declaration.getSourceFile().isDeclarationFile) return true;
  for (let node = declaration; node && !is.isSourceFile(node); node = node.parent)
    if (hasModifier(node, ast.SyntaxKind.DeclareKeyword)) return true;
  return false;
}

/** The symbols of an accessed member; none if the types do not declare it, undefined for array elements. */
export function memberSymbols(code: Code, node: Node, receiver: Node): readonly Symbol[] | undefined {
  if (is.isPropertyAccessExpression(node)) return list(code.names.symbolAt(node.name));
  if (is.isElementAccessExpression(node) && isText(node.argumentExpression)) {
    const symbol = code.names.symbolAt(node.argumentExpression);
    if (symbol) return [symbol];
  }
  const type = code.typeAt(receiver);
  if (!type || isAny(type)) return [];
  const key = keyOf(node);
  const symbol = key === undefined ? undefined : code.property(type, key);
  if (symbol) return [symbol];
  if (code.checker.isArrayLikeType(type)) return undefined;
  const isNamed = key === undefined && isLiteral(code, keyNodeOf(node));
  return isNamed || isCalled(node) ? [] : list(indexSymbol(type));
}

// An index signature holds data, and a literal type names a member, which no code needs to agree with.
const isCalled = (node: Node): boolean => is.isCallExpression(node.parent) && node.parent.expression === node;

function isLiteral(code: Code, key: Node | undefined): boolean {
  const type = key && code.typeAt(key);
  return type !== undefined && membersOf(type).some((each) => literalText(each) !== undefined);
}

function indexSymbol(type: Type): Symbol | undefined {
  const symbol = type.getSymbol();
  const index = isFrom(symbol, 'platform') && symbol?.getMembers().get('__index' as never); // an escaped name
  return index || undefined;
}

/** The expression that computes the key of a member. */
export function keyNodeOf(node: Node): Node | undefined {
  if (is.isElementAccessExpression(node)) return node.argumentExpression;
  const name = is.isBindingElement(node) ? node.propertyName : undefined;
  return name && is.isComputedPropertyName(name) ? name.expression : undefined;
}

function list(symbol: Symbol | undefined): readonly Symbol[] {
  return symbol ? [symbol] : [];
}

/** The name of a member, as source text writes it. */
export const memberKey = ({ name }: Symbol): string => name.replace(/^__@(\w+?)(?:@\d+)?$/, 'Symbol.$1');

/** Whether a member is declared by a library's type, which the author's objects may implement; nobody implements `ArrayConstructor`. */
export function isReplaceable(symbol: Symbol): boolean {
  const [declaration] = symbol.declarations;
  const origin = declaration && originOf(declaration.path);
  return (
    (origin === 'platform' || origin === 'language') && !symbol.getParent()?.name.endsWith('Constructor')
  );
}

/**
 * The platform members that a symbol refers to. Uses only the paths of library declarations, since reading one transfers
 * its whole file.
 *
 * @param holder - The receiver of the member.
 */
export function platformMembers(code: Code, symbol: Symbol, holder?: ast.Node): readonly PlatformMember[] {
  const declarations = symbol.declarations.filter(isPlatformHandle);
  if (declarations.length === 0) return [...contextMembers(code, symbol), ...nodeMembers(code, symbol)];
  const isMethod = declarations.some(({ kind }) => METHODS.has(kind));
  const parent = symbol.getParent();
  if (parent) return [memberOf(code, parent, memberName(symbol), isMethod, holder?.getText())];
  // A namespace such as `CSS` is only a container of its members.
  if (declarations.every(({ kind }) => kind === ast.SyntaxKind.ModuleDeclaration)) return [];
  if (declarations.some(({ kind }) => GLOBALS.has(kind))) return [globalMember(symbol.name, declarations)];
  // `Pick<Storage, 'getItem'>`, or a member of several types: only the declarations say whose member it is, which costs
  // a tenth of a second once.
  const names = declarations.flatMap((handle) => code.ownerOf(handle) ?? []);
  return [...new Set(names)].map((owner) => ({ owner, name: memberName(symbol), isStatic: false, isMethod }));
}

function isPlatformHandle({ path }: NodeHandle): boolean {
  return originOf(path) === 'platform';
}

const METHODS: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.MethodSignature,
  ast.SyntaxKind.FunctionDeclaration,
]);
const GLOBALS: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.VariableDeclaration,
  ast.SyntaxKind.FunctionDeclaration,
]);

const CONSTRUCTORS: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.VariableDeclaration,
  ast.SyntaxKind.ClassDeclaration,
]);

function memberOf(code: Code, parent: Symbol, name: string, isMethod: boolean, holder = ''): PlatformMember {
  if ((parent.flags & SymbolFlags.TypeLiteral) !== 0)
    return { owner: ownerOfStatics(code, parent) ?? holder, name, isStatic: true, isMethod };
  return { owner: parent.name, name, isStatic: (parent.flags & SymbolFlags.Module) !== 0, isMethod };
}

const owners = new WeakMap<Symbol, string | undefined>();

// `declare var Notification: { prototype: Notification; new (…): Notification; … }`.
function ownerOfStatics(code: Code, literal: Symbol): string | undefined {
  if (owners.has(literal)) return owners.get(literal);
  const prototype = [...literal.getMembers().values()].find(({ name }) => name === 'prototype');
  const owner = prototype && code.checker.getTypeOfSymbol(prototype)?.getSymbol()?.name;
  owners.set(literal, owner);
  return owner;
}

// Constructors are capitalised: `Notification`, `Image`.
function globalMember(name: string, declarations: readonly NodeHandle[]): PlatformMember {
  const isValue = declarations.some(({ kind }) => CONSTRUCTORS.has(kind));
  if (isValue && /^[A-Z]/.test(name)) return { owner: name, name: 'new', isStatic: true, isMethod: false };
  const isMethod = declarations.some(({ kind }) => METHODS.has(kind));
  return { owner: 'Window', name, isStatic: false, isMethod };
}

function memberName({ name }: Symbol): string {
  if (name === '__index') return '[index]';
  const wellKnown = /^__@(\w+?)(?:@\d+)?$/.exec(name)?.[1];
  return wellKnown === undefined ? name : `[Symbol.${wellKnown}]`;
}

// The methods of `ctx` that stand for the platform's: the other declarations of @btcp/core need no capability.
function contextMembers(code: Code, symbol: Symbol): readonly PlatformMember[] {
  const { name } = symbol;
  const declarations = symbol.declarations.filter(({ path }) => originOf(path) === 'toolkit');
  if (declarations.length === 0) return [];
  // That of `{ ...ctx }` has no parent, and that of two areas of the storage only one.
  const parent = declarations.length > 1 ? undefined : symbol.getParent();
  const owners = parent ? [parent.name] : declarations.flatMap((each) => code.ownerOf(each) ?? []);
  const isMethod = declarations.some(({ kind }) => METHODS.has(kind));
  return [...new Set(owners)]
    .filter((owner) => (isMethod && CONTEXT_ACCESS.has(owner)) || `${owner}.${name}` === 'ToolContext.fetch')
    .map((owner) => ({ owner, name, isStatic: false, isMethod: true }));
}

const CONTEXT_ACCESS: ReadonlySet<string> = new Set([
  'PageAccess',
  'LocalStorageAccess',
  'SessionStorageAccess',
  'ClipboardAccess',
]);

/** Whether a symbol is the type of what a tool's context gives access by. */
export const isContextAccess = (symbol: Symbol): boolean =>
  (CONTEXT_ACCESS.has(symbol.name) || symbol.name === 'StorageAccess') && isFrom(symbol, 'toolkit');

/** Classes of Node's types that are the browser's own, or only compute; the rules of their members are in the table. */
const NODE_SHARED: ReadonlySet<string> = new Set(
  `AbortController AbortSignal Blob Buffer BufferConstructor DOMException Event EventTarget File FormData Headers
  Request Response TextDecoder TextEncoder URL URLSearchParams`.split(/\s+/),
);

// Node's types declare what Node shares with the browser, and `Buffer`.
function nodeMembers(code: Code, symbol: Symbol): readonly PlatformMember[] {
  const { declarations, name } = symbol;
  if (declarations.length === 0 || !declarations.every(({ path }) => originOf(path) === 'node')) return [];
  const above = symbol.getParent();
  const parent = above?.name === '__global' ? undefined : above; // `declare global { … }`
  const isMethod = declarations.some(({ kind }) => METHODS.has(kind));
  const member =
    !parent || (parent.flags & SymbolFlags.Module) !== 0
      ? globalMember(name, declarations)
      : memberOf(code, parent, memberName(symbol), isMethod);
  // `URL` is a global of Node, and an export of its module `url`.
  const isShared = !parent || (parent.flags & SymbolFlags.Interface) !== 0 || NODE_SHARED.has(member.owner);
  return isShared && useOfMember(member) ? [member] : [];
}

/** Whether a type is that of the global object. */
export function isWindow(type: Type): boolean {
  if (type.isIntersectionType()) return type.getTypes().some(isWindow);
  const name = type.getSymbol()?.name;
  return name === 'Window' || name === 'globalThis';
}

/** Whether a value of a type may be a page object: one of the platform, or of any type parameter that may be given one. */
export function mayBeOfPage(type: Type): boolean {
  return isOfPlatform(type) || (type.flags & TypeFlags.Instantiable) !== 0;
}

/** Whether a type is declared by the platform. */
export function isOfPlatform(type: Type): boolean {
  return isWindow(type) || isFrom(type.getSymbol(), 'platform');
}
