import type { JsonSchemaObject } from '@btcp/core';
import { ts } from '../source/ts.ts';
import { compareText } from '../source/match-files.ts';
import type { Conversion, Place } from './conversion.ts';
import { docKeywords } from './doc-text.ts';
import { templatePattern } from './template-pattern.ts';
import { hasFlag, isNothing, mayBeUndefined } from './type-facts.ts';

/**
 * The schema of an object: its own data properties in the order of their declaration, and its index
 * signatures; without one that takes any name, it is closed. What a class keeps on its prototype (methods, accessors) is not in the JSON; private fields
 * declared by the `private` keyword are.
 */
export function objectSchema(conversion: Conversion, type: ts.Type, place: Place): JsonSchemaObject {
  const properties: [string, JsonSchemaObject][] = [];
  const required: string[] = [];
  for (const property of orderedProperties(conversion.checker, type)) {
    if (!isWritten(type, property)) continue;
    const propertyType = conversion.checker.getTypeOfSymbol(property);
    if (isNothing(propertyType)) continue;
    properties.push([property.name, propertySchema(conversion, property, propertyType, place)]);
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0 || mayBeUndefined(propertyType);
    if (!isOptional) required.push(property.name);
  }
  const indexed = indexKeywords(conversion, type, place);
  const isRecord = properties.length === 0 && conversion.checker.getIndexInfosOfType(type).length > 0;
  return {
    type: 'object',
    ...(!isRecord && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...indexed,
  };
}

/** As declared. Those of a `Record<'a' | 'b', T>` are declared nowhere and come in no stable order: by name. */
function orderedProperties(checker: ts.TypeChecker, type: ts.Type): readonly ts.Symbol[] {
  const properties = checker.getPropertiesOfType(type);
  if (properties.every((property) => property.declarations)) return properties;
  return [...properties].sort((a, b) => compareText(a.name, b.name));
}

function propertySchema(
  conversion: Conversion,
  property: ts.Symbol,
  type: ts.Type,
  place: Place,
): JsonSchemaObject {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  const isOwn = declaration !== undefined && !declaration.getSourceFile().isDeclarationFile;
  const schema = conversion.convert(type, {
    node: isOwn ? declaration : place.node,
    path: place.path ? `${place.path}.${property.name}` : property.name,
    written: isOwn ? typeNodeOf(declaration) : undefined,
    depth: place.depth + 1,
  });
  return { ...schema, ...docKeywords(conversion.checker, property) };
}

function typeNodeOf(declaration: ts.Declaration): ts.TypeNode | undefined {
  const isTyped =
    ts.isPropertySignature(declaration) ||
    ts.isPropertyDeclaration(declaration) ||
    ts.isParameter(declaration) ||
    ts.isGetAccessorDeclaration(declaration);
  return isTyped ? declaration.type : undefined;
}

/** Whether JSON writes a property, if its type has a JSON form. */
function isWritten(owner: ts.Type, property: ts.Symbol): boolean {
  // TypeScript's own names: `__@` for keys that are symbols, `__#` for #private fields.
  if (/^__[@#]/.test(String(property.escapedName))) return false;
  const isOfClass = ((owner.getSymbol()?.flags ?? 0) & ts.SymbolFlags.Class) !== 0;
  if (isOfClass && (property.flags & ts.SymbolFlags.Method) !== 0) return false;
  return !property.declarations?.some(isOnPrototype);
}

function isOnPrototype(declaration: ts.Declaration): boolean {
  if (!ts.isClassLike(declaration.parent)) return false;
  return (
    ts.isMethodDeclaration(declaration) ||
    ts.isAccessor(declaration) ||
    (ts.isPropertyDeclaration(declaration) && ts.isAutoAccessorPropertyDeclaration(declaration))
  );
}

function indexKeywords(conversion: Conversion, type: ts.Type, place: Place): JsonSchemaObject {
  const patterns: [string, JsonSchemaObject][] = [];
  let additional: JsonSchemaObject | undefined;
  for (const index of conversion.checker.getIndexInfosOfType(type)) {
    if (hasFlag(index.keyType, ts.TypeFlags.ESSymbolLike) || isNothing(index.type)) continue;
    const schema = indexedSchema(conversion, index, place);
    if (hasFlag(index.keyType, ts.TypeFlags.TemplateLiteral)) {
      patterns.push([templatePattern(index.keyType as ts.TemplateLiteralType), schema]);
      // A string index covers a number index, whose keys are strings too.
    } else if (!additional || hasFlag(index.keyType, ts.TypeFlags.String)) {
      additional = schema;
    }
  }
  return {
    ...(patterns.length > 0 && {
      patternProperties: Object.fromEntries(patterns.sort(([a], [b]) => compareText(a, b))),
    }),
    // What the type does not declare, the result must not carry to the agent.
    additionalProperties: additional ?? false,
  };
}

function indexedSchema(conversion: Conversion, index: ts.IndexInfo, place: Place): JsonSchemaObject {
  const { declaration } = index;
  const isOwn = declaration !== undefined && !declaration.getSourceFile().isDeclarationFile;
  return conversion.convert(index.type, {
    node: isOwn ? declaration : place.node,
    path: place.path ? `${place.path}.*` : '*',
    written: isOwn && ts.isIndexSignatureDeclaration(declaration) ? declaration.type : undefined,
    depth: place.depth + 1,
  });
}
