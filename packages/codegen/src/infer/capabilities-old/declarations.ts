import { dirname } from 'node:path';
import { ts } from '../../source/ts.ts';
import type { PlatformMember } from './member-table.ts';

/** Whose code a declaration is: the browser's, the language's, a package's, the toolkit's, or the author's. */
export type Origin = 'platform' | 'language' | 'dependency' | 'toolkit' | 'project';

const LIBRARY = /\/node_modules\/(?:typescript\/lib\/lib\.|@typescript\/lib-|@types\/web\/)/;
const PLATFORM = /\/lib\.(?:dom|webworker|scripthost)\b|@typescript\/lib-(?:dom|webworker)|@types\/web\//;
/** Packages whose functions compute and no more. */
export const TOOLKIT: ReadonlySet<string> = new Set([
  '@btcp/core',
  '@btcp/schema',
  '@sinclair/typebox',
  'typebox',
]);

const origins = new WeakMap<ts.SourceFile, Origin>();
const packageNames = new Map<string, string | undefined>();

/** Whose code a node is part of. */
export function originOf(node: ts.Node): Origin {
  const file = node.getSourceFile();
  let origin = origins.get(file);
  if (!origin) origins.set(file, (origin = originOfFile(file.fileName)));
  return origin;
}

function originOfFile(path: string): Origin {
  if (LIBRARY.test(path)) return PLATFORM.test(path) ? 'platform' : 'language';
  const name = packageNameOf(dirname(path));
  if (name !== undefined && TOOLKIT.has(name)) return 'toolkit';
  return path.includes('/node_modules/') ? 'dependency' : 'project';
}

// In a workspace, a package's files are not below node_modules.
function packageNameOf(folder: string): string | undefined {
  if (packageNames.has(folder)) return packageNames.get(folder);
  const above = dirname(folder);
  const own = readPackageName(`${folder}/package.json`);
  const name = own ?? (above === folder ? undefined : packageNameOf(above));
  packageNames.set(folder, name);
  return name;
}

function readPackageName(path: string): string | undefined {
  const text = ts.sys.readFile(path);
  if (text === undefined) return undefined;
  const read: unknown = ts.parseConfigFileTextToJson(path, text).config;
  return typeof read === 'object' && read !== null && 'name' in read && typeof read.name === 'string'
    ? read.name
    : undefined;
}

const COMPUTING =
  /^(?:Math|JSON|(?:Number|String|Boolean|BigInt|Date)(?:Constructor)?|parse(?:Int|Float)|isNaN|isFinite|(?:en|de)codeURI(?:Component)?)$/;

/** Whether a function or constructor of the language computes and no more, whatever it is given. */
export function isComputation(declaration: ts.Node): boolean {
  const holder = ts.isInterfaceDeclaration(declaration.parent) ? declaration.parent : declaration;
  const isNamed =
    ts.isInterfaceDeclaration(holder) || ts.isFunctionDeclaration(holder) || ts.isVariableDeclaration(holder);
  return isNamed && holder.name !== undefined && COMPUTING.test(nameText(holder.name));
}

/** The member of the platform that a declaration of its library declares. */
export function platformMemberOf(declaration: ts.Node): PlatformMember | undefined {
  const { parent } = declaration;
  const isMethod = ts.isMethodSignature(declaration) || ts.isFunctionDeclaration(declaration);
  if (ts.isInterfaceDeclaration(parent))
    return { owner: parent.name.text, name: memberName(declaration), isStatic: false, isMethod };
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent))
    return { owner: nameText(parent.parent.name), name: memberName(declaration), isStatic: true, isMethod };
  if (ts.isConstructorTypeNode(declaration) && ts.isVariableDeclaration(parent))
    return { owner: nameText(parent.name), name: 'new', isStatic: true, isMethod: false };
  if (!ts.isVariableDeclaration(declaration) && !ts.isFunctionDeclaration(declaration)) return undefined;
  const block = ts.isVariableDeclaration(declaration) ? parent.parent.parent : parent;
  const name = declaration.name ? nameText(declaration.name) : '';
  return ts.isModuleBlock(block)
    ? { owner: nameText(block.parent.name), name, isStatic: true, isMethod }
    : { owner: 'Window', name, isStatic: false, isMethod };
}

function memberName(declaration: ts.Node): string {
  if (ts.isIndexSignatureDeclaration(declaration)) return '[index]';
  if (ts.isConstructSignatureDeclaration(declaration)) return 'new';
  const name = ts.isTypeElement(declaration) ? declaration.name : undefined;
  return name ? nameText(name) : '';
}

function nameText(name: ts.Node): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
}

/** Whether a global of the platform is an interface object such as `Notification`, which is there to be constructed. */
export function isInterfaceObject(declaration: ts.Node): boolean {
  const type = ts.isVariableDeclaration(declaration) ? declaration.type : undefined;
  if (!type) return false;
  if (ts.isConstructorTypeNode(type)) return true;
  return (
    ts.isTypeLiteralNode(type) &&
    type.members.some(
      (member) =>
        ts.isConstructSignatureDeclaration(member) ||
        (member.name !== undefined && ts.isIdentifier(member.name) && member.name.text === 'prototype'),
    )
  );
}

/** Whether a declaration is the property, method or accessor of a type. */
export function isSignature(declaration: ts.Declaration): declaration is ts.TypeElement {
  if (ts.isPropertySignature(declaration) || ts.isMethodSignature(declaration)) return true;
  const { parent } = declaration;
  return ts.isAccessor(declaration) && (ts.isInterfaceDeclaration(parent) || ts.isTypeLiteralNode(parent));
}

/** Whether the author only declares something that others define: `declare`, a declaration file, a global type. */
export function isAmbient(declaration: ts.Node): boolean {
  if (declaration.getSourceFile().isDeclarationFile) return true;
  for (let node = declaration; node && !ts.isSourceFile(node); node = node.parent) {
    if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(isDeclare)) return true;
  }
  return false;
}

function isDeclare({ kind }: ts.Modifier): boolean {
  return kind === ts.SyntaxKind.DeclareKeyword;
}

/** The name of the package that a declaration augments: `declare module '@btcp/core' { … }`. */
export function augmentedModule(declaration: ts.Node): string | undefined {
  for (let node = declaration; node && !ts.isSourceFile(node); node = node.parent) {
    if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) return node.name.text;
  }
  return undefined;
}

/** A function, method or accessor with a body. */
export type BodyNode = ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody };

/** Whether a node is a function with a body. */
export function hasBody(node: ts.Node): node is BodyNode {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** Whether a function's code can be entered as a value: by being called. */
export function isFunctionValue(node: ts.Node): node is BodyNode {
  return (
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    (hasBody(node) && (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)))
  );
}
