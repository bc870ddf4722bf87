import {
  ast,
  type NodeHandle,
  type Symbol,
  SymbolFlags,
  type Type,
  TypeFlags,
} from '../../../source/types/typescript.ts';
import { type PlatformMember, useOfMember } from '../table/member-table.ts';
import { type Code } from './code.ts';
import { originOf } from '../../../source/whose-code.ts';
import { isFrom } from './symbol-of.ts';

/**
 * The platform members that a symbol refers to. Uses only the paths of library declarations, since reading one transfers
 * its whole file.
 *
 * @param holder - The receiver of the member.
 */
export function platformMembers(code: Code, symbol: Symbol, holder?: ast.Node): readonly PlatformMember[] {
  const declarations = symbol.declarations.filter(isPlatformHandle);
  if (declarations.length === 0) return [...contextMembers(symbol), ...nodeMembers(code, symbol)];
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
function contextMembers(symbol: Symbol): readonly PlatformMember[] {
  const owner = symbol.getParent()?.name ?? '';
  const isMethod = symbol.declarations.some(({ kind }) => METHODS.has(kind));
  if (!(isMethod && CONTEXT_ACCESS.has(owner)) && `${owner}.${symbol.name}` !== 'ToolContext.fetch')
    return [];
  const isToolkits = symbol.declarations.every(({ path }) => originOf(path) === 'toolkit');
  return isToolkits ? [{ owner, name: symbol.name, isStatic: false, isMethod: true }] : [];
}

const CONTEXT_ACCESS: ReadonlySet<string> = new Set([
  'PageAccess',
  'LocalStorageAccess',
  'SessionStorageAccess',
  'ClipboardAccess',
]);

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
