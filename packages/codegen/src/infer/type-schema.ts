import type { JsonSchemaObject } from '@btcp/core';
import { ts } from '../source/ts.ts';
import { arraySchema, tupleSchema } from './array-schema.ts';
import type { Conversion, Fault, Place } from './conversion.ts';
import { Definitions } from './definitions.ts';
import { FAULTS } from './faults.ts';
import { isElementType } from './jsx-element.ts';
import { objectSchema } from './object-schema.ts';
import { kindVerdict, namedVerdict } from './platform-types.ts';
import { templatePattern } from './template-pattern.ts';
import { hasFlag, literalValue, membersOf } from './type-facts.ts';
import { literalSchema, unionSchema } from './union-schema.ts';

/** Far above what a tool returns, far below what a type of the page's API holds. */
const MAX_DEPTH = 40;
const MAX_SCHEMAS = 5_000;

/**
 * Converts types to the schemas of the JSON that their values are written as.
 *
 * @param root - The type of the whole, if there is one.
 * @param report - Called for each type without a JSON form; the schema there is `{}`.
 */
export class TypeConversion implements Conversion {
  readonly checker: ts.TypeChecker;
  readonly #report: (type: ts.Type, place: Place, fault: Fault) => void;
  readonly #defined: Definitions;

  constructor(
    checker: ts.TypeChecker,
    root: ts.Type | undefined,
    report: (type: ts.Type, place: Place, fault: Fault) => void,
  ) {
    this.checker = checker;
    this.#defined = new Definitions(root);
    this.#report = report;
  }

  get definitions(): ReadonlyMap<string, JsonSchemaObject> {
    return this.#defined.byName;
  }

  report(type: ts.Type, place: Place, fault: Fault): JsonSchemaObject {
    this.#report(type, place, fault);
    return {};
  }

  convert(type: ts.Type, place: Place): JsonSchemaObject {
    this.#defined.size++;
    if (place.depth > MAX_DEPTH) return this.report(type, place, FAULTS.tooDeep);
    if (this.#defined.size > MAX_SCHEMAS) return this.report(type, place, FAULTS.tooLarge);
    const fault = primitiveFault(type);
    if (fault) return this.report(type, place, fault);
    return primitiveSchema(this.checker, type) ?? this.#structured(type, place);
  }

  #structured(type: ts.Type, place: Place): JsonSchemaObject {
    if (hasFlag(type, ts.TypeFlags.Instantiable)) return this.#constraint(type, place);
    // An array closes no recursion unless it has a name: what it holds gives the better one. (A union of
    // arrays is array-like to TypeScript too.)
    const isArray = !type.isUnion() && this.checker.isArrayLikeType(type);
    if (isArray && !type.aliasSymbol) return this.#object(type, place);
    return this.#defined.define(type, () => this.#composite(type, place));
  }

  #composite(type: ts.Type, place: Place): JsonSchemaObject {
    if (type.isUnion()) return unionSchema(this, type, place);
    if (!type.isIntersection()) return this.#object(type, place);
    // A primitive with a brand: `string & { __brand: 'Id' }`.
    const primitive = type.types.find((part) => hasFlag(part, BRANDED));
    return primitive ? this.convert(primitive, place) : this.#object(type, place);
  }

  #constraint(type: ts.Type, place: Place): JsonSchemaObject {
    const constraint = this.checker.getBaseConstraintOfType(type);
    if (!constraint || constraint === type || hasFlag(constraint, ts.TypeFlags.Any | ts.TypeFlags.Unknown))
      return this.report(type, place, FAULTS.unresolved);
    return this.convert(constraint, { ...place, depth: place.depth + 1 });
  }

  #object(type: ts.Type, place: Place): JsonSchemaObject {
    const { checker } = this;
    if (checker.isTupleType(type)) return tupleSchema(this, type as ts.TypeReference, place);
    if (checker.isArrayLikeType(type)) return arraySchema(this, type, place);
    const parts = type.isIntersection() ? type.types : [type];
    const named = firstOf(parts, namedVerdict);
    if (named) return 'schema' in named ? named.schema : this.report(type, place, named.fault);
    if (parts.some((part) => isElementType(checker, part))) return this.report(type, place, FAULTS.element);
    const json = jsonType(checker, type);
    // The platform's own `toJSON` methods often return `any`; what the type itself is then says more.
    const kind = firstOf(parts, (part) => kindVerdict(checker, part));
    if (kind && 'fault' in kind && (!json || hasFlag(json, ts.TypeFlags.Any)))
      return this.report(type, place, kind.fault);
    if (json) return this.convert(json, { ...place, depth: place.depth + 1 });
    if (isFunction(type)) return this.report(type, place, FAULTS.function);
    return objectSchema(this, type, place);
  }
}

const BRANDED =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.BigIntLike;

function primitiveFault(type: ts.Type): Fault | undefined {
  if (hasFlag(type, ts.TypeFlags.Any)) return FAULTS.any;
  if (hasFlag(type, ts.TypeFlags.Unknown)) return FAULTS.unknown;
  if (hasFlag(type, ts.TypeFlags.BigIntLike)) return FAULTS.bigint;
  return hasFlag(type, ts.TypeFlags.ESSymbolLike) ? FAULTS.symbol : undefined;
}

function primitiveSchema(checker: ts.TypeChecker, type: ts.Type): JsonSchemaObject | undefined {
  if (type.isUnion()) return undefined;
  const literal = literalValue(checker, type);
  if (literal !== undefined) return literalSchema(literal);
  if (hasFlag(type, ts.TypeFlags.TemplateLiteral))
    return { type: 'string', pattern: templatePattern(type as ts.TemplateLiteralType) };
  if (hasFlag(type, ts.TypeFlags.StringLike | ts.TypeFlags.StringMapping)) return { type: 'string' };
  if (hasFlag(type, ts.TypeFlags.NumberLike)) return { type: 'number' };
  if (hasFlag(type, ts.TypeFlags.Null)) return { type: 'null' };
  if (hasFlag(type, ts.TypeFlags.NonPrimitive)) return { type: 'object' };
  return hasFlag(type, ts.TypeFlags.Never) ? { not: {} } : undefined;
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a type's `toJSON` returns, if it has one. */
function jsonType(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  const method = checker.getPropertyOfType(type, 'toJSON');
  const signature = method && checker.getTypeOfSymbol(method).getCallSignatures()[0];
  const json = signature && checker.getReturnTypeOfSignature(signature);
  return json && !membersOf(json).includes(type) ? json : undefined;
}

function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
}
