import type { Types as Code } from '../../../source/types/types.ts';
import {
  ElementFlags,
  is,
  SignatureKind,
  type Symbol,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
  type TupleType,
} from '../../../source/types/typescript.ts';
import { isText } from '../syntax.ts';
import { namedVerdict, kindVerdict } from '../../output/platform-types.ts';
import { originOf } from '../../../source/whose-code.ts';
import { hasFlag, isInSource, literalValue, membersOf, NOTHING } from '../../output/type-facts.ts';
import { describeSchema } from './describe-schema.ts';
import { dereference, isSchemaObject, type SchemaObject } from '../input/input-shape.ts';
import { type FoundMismatch, itemPlace, propertyPlace, type ReturnPlace, uncertain } from './mismatch.ts';
import {
  branchesOf,
  excludes,
  isAnySchema,
  listsOf,
  partsOf,
  propertyOf,
  requiredOf,
} from './schema-parts.ts';

const MOST_DEPTH = 5;
const MOST_MEMBERS = 40;

/** Finds certain mismatches of a type's values with a schema. Reports nothing when unsure. */
export class TypeMismatches {
  readonly #code: Code;
  readonly #root: SchemaObject;

  constructor(code: Code, root: SchemaObject) {
    this.#code = code;
    this.#root = root;
  }

  find(type: Type, given: unknown, place: ReturnPlace): readonly FoundMismatch[] {
    return this.ofMembers(membersOf(type), type, given, place);
  }

  /** @param whole - The union of the members, for the message. */
  ofMembers(
    members: readonly Type[],
    whole: Type,
    given: unknown,
    place: ReturnPlace,
  ): readonly FoundMismatch[] {
    const schema = dereference(this.#root, given);
    if (!isSchemaObject(schema) || place.depth > MOST_DEPTH || members.length > MOST_MEMBERS) return [];
    const found = members.map((member) => this.#ofMember(member, schema, place));
    if (found.length < 2) return found.flat();
    const isCertain = found.every((mismatches) => mismatches.some((mismatch) => mismatch.isCertain));
    if (isCertain) return this.#wrong(whole, schema, place);
    return uncertain(found.flat().slice(0, 1));
  }

  #ofMember(type: Type, schema: SchemaObject, place: ReturnPlace): readonly FoundMismatch[] {
    const json = jsonTypeOfType(this.#code, type);
    if (json === 'none') return isAnySchema(schema) ? [] : this.#wrong(type, schema, place);
    const value = hasFlag(type, NOTHING) ? null : literalValue(type);
    const values = value !== undefined ? { const: value } : json !== undefined ? { type: json } : undefined;
    if (values && this.#excludes(schema, values)) return this.#wrong(type, schema, place);
    if (value !== undefined) return [];
    const branches = branchesOf(schema);
    if (branches) return this.#ofBranches(type, schema, branches, place);
    const parts = partsOf(schema);
    if (parts.length > 0) return parts.flatMap((part) => this.find(type, part, place));
    if (json === 'array') return this.#ofItems(type, schema, place);
    return json === 'object' ? this.#ofObject(type, schema, place) : [];
  }

  #ofBranches(
    type: Type,
    schema: SchemaObject,
    branches: readonly unknown[],
    place: ReturnPlace,
  ): readonly FoundMismatch[] {
    const isRefused = branches.every((branch) =>
      this.find(type, branch, place).some((mismatch) => mismatch.isCertain),
    );
    return isRefused ? this.#wrong(type, schema, place) : [];
  }

  #wrong(type: Type, schema: SchemaObject, place: ReturnPlace): readonly FoundMismatch[] {
    const got = shortType(this.#code, type);
    return [{ ...place, problem: 'wrong', got, wants: this.#wants(schema), isCertain: true }];
  }

  #excludes(schema: SchemaObject, values: SchemaObject): boolean {
    return excludes(this.#root, schema, values);
  }

  #wants(schema: SchemaObject): string {
    return describeSchema(this.#root, schema);
  }

  #ofItems(type: Type, schema: SchemaObject, place: ReturnPlace): readonly FoundMismatch[] {
    const length = this.#lengthOf(type);
    if (length !== undefined && this.#excludes(schema, listsOf(length)))
      return this.#wrong(type, schema, place);
    if (!this.#code.checker.isArrayType(type) || 'prefixItems' in schema) return [];
    const [item] = this.#code.checker.getTypeArguments(type as TypeReference); // what an array is
    // The array may be empty.
    return item ? uncertain(this.find(item, schema['items'], itemPlace(place))) : [];
  }

  // Of a tuple that has neither optional elements nor a rest.
  #lengthOf(type: Type): number | undefined {
    if (!this.#code.checker.isTupleType(type)) return undefined;
    // TypeScript omits an empty array.
    const { elementFlags = [] } = (type as TypeReference).getTarget() as Partial<TupleType>; // isTupleType narrows it
    return elementFlags.every((flags) => flags === ElementFlags.Required) ? elementFlags.length : undefined;
  }

  #ofObject(type: Type, schema: SchemaObject, place: ReturnPlace): readonly FoundMismatch[] {
    const { checker } = this.#code;
    const properties = checker.getPropertiesOfType(type);
    if (properties.length === 0 || checker.getIndexInfosOfType(type).length > 0) return [];
    const missing = requiredOf(schema).flatMap((name): readonly FoundMismatch[] => {
      const property = checker.getPropertyOfType(type, name);
      const isOptional = property && isDeclaredOptional(property);
      if (property && !isOptional) return [];
      // A value may have more properties than its declared type, but not more than an inferred one.
      const isCertain = !property && isLiteralType(type);
      const wants = this.#wants(propertyOf(this.#root, schema, name) as SchemaObject);
      return [{ ...propertyPlace(place, name), problem: 'missing', got: '', wants, isCertain }];
    });
    return [...missing, ...properties.flatMap((each) => this.#ofProperty(each, schema, place))];
  }

  #ofProperty(property: Symbol, schema: SchemaObject, place: ReturnPlace): readonly FoundMismatch[] {
    const code = this.#code;
    const wanted = propertyOf(this.#root, schema, property.name);
    const inner = propertyPlace(place, property.name);
    if (wanted === true || (property.flags & (SymbolFlags.Method | SymbolFlags.Accessor)) !== 0) return [];
    const type = code.checker.getTypeOfSymbol(property) ?? code.checker.getAnyType();
    const members = membersOf(type).filter((member) => !hasFlag(member, NOTHING));
    const mayBeLeftOut = isDeclaredOptional(property) || members.length < membersOf(type).length;
    if (wanted === false) {
      if (mayBeLeftOut || jsonTypeOfType(code, type) === undefined) return [];
      return [{ ...inner, problem: 'extra', got: shortType(code, type), wants: '', isCertain: true }];
    }
    const widened = widenedLiteral(code, property, type);
    if (widened !== undefined && isSchemaObject(wanted) && this.#excludes(wanted, { const: widened }))
      return uncertain([
        {
          ...inner,
          problem: 'wrong',
          got: JSON.stringify(widened),
          wants: this.#wants(wanted),
          isCertain: false,
        },
      ]);
    const found = this.ofMembers(members, type, wanted, inner);
    return mayBeLeftOut ? uncertain(found) : found;
  }
}

// `{ state: 'open' }` has the type `string`; code in between may have assigned another one.
function widenedLiteral(code: Code, { valueDeclaration }: Symbol, type: Type): string | undefined {
  if (!valueDeclaration || !isInSource(valueDeclaration) || !hasFlag(type, TypeFlags.String))
    return undefined;
  const node = code.nodeOf(valueDeclaration);
  const value = node && is.isPropertyAssignment(node) ? node.initializer : undefined;
  return value && isText(value) ? value.text : undefined;
}

// The inferred type of `list[0]` says undefined in this program, whatever the project's own settings say.
function isDeclaredOptional({ flags }: Symbol): boolean {
  return (flags & SymbolFlags.Optional) !== 0;
}

function isLiteralType(type: Type): boolean {
  return ((type.getSymbol()?.flags ?? 0) & SymbolFlags.ObjectLiteral) !== 0;
}

/** The JSON type of a type's values; `none` if they have no JSON form, undefined if unknown. */
function jsonTypeOfType(code: Code, type: Type): string | undefined {
  if (type.isUnionType()) return undefined;
  if (hasFlag(type, TypeFlags.StringLike)) return 'string';
  if (hasFlag(type, TypeFlags.NumberLike)) return 'number';
  if (hasFlag(type, TypeFlags.BooleanLike)) return 'boolean';
  if (hasFlag(type, TypeFlags.Null)) return 'null';
  if (hasFlag(type, TypeFlags.BigIntLike)) return 'none';
  return hasFlag(type, TypeFlags.Object) ? jsonTypeOfObject(code, type) : undefined;
}

function jsonTypeOfObject(code: Code, type: Type): string | undefined {
  const named = namedVerdict(type);
  if (named && 'schema' in named)
    return typeof named.schema.type === 'string' ? named.schema.type : undefined;
  if (named && COLLECTIONS.has(type.getSymbol()?.name ?? '')) return 'none';
  if (isPromise(type)) return 'none';
  if (code.checker.isArrayLikeType(type)) return 'array';
  const isPlain =
    !named &&
    !kindVerdict(code.checker, type) &&
    code.checker.getSignaturesOfType(type, SignatureKind.Call).length === 0 &&
    !code.checker.getPropertyOfType(type, 'toJSON');
  return isPlain ? 'object' : undefined;
}

/** Types that the runtime rejects whatever the schema, because JSON would write nothing of them. */
const COLLECTIONS: ReadonlySet<string> = new Set(['Map', 'ReadonlyMap', 'Set', 'ReadonlySet']);

/** Whether a type is the built-in `Promise`. */
export function isPromise(type: Type): boolean {
  const symbol = type.getSymbol();
  return symbol?.name === 'Promise' && symbol.declarations.some(({ path }) => originOf(path) === 'language');
}

function shortType(code: Code, type: Type): string {
  if (isPromise(type)) return 'a promise';
  if (hasFlag(type, NOTHING)) return 'nothing';
  const text = code.checker.typeToString(type);
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return SHOWN_TYPES[shown] ?? (hasFlag(type, TypeFlags.Object) ? objectWords(code, type) : shown);
}

const SHOWN_TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  bigint: 'a bigint',
};

function objectWords(code: Code, type: Type): string {
  if (code.checker.isArrayLikeType(type)) return 'a list';
  return namedVerdict(type) ? `a ${type.getSymbol()?.name ?? 'value'}` : 'an object';
}
