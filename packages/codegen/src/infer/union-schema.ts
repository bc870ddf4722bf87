import type { JsonSchemaObject } from '@btcp/core';
import { ts } from '../source/ts.ts';
import { compareText } from '../source/match-files.ts';
import type { Conversion, Place } from './conversion.ts';
import { hasFlag, literalValue } from './type-facts.ts';
import { orderMembers, type Member } from './union-order.ts';

type Literal = string | number | boolean;

interface LiteralMember extends Member {
  readonly value: Literal;
}

interface OtherMember extends Member {
  readonly schema: JsonSchemaObject;
}

/**
 * The schema of a union: its literals as one `enum`, then the other types, `null` last, in `anyOf` where more
 * than one is left. Its `undefined` is the caller's business.
 */
export function unionSchema(conversion: Conversion, union: ts.UnionType, place: Place): JsonSchemaObject {
  const written = writtenUnion(union) ?? place.written;
  const members = union.types.filter((type) => !hasFlag(type, ABSENT));
  const literals = literalMembers(conversion.checker, members, written);
  const schemas = [
    ...enumSchemas(literals.map((literal) => literal.value)),
    ...otherSchemas(
      conversion,
      members.filter((type) => !isLiteral(conversion.checker, type)),
      place,
      written,
    ),
    ...(members.some((type) => hasFlag(type, ts.TypeFlags.Null)) ? [{ type: 'null' }] : []),
  ];
  return knownDefinition(conversion, anyOf(schemas));
}

/** One schema for several alternatives. */
export function anyOf(schemas: readonly JsonSchemaObject[]): JsonSchemaObject {
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [first = { not: {} }, ...rest] = unique;
  return rest.length === 0 ? first : { anyOf: unique };
}

/** The schema of a single literal. */
export function literalSchema(value: Literal): JsonSchemaObject {
  return { type: typeof value, const: value };
}

const ABSENT = ts.TypeFlags.Undefined | ts.TypeFlags.Void;

const isLiteral = (checker: ts.TypeChecker, type: ts.Type): boolean =>
  literalValue(checker, type) !== undefined;

function writtenUnion(union: ts.UnionType): ts.TypeNode | undefined {
  const alias = union.aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration);
  return alias && !alias.typeParameters ? alias.type : undefined;
}

function literalMembers(
  checker: ts.TypeChecker,
  members: readonly ts.Type[],
  written: ts.TypeNode | undefined,
): LiteralMember[] {
  const literals: LiteralMember[] = [];
  for (const type of members) {
    const value = literalValue(checker, type);
    // No text: where nothing tells their order, they stay sorted by value.
    if (value !== undefined) literals.push({ type, value, text: '' });
  }
  return orderMembers(checker, literals.sort(byValue), written);
}

function byValue({ value: a }: LiteralMember, { value: b }: LiteralMember): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareText(typeof a, typeof b) || compareText(String(a), String(b));
}

function enumSchemas(values: readonly Literal[]): JsonSchemaObject[] {
  const isBoolean = values.includes(true) && values.includes(false);
  const rest = isBoolean ? values.filter((value) => typeof value !== 'boolean') : values;
  return [...enumSchema(rest), ...(isBoolean ? [{ type: 'boolean' }] : [])];
}

function enumSchema(values: readonly Literal[]): JsonSchemaObject[] {
  const [first, ...rest] = new Set(values);
  if (first === undefined) return [];
  if (rest.length === 0) return [literalSchema(first)];
  const uniform = rest.every((value) => typeof value === typeof first);
  return [{ ...(uniform && { type: typeof first }), enum: [first, ...rest] }];
}

function otherSchemas(
  conversion: Conversion,
  types: readonly ts.Type[],
  place: Place,
  written: ts.TypeNode | undefined,
): JsonSchemaObject[] {
  const { checker } = conversion;
  const others = types
    .filter((type) => !hasFlag(type, ts.TypeFlags.Null))
    .map((type) => ({ type, text: checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation) }));
  // Ordered once before, since the order of conversion decides what recursive types are called, and again by
  // what came out, since how TypeScript writes a type may itself depend on what it met first.
  const converted = orderMembers(checker, others, written).map(({ type }): OtherMember => {
    const schema = conversion.convert(type, { ...place, written: undefined });
    return { type, schema, text: JSON.stringify(schema) };
  });
  return orderMembers(checker, converted, written).map(({ schema }) => schema);
}

/** `Json | undefined` is another union than `Json` to TypeScript, but the same definition. */
function knownDefinition(conversion: Conversion, schema: JsonSchemaObject): JsonSchemaObject {
  if (!Array.isArray(schema['anyOf'])) return schema;
  const key = alternativesKey(schema);
  for (const [name, definition] of conversion.definitions) {
    if (alternativesKey(definition) === key) return { $ref: `#/$defs/${name}` };
  }
  return schema;
}

function alternativesKey({ anyOf: alternatives, ...rest }: JsonSchemaObject): string | undefined {
  if (!Array.isArray(alternatives) || Object.keys(rest).length > 0) return undefined;
  return JSON.stringify(alternatives.map((schema) => JSON.stringify(schema)).sort());
}
