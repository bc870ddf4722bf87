import type { JsonSchemaObject } from '@btcp/core';
import { compareText } from '../../source/match-files.ts';
import {
  ast,
  is,
  type IndexInfo,
  type NodeHandle,
  type Symbol,
  SymbolFlags,
  type Type,
  TypeFlags,
  type Checker,
} from '../../source/types/typescript.ts';
import type { Conversion, Place } from './conversion.ts';
import { mappedVerdict } from './platform-types.ts';
import { anyOf } from './union-schema.ts';
import {
  hasFlag,
  isInSource,
  isNothing,
  isObjectLiteral,
  isOfLiteral,
  mayBeUndefined,
} from './type-facts.ts';
import { unwrapped } from '../../source/text-edits.ts';
import { isClass } from '../../source/types/syntax.ts';

/**
 * Converts an object type: data properties in declaration order, and index signatures; closed unless one of those
 * accepts any name. JSON omits what a class keeps on its prototype (methods, accessors), but includes fields with
 * the keyword `private`.
 */
export function objectSchema(conversion: Conversion, type: Type, place: Place): JsonSchemaObject {
  const { checker } = conversion;
  const properties: [string, JsonSchemaObject][] = [];
  const required: string[] = [];
  const all = checker.getPropertiesOfType(type);
  const indexes = indexesOf(conversion, type, all);
  // Any value fits `{}`, and an interface that declares nothing.
  if (all.length + indexes.length === 0 && !isMade(type)) return {};
  const native = mappedVerdict(conversion.types, all);
  if (native) return 'schema' in native ? native.schema : conversion.report(type, place, native.reason);
  const written = orderedProperties(all).filter((property) => isWritten(conversion, type, property));
  const types = written.length === 0 ? [] : checker.getTypeOfSymbol(written);
  for (const [index, property] of written.entries()) {
    const propertyType = types[index];
    if (!propertyType || isNothing(propertyType)) continue;
    properties.push([property.name, propertySchema(conversion, property, propertyType, place)]);
    const isOptional = (property.flags & SymbolFlags.Optional) !== 0 || mayBeUndefined(propertyType);
    if (!isOptional) required.push(property.name);
  }
  const isRecord = properties.length === 0 && indexes.length > 0;
  return {
    type: 'object',
    ...(!isRecord && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...indexKeywords(conversion, indexes, place),
  };
}

// Object literals without computed names have no index signature.
function indexesOf(
  { checker, types }: Conversion,
  type: Type,
  properties: readonly Symbol[],
): readonly IndexInfo[] {
  const isPlain =
    isObjectLiteral(checker, type) &&
    properties.length > 0 &&
    properties.every(
      ({ declarations: [...all] }) => all.length > 0 && all.every((each) => isOfPlain(types, each)),
    );
  return isPlain ? [] : checker.getIndexInfosOfType(type);
}

function isOfPlain(types: Conversion['types'], declaration: NodeHandle): boolean {
  const literal =
    isOfLiteral(declaration) && isInSource(declaration) ? types.nodeOf(declaration)?.parent : undefined;
  if (!literal || !is.isObjectLiteralExpression(literal)) return false;
  return literal.properties.every(
    (each) => is.isSpreadAssignment(each) || !is.isComputedPropertyName(each.name),
  );
}

/** Whether a type is that of an object literal or a class, which says all that its values hold. */
function isMade(type: Type): boolean {
  const { flags = 0 } = type.getSymbol() ?? {};
  return (flags & (SymbolFlags.ObjectLiteral | SymbolFlags.Class)) !== 0;
}

/** Keeps declaration order. Properties of a `Record<'a' | 'b', T>` have no declarations, so they are sorted by name. */
function orderedProperties(properties: readonly Symbol[]): readonly Symbol[] {
  if (properties.every(({ declarations }) => declarations.length > 0)) return properties;
  return [...properties].sort((a, b) => compareText(a.name, b.name));
}

function propertySchema(
  conversion: Conversion,
  property: Symbol,
  type: Type,
  place: Place,
): JsonSchemaObject {
  const node = sourceNode(conversion, property.valueDeclaration ?? property.declarations[0]);
  const schema = conversion.convert(type, {
    node: node ?? place.node,
    path: place.path ? `${place.path}.${property.name}` : property.name,
    written: node && typeNodeOf(node),
    depth: place.depth + 1,
  });
  return { ...schema, ...docKeywords(conversion.checker, property, node) };
}

/** Returns the node of a declaration if it is in the author's source. */
function sourceNode({ types }: Conversion, declaration: NodeHandle | undefined): ast.Node | undefined {
  return declaration && isInSource(declaration) ? types.nodeOf(declaration) : undefined;
}

function typeNodeOf(node: ast.Node): ast.TypeNode | undefined {
  const isTyped =
    is.isPropertySignatureDeclaration(node) ||
    is.isPropertyDeclaration(node) ||
    is.isParameterDeclaration(node) ||
    is.isGetAccessorDeclaration(node);
  return isTyped ? node.type : undefined;
}

/** Whether JSON includes a property whose type has a JSON form. */
function isWritten(conversion: Conversion, owner: Type, property: Symbol): boolean {
  // TypeScript's own names: `__@` for keys that are symbols, `__#` for #private fields.
  if (/^__[@#]/.test(property.escapedName)) return false;
  const isMethod = (property.flags & SymbolFlags.Method) !== 0;
  if (isMethod && ((owner.getSymbol()?.flags ?? 0) & SymbolFlags.Class) !== 0) return false;
  return !property.declarations.some(
    (declaration) => MEMBERS.has(declaration.kind) && isOnPrototype(conversion.types.nodeOf(declaration)),
  );
}

const MEMBERS: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.MethodDeclaration,
  ast.SyntaxKind.GetAccessor,
  ast.SyntaxKind.SetAccessor,
  ast.SyntaxKind.PropertyDeclaration,
]);

function isOnPrototype(member: ast.Node | undefined): boolean {
  if (!member || (!is.isClassDeclaration(member.parent) && !is.isClassExpression(member.parent)))
    return false;
  return !is.isPropertyDeclaration(member) || hasAccessorKeyword(member);
}

function hasAccessorKeyword({ modifiers }: ast.PropertyDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ast.SyntaxKind.AccessorKeyword) ?? false;
}

function indexKeywords(
  conversion: Conversion,
  indexes: readonly IndexInfo[],
  place: Place,
): JsonSchemaObject {
  const schemas = indexes
    .filter(({ keyType, valueType }) => !hasFlag(keyType, TypeFlags.ESSymbolLike) && !isNothing(valueType))
    .map((index) => indexedSchema(conversion, index, place));
  // Properties that the type does not declare must not reach the agent.
  return { additionalProperties: schemas.length > 0 && anyOf(schemas) };
}

function indexedSchema(conversion: Conversion, index: IndexInfo, place: Place): JsonSchemaObject {
  const node = sourceNode(conversion, index.declaration);
  return conversion.convert(index.valueType, {
    node: node ?? place.node,
    path: place.path ? `${place.path}.*` : '*',
    written: node && is.isIndexSignatureDeclaration(node) ? node.type : undefined,
    depth: place.depth + 1,
  });
}

export interface DocKeywords {
  readonly description?: string;
  readonly deprecated?: true;
}

/**
 * Reads the JSDoc of a property: the description before the first tag, and whether it is deprecated.
 *
 * @param node - Its declaration in the author's source; undefined if it is declared elsewhere.
 */
function docKeywords(checker: Checker, property: Symbol, node: ast.Node | undefined): DocKeywords {
  const { text, isDeprecated } = writtenDoc(node) ?? inheritedDoc(checker, property, node);
  const description = unwrapped(
    text.replace(INLINE_LINK, (_, target: string, label: string) => label || target),
  );
  return { ...(description && { description }), ...(isDeprecated && { deprecated: true }) };
}

interface Doc {
  readonly text: string;
  readonly isDeprecated: boolean;
}

const NO_DOC: Doc = { text: '', isDeprecated: false };

function writtenDoc(node: ast.Node | undefined): Doc | undefined {
  const comment = node?.jsDoc?.at(-1)?.getText();
  if (!comment?.startsWith('/**')) return undefined;
  const lines = comment.slice('/**'.length, -'*/'.length).replace(/^[^\S\n]*\*?[^\S\n]?/gm, '');
  const [text = ''] = lines.split(FIRST_TAG);
  return { text, isDeprecated: /^\s*@deprecated\b/m.test(lines) };
}

const FIRST_TAG = /^\s*@(?=[a-z])/im;

function inheritedDoc(checker: Checker, property: Symbol, node: ast.Node | undefined): Doc {
  // A class inherits the comments of what it implements; a `@property {string} id - Which note.` is part of another comment.
  if (node && !node.jsDoc && !isClass(node.parent) && !is.isParameterDeclaration(node)) return NO_DOC;
  const tags = checker.getJsDocTagsOfSymbol(property);
  const text = checker.getDocumentationCommentOfSymbol(property);
  return {
    text: node?.jsDoc ? text.replace(/^-\s+/, '') : text,
    isDeprecated: tags.some(({ name }) => name === 'deprecated'),
  };
}

const INLINE_LINK = /\{@link(?:code|plain)?\s+([^\s|}]+)\s*\|?\s*([^}]*?)\s*\}/g;
