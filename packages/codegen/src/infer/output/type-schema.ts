import type { JsonSchemaObject } from '@btcp/core';
import { freeName } from '@btcp/schema/internal';
import type { Types } from '../../source/types/types.ts';
import {
  type Checker,
  SignatureKind,
  type Type,
  TypeFlags,
  type ast,
  is,
} from '../../source/types/typescript.ts';
import { arraySchema, tupleSchema } from './array-schema.ts';
import type { Conversion, NotJson, Place } from './conversion.ts';
import { NOT_JSON } from './not-json.ts';
import { objectSchema } from './object-schema.ts';
import { kindVerdict, mappedVerdict, namedVerdict } from './platform-types.ts';
import {
  hasFlag,
  isArrayLike,
  isObjectLiteral,
  isTuple,
  literalValue,
  membersOf,
  partsOf,
  propertyOf,
} from './type-facts.ts';
import { literalSchema, unionSchema } from './union-schema.ts';

type ReportType = (type: Type, place: Place, reason: NotJson) => JsonSchemaObject | undefined | void;

/** Limits far above the size of a tool's result, and far below that of a DOM type. */
const MAX_DEPTH = 40;
const MAX_SCHEMAS = 5_000;

/**
 * Converts types to schemas of their JSON form.
 *
 * @param root - The type of the whole result; undefined if it has several.
 * @param report - Called for each type without a JSON form; the schema there is what it returns, or `{}`.
 */
export class TypeConversion implements Conversion {
  readonly types: Types;
  readonly checker: Checker;
  readonly #report: ReportType;
  readonly #defined: Definitions;

  constructor(types: Types, root: Type | undefined, report: ReportType) {
    this.types = types;
    this.checker = types.checker;
    this.#defined = new Definitions(root);
    this.#report = report;
  }

  get definitions(): ReadonlyMap<string, JsonSchemaObject> {
    return this.#defined.byName;
  }

  report(type: Type, place: Place, reason: NotJson): JsonSchemaObject {
    return this.#report(type, place, reason) ?? {};
  }

  convert(type: Type, place: Place): JsonSchemaObject {
    this.#defined.size++;
    if (place.depth > MAX_DEPTH) return this.report(type, place, NOT_JSON.tooDeep);
    if (this.#defined.size > MAX_SCHEMAS) return this.report(type, place, NOT_JSON.tooLarge);
    const reason = whyNotJson(type);
    if (reason) return this.report(type, place, reason);
    return primitiveSchema(type) ?? this.#structured(type, place);
  }

  #structured(type: Type, place: Place): JsonSchemaObject {
    if (hasFlag(type, TypeFlags.Instantiable)) return this.#constraint(type, place);
    // An unnamed array becomes no definition, because its elements have better names. (TypeScript also considers
    // a union of arrays array-like.)
    const isArray = !type.isUnionType() && isArrayLike(this.checker, type);
    if (isArray && !type.getAliasSymbol()) return this.#object(type, place);
    return this.#defined.define(type, () => this.#composite(type, place));
  }

  #composite(type: Type, place: Place): JsonSchemaObject {
    if (type.isUnionType()) return unionSchema(this, type, place);
    if (!type.isIntersectionType()) return this.#object(type, place);
    // A primitive with a brand: `string & { __brand: 'Id' }`.
    const primitive = partsOf(type).find((part) => hasFlag(part, BRANDED));
    return primitive ? this.convert(primitive, place) : this.#object(type, place);
  }

  #constraint(type: Type, place: Place): JsonSchemaObject {
    const constraint = this.checker.getBaseConstraintOfType(type);
    if (!constraint || constraint === type || hasFlag(constraint, TypeFlags.Any | TypeFlags.Unknown))
      return this.report(type, place, NOT_JSON.unresolved);
    return this.convert(constraint, { ...place, depth: place.depth + 1 });
  }

  #object(type: Type, place: Place): JsonSchemaObject {
    const { checker } = this;
    if (isObjectLiteral(checker, type) && !propertyOf(checker, type, 'toJSON'))
      return objectSchema(this, type, place);
    if (isTuple(type)) return tupleSchema(this, type, place);
    const parts = type.isIntersectionType() ? partsOf(type) : [type];
    const named = firstOf(parts, namedVerdict);
    if (named) return 'schema' in named ? named.schema : this.report(type, place, named.reason);
    if (isArrayLike(checker, type)) return arraySchema(this, type, place);
    if (parts.some((part) => isElementType(part))) return this.report(type, place, NOT_JSON.element);
    const json = jsonType(checker, type);
    // The platform's own `toJSON` methods often return `any`; then the type's own reason is more precise.
    const kind = firstOf(parts, (part) => kindVerdict(checker, part));
    if (kind && 'reason' in kind && (!json || hasFlag(json, TypeFlags.Any)))
      return this.report(type, place, kind.reason);
    const native = json && mappedVerdict(this.types, checker.getPropertiesOfType(type));
    if (native) return 'schema' in native ? native.schema : this.report(type, place, native.reason);
    if (json) return this.convert(json, { ...place, depth: place.depth + 1 });
    if (isFunction(checker, type)) return this.report(type, place, NOT_JSON.function);
    return objectSchema(this, type, place);
  }
}

const TEXT = TypeFlags.StringLike | TypeFlags.StringMapping | TypeFlags.TemplateLiteral;
const BRANDED = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike | TypeFlags.BigIntLike;

function whyNotJson(type: Type): NotJson | undefined {
  if (hasFlag(type, TypeFlags.Any)) return NOT_JSON.any;
  if (hasFlag(type, TypeFlags.Unknown)) return NOT_JSON.unknown;
  if (hasFlag(type, TypeFlags.BigIntLike)) return NOT_JSON.bigint;
  return hasFlag(type, TypeFlags.ESSymbolLike) ? NOT_JSON.symbol : undefined;
}

function primitiveSchema(type: Type): JsonSchemaObject | undefined {
  if (type.isUnionType()) return undefined;
  const literal = literalValue(type);
  if (literal !== undefined) return literalSchema(literal);
  if (hasFlag(type, TEXT)) return { type: 'string' };
  if (hasFlag(type, TypeFlags.NumberLike)) return { type: 'number' };
  if (hasFlag(type, TypeFlags.Null)) return { type: 'null' };
  if (hasFlag(type, TypeFlags.NonPrimitive)) return { type: 'object' };
  return hasFlag(type, TypeFlags.Never) ? { not: {} } : undefined;
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

/** Returns the result type of a type's `toJSON`; undefined if there is none, or it includes the type itself. */
function jsonType(checker: Checker, type: Type): Type | undefined {
  const method = propertyOf(checker, type, 'toJSON');
  const methodType = method && checker.getTypeOfSymbol(method);
  const [signature] = methodType ? checker.getSignaturesOfType(methodType, SignatureKind.Call) : [];
  const json = signature && checker.getReturnTypeOfSignature(signature);
  return json && !membersOf(json).includes(type) ? json : undefined;
}

function isFunction(checker: Checker, type: Type): boolean {
  return [SignatureKind.Call, SignatureKind.Construct].some(
    (kind) => checker.getSignaturesOfType(type, kind).length > 0,
  );
}

/** Whether a type is that of a JSX element, by the names that React, Preact and others declare. */
function isElementType(type: Type): boolean {
  const symbol = type.getSymbol();
  if (!symbol || !ELEMENTS.has(symbol.name)) return false;
  return symbol.name !== 'Element' || symbol.getParent()?.name === 'JSX';
}

const ELEMENTS: ReadonlySet<string> = new Set(['Element', 'ReactElement', 'VNode']);

/** Whether a `return`, a result or a property is written as JSX, which is `any` without the library's types. */
export function isWrittenAsJsx(node: ast.Node): boolean {
  let value: ast.Node | undefined = node;
  if (is.isReturnStatement(value)) value = value.expression;
  else if (is.isPropertyAssignment(value)) value = value.initializer;
  while (value && is.isParenthesizedExpression(value)) value = value.expression;
  if (!value) return false;
  return is.isJsxElement(value) || is.isJsxSelfClosingElement(value) || is.isJsxFragment(value);
}

/** A converted type: its schema, and the number of schemas in that. */
interface Finished {
  readonly schema: JsonSchemaObject;
  readonly size: number;
}

/**
 * Converts each type once. A type that contains itself becomes a definition, named after the type.
 */
class Definitions {
  readonly byName: Map<string, JsonSchemaObject> = new Map();
  /** Number of schemas in the result so far; a shared schema counts at each use. */
  size = 0;
  readonly #finished = new Map<Type, Finished>();
  readonly #active = new Set<Type>();
  readonly #names = new Map<Type, string>();
  readonly #root: Type | undefined;

  /** @param root - The type of the whole result, to which `#` refers. */
  constructor(root: Type | undefined) {
    this.#root = root;
  }

  /**
   * @param type - Compared by identity.
   * @param convert - Converts the type; called at most once for each.
   */
  define(type: Type, convert: () => JsonSchemaObject): JsonSchemaObject {
    const finished = this.#finished.get(type);
    if (finished) {
      this.size += finished.size;
      return finished.schema;
    }
    if (this.#active.has(type)) return type === this.#root ? { $ref: '#' } : reference(this.#nameOf(type));
    return this.#convert(type, convert);
  }

  #convert(type: Type, convert: () => JsonSchemaObject): JsonSchemaObject {
    const sizeBefore = this.size;
    this.#active.add(type);
    const converted = convert();
    this.#active.delete(type);
    const name = this.#names.get(type);
    if (name !== undefined) this.byName.set(name, converted);
    const schema = name === undefined ? converted : reference(name);
    this.#finished.set(type, { schema, size: name === undefined ? this.size - sizeBefore : 1 });
    return schema;
  }

  #nameOf(type: Type): string {
    const known = this.#names.get(type);
    if (known !== undefined) return known;
    const taken = new Set(this.#names.values());
    const name = freeName(baseName(type), (each) => taken.has(each));
    this.#names.set(type, name);
    return name;
  }
}

const reference = (name: string): JsonSchemaObject => ({ $ref: `#/$defs/${name}` });

function baseName(type: Type): string {
  const name = (type.getAliasSymbol() ?? type.getSymbol())?.name ?? '';
  // Rejects TypeScript's names for anonymous types, such as `__type`, and names that `$ref` would have to escape.
  return /^(?!__)[A-Za-z_][\w]*$/.test(name) ? name : 'Recursive';
}
