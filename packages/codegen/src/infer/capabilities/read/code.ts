import {
  ast,
  is,
  type NodeHandle,
  SignatureKind,
  type Symbol,
  type Type,
  TypeFlags,
  SymbolFlags,
} from '../../../source/types/typescript.ts';
import { isTypeOnly } from '../../../source/types/names.ts';
import type { Types } from '../../../source/types/types.ts';
import { isPassedOn, mayBeObject, isText, unwrap, unwrapTyped } from '../../../source/types/syntax.ts';
import { originOf } from '../../../source/whose-code.ts';
import { membersOf } from '../../output/type-facts.ts';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { compiledBeside, isDeclaration, manifestOf } from '../../../source/match-files.ts';

type Node = ast.Node;

/** A module, or a `namespace` of TypeScript, as the object of its exports. */
export type Namespace = ast.SourceFile | ast.ModuleDeclaration;

/** Whether a declaration is a namespace. */
export function isNamespace(node: Node): node is Namespace {
  return is.isSourceFile(node) || is.isModuleDeclaration(node);
}

/**
 * The author's code with its types. Every request to the checker is a round trip, so the requests of a whole function
 * are batched, and every answer is memoised.
 */
export class Code {
  readonly #types: Types;
  readonly #declarations = new Map<number, readonly Node[]>();
  readonly #read = new Set<ast.SourceFile>();

  constructor(types: Types) {
    this.#types = types;
  }

  get checker(): Types['checker'] {
    return this.#types.checker;
  }

  /** The symbols of names. */
  get names(): Types['names'] {
    return this.#types.names;
  }

  /** Whether an import whose names are all types loads its module. */
  get keepsTypeImports(): boolean {
    return this.#types.keepsTypeImports;
  }

  /** The node of a file that spans a range. */
  nodeAt(path: string, start: number, end: number): Node | undefined {
    return this.#types.nodeAt(path, start, end);
  }

  /** Asks for the symbols and types of files in two requests. */
  prefetch(all: readonly ast.SourceFile[]): void {
    const files = all.filter((file) => !this.#read.has(file));
    if (files.length === 0) return;
    for (const file of files) this.#read.add(file);
    // `export const a = defineTool({…})` as a whole first: asked about its inside, TypeScript takes what grows for `any`.
    const growing = files.filter(({ text }) => GROWING.test(text)).flatMap(({ statements }) => statements);
    this.checker.getTypeAtLocation(
      growing.flatMap((each): readonly Node[] => {
        if (is.isExportAssignment(each)) return [each.expression];
        return is.isVariableStatement(each) ? each.declarationList.declarations : [];
      }),
    );
    this.names.read(files);
    const values: Node[] = [];
    for (const file of files) collect(file, values);
    this.checker.getTypeAtLocation(
      values.filter((each) => !this.names.isOfToolkit(each) && !this.names.isSchema(each)),
    );
  }

  /** The type of an expression, without null and undefined. */
  typeAt(node: Node): Type | undefined {
    const type = this.checker.getTypeAtLocation(node);
    return type?.isUnionType() ? this.checker.getNonNullableType(type) : type;
  }

  /** The declarations of a symbol in the author's code; of a value those of a type with its name are none. */
  declarationsOf(symbol: Symbol): readonly Node[] {
    let found = this.#declarations.get(symbol.id);
    if (!found) {
      const all = (this.names.target(symbol)?.declarations ?? []).filter(
        ({ path }) => originOf(path) === 'project',
      );
      const values = all.filter(({ kind }) => !TYPES.has(kind));
      const handles = values.length > 0 ? values : all;
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

  /** The author's declarations of the symbol that an expression names. */
  declaredAt(node: Node): readonly Node[] {
    const value = unwrap(node);
    const name = is.isPropertyAccessExpression(value) ? value.name : value;
    if (!is.isIdentifier(name) && !is.isPrivateIdentifier(name)) return [];
    const symbol = this.names.symbolAt(name);
    return symbol ? this.declarationsOf(symbol) : [];
  }

  /** The author's module that a specifier names, if it has code. */
  moduleAt(specifier: Node): readonly Node[] {
    const symbol = this.names.symbolAt(specifier);
    return symbol
      ? this.declarationsOf(symbol).filter((each) => is.isSourceFile(each) && !each.isDeclarationFile)
      : [];
  }

  /** What a module exports, by itself or in a namespace, by its names, as declared in the author's code. */
  exportsOf(module: Namespace, seen: Set<Node> = new Set()): readonly (readonly [string, Node])[] {
    const symbol = this.checker.getSymbolAtLocation(is.isSourceFile(module) ? module : module.name);
    if (!symbol || seen.has(module)) return [];
    seen.add(module);
    return this.checker
      .getExportsOfModule(symbol)
      .flatMap((each) =>
        this.declarationsOf(each).flatMap((declared): readonly (readonly [string, Node])[] =>
          isNamespace(declared) ? this.exportsOf(declared, seen) : [[each.name, declared]],
        ),
      );
  }

  /** Whether an expression may be undefined, by its type. */
  isOptional(node: Node): boolean {
    const type = this.checker.getTypeAtLocation(node);
    return (
      !type ||
      membersOf(type).some(
        ({ flags }) => (flags & (TypeFlags.Undefined | TypeFlags.Any | TypeFlags.Unknown)) !== 0,
      )
    );
  }

  /** Whether values of a type can be called. */
  isCallable(type: Type): boolean {
    const isObject =
      (type.flags & (TypeFlags.Object | TypeFlags.UnionOrIntersection | TypeFlags.Instantiable)) !== 0;
    return isObject && this.checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
  }

  /** What `new` makes of a value. */
  instanceAt(node: Node): Type | undefined {
    const type = this.typeAt(node);
    const [signature] = type ? this.checker.getSignaturesOfType(type, SignatureKind.Construct) : [];
    return signature && this.checker.getReturnTypeOfSignature(signature);
  }

  /** Whether values of a type are known not to be called. */
  isData(type: Type | undefined): boolean {
    return type !== undefined && !isAny(type) && !membersOf(type).some((each) => this.isCallable(each));
  }

  /** A property of a type. */
  property(type: Type, key: string): Symbol | undefined {
    return this.checker.getPropertyOfType(this.checker.getApparentType(type) ?? type, key);
  }
}

/** A variable whose type follows from what is assigned later: `const found = [];`, `let last;`. */
const GROWING = /\b(?:const|let|var)\s+\w+\s*(?:=\s*\[\]\s*)?;/;

const TYPES: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.InterfaceDeclaration,
  ast.SyntaxKind.TypeAliasDeclaration,
]);

/** Whether a type is `any` or `unknown`. */
export function isAny(type: Type | undefined): boolean {
  return !type || (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0;
}

/** Kinds of types whose values are primitive. */
export const PRIMITIVE: TypeFlags =
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
  return membersOf(type).every(({ flags }) => (flags & PRIMITIVE) !== 0);
}

/** The string of a literal type, as the name of a property. */
export function literalText(type: Type): string | undefined {
  return type.isStringLiteralType() || type.isNumberLiteralType() ? String(type.value) : undefined;
}

// The expressions whose types matter.
function collect(node: Node, values: Node[]): void {
  if (isTypeOnly(node)) return;
  if (is.isElementAccessExpression(node)) {
    values.push(node.expression);
    if (!isText(node.argumentExpression)) values.push(node, node.argumentExpression);
  } else if (is.isPropertyAccessExpression(node)) values.push(node.expression);
  else if (is.isCallExpression(node)) values.push(...node.arguments.filter(is.isIdentifier));
  else if (is.isTemplateSpan(node) || is.isSpreadElement(node) || is.isSpreadAssignment(node))
    values.push(node.expression);
  else if (is.isObjectBindingPattern(node)) values.push(node);
  else if (is.isParameterDeclaration(node) || is.isBindingElement(node)) values.push(node);
  if (is.isAsExpression(node) || is.isTypeAssertion(node)) values.push(node, unwrapTyped(node));
  if (mayBeObject(node) && isPassedOn(node)) values.push(node);
  node.forEachChild((child) => collect(child, values));
}

/** The compiled text beside a module, which programs and bundlers prefer in their own ways: `prices.js beside prices.ts`. */
export function compiledOf({ fileName }: ast.SourceFile): string | undefined {
  const beside = compiledBeside(fileName);
  return beside === undefined ? undefined : `${basename(beside)} beside ${basename(fileName)}`;
}

/**
 * Whether other code may run than the module that TypeScript resolves, because the package.json of a file has conditions
 * for what the file imports: `#lib`, or the package by its own name.
 */
export function isConditional(specifier: ast.Node): boolean {
  const path = isText(specifier) && !specifier.text.startsWith('.') ? specifier.text : undefined;
  const manifest = path === undefined ? undefined : manifestOf(specifier.getSourceFile().fileName);
  if (path === undefined || manifest === undefined) return false;
  const text = readFileSync(manifest, 'utf8').replace(/^\uFEFF/, '');
  const { name, imports, exports } = JSON.parse(text) as Record<string, unknown>;
  if (path.startsWith('#')) return hasConditions(imports);
  return `${path}/`.startsWith(`${String(name)}/`) && hasConditions(exports);
}

const hasConditions = (targets: unknown): boolean =>
  typeof targets === 'object' &&
  Object.entries(targets ?? {}).some(([key, target]) => typeof target !== 'string' || !/^[.#]/.test(key));

/** Specifiers of files that are no code. */
const ASSET =
  /^[^?#]*\.(?:css|s[ac]ss|less|styl|svg|png|jpe?g|gif|webp|avif|ico|mp[34]|webm|woff2?|[ot]tf|json|txt|md|html)(?:\?.*)?$/;

/** Whether a computed specifier ends as that of a file without code: `./locales/${language}.json`. */
export function isAssetPath(specifier: ast.Node): boolean {
  if (!is.isTemplateExpression(specifier)) return false;
  const { head, templateSpans } = specifier;
  const parts = [head, ...templateSpans.map(({ literal }) => literal)];
  return ASSET.test(parts.map(({ text }) => text).join('*'));
}

/**
 * Whether an import loads code that is not read: JavaScript that only declarations describe, or a package of which nothing is
 * taken. What is taken of a package is flagged where it is named.
 */
export function loadsOther(
  code: Code,
  statement: ast.ImportDeclaration | ast.ExportDeclaration,
  specifier: ast.Node,
): boolean {
  if (!is.isStringLiteral(specifier) || ASSET.test(specifier.text)) return false;
  const path = code.names.symbolAt(specifier)?.declarations[0]?.path;
  const clause = is.isImportDeclaration(statement) ? statement.importClause : statement;
  if (path === undefined) return clause === undefined;
  const origin = originOf(path);
  if (origin === 'dependency' || /\.[mc]?jsx?$/.test(path)) return clause === undefined;
  if (origin !== 'project' || !isDeclaration(path)) return false;
  const named = clause && is.isImportClause(clause) && !clause.name ? clause.namedBindings : undefined;
  if (!named || !is.isNamedImports(named) || named.elements.length === 0) return true;
  return code.keepsTypeImports || named.elements.some(({ name }) => isValue(code, name));
}

function isValue(code: Code, name: ast.Node): boolean {
  const symbol = code.names.symbolAt(name);
  const target = symbol && code.names.target(symbol);
  return target === undefined || (target.flags & SymbolFlags.Value) !== 0;
}
