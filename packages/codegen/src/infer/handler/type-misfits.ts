import { ts } from '../../source/ts.ts';
import { namedVerdict, kindVerdict } from './platform-types.ts';
import { hasFlag, literalValue, membersOf, NOTHING } from './type-facts.ts';
import { describeSchema } from './describe-schema.ts';
import { dereference, isSchemaObject, type SchemaObject } from './input-shape.ts';
import { type FoundMisfit, itemPlace, propertyPlace, type ReturnPlace, uncertain } from './misfit.ts';
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

/** Finds what of a type's values certainly breaks a schema. Silent about all that a type does not tell. */
export class TypeMisfits {
  readonly #checker: ts.TypeChecker;
  readonly #root: SchemaObject;

  constructor(checker: ts.TypeChecker, root: SchemaObject) {
    this.#checker = checker;
    this.#root = root;
  }

  find(type: ts.Type, given: unknown, place: ReturnPlace): readonly FoundMisfit[] {
    return this.#ofMembers(membersOf(type), type, given, place);
  }

  #ofMembers(
    members: readonly ts.Type[],
    whole: ts.Type,
    given: unknown,
    place: ReturnPlace,
  ): readonly FoundMisfit[] {
    const schema = dereference(this.#root, given);
    if (!isSchemaObject(schema) || place.depth > MOST_DEPTH || members.length > MOST_MEMBERS) return [];
    const found = members.map((member) => this.#ofMember(member, schema, place));
    if (found.length < 2) return found.flat();
    const isCertain = found.every((misfits) => misfits.some((misfit) => misfit.isCertain));
    if (isCertain) return this.#wrong(whole, schema, place);
    return uncertain(found.flat().slice(0, 1));
  }

  #ofMember(type: ts.Type, schema: SchemaObject, place: ReturnPlace): readonly FoundMisfit[] {
    const json = jsonTypeOfType(this.#checker, type);
    if (json === 'none') return isAnySchema(schema) ? [] : this.#wrong(type, schema, place);
    const value = hasFlag(type, NOTHING) ? null : literalValue(this.#checker, type);
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
    type: ts.Type,
    schema: SchemaObject,
    branches: readonly unknown[],
    place: ReturnPlace,
  ): readonly FoundMisfit[] {
    const isRefused = branches.every((branch) =>
      this.find(type, branch, place).some((misfit) => misfit.isCertain),
    );
    return isRefused ? this.#wrong(type, schema, place) : [];
  }

  #wrong(type: ts.Type, schema: SchemaObject, place: ReturnPlace): readonly FoundMisfit[] {
    const got = shortType(this.#checker, type);
    return [{ ...place, problem: 'wrong', got, wants: this.#wants(schema), isCertain: true }];
  }

  #excludes(schema: SchemaObject, values: SchemaObject): boolean {
    return excludes(this.#root, schema, values);
  }

  #wants(schema: SchemaObject): string {
    return describeSchema(this.#root, schema);
  }

  #ofItems(type: ts.Type, schema: SchemaObject, place: ReturnPlace): readonly FoundMisfit[] {
    const tuple = this.#checker.isTupleType(type) ? (type as ts.TupleTypeReference).target : undefined; // as said
    if (
      tuple?.hasRestElement === false &&
      this.#excludes(schema, listsOf(tuple.fixedLength)) &&
      tuple.minLength === tuple.fixedLength
    )
      return this.#wrong(type, schema, place);
    if (!this.#checker.isArrayType(type) || 'prefixItems' in schema) return [];
    const [item] = this.#checker.getTypeArguments(type as ts.TypeReference); // what an array is
    // There may be no items.
    return item ? uncertain(this.find(item, schema['items'], itemPlace(place))) : [];
  }

  #ofObject(type: ts.Type, schema: SchemaObject, place: ReturnPlace): readonly FoundMisfit[] {
    const checker = this.#checker;
    const properties = checker.getPropertiesOfType(type);
    if (properties.length === 0 || checker.getIndexInfosOfType(type).length > 0) return [];
    const missing = requiredOf(schema).flatMap((name): readonly FoundMisfit[] => {
      const property = checker.getPropertyOfType(type, name);
      const isOptional = property && isDeclaredOptional(property);
      if (property && !isOptional) return [];
      // A value may have more than its type says, unless that is read off the value.
      const isCertain = !property && isLiteralType(type);
      const wants = this.#wants(propertyOf(this.#root, schema, name) as SchemaObject);
      return [{ ...propertyPlace(place, name), problem: 'missing', got: '', wants, isCertain }];
    });
    return [...missing, ...properties.flatMap((each) => this.#ofProperty(each, schema, place))];
  }

  #ofProperty(property: ts.Symbol, schema: SchemaObject, place: ReturnPlace): readonly FoundMisfit[] {
    const checker = this.#checker;
    const wanted = propertyOf(this.#root, schema, property.name);
    const inner = propertyPlace(place, property.name);
    if (wanted === true || (property.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0)
      return [];
    const type = checker.getTypeOfSymbolAtLocation(property, place.node);
    const members = membersOf(type).filter((member) => !hasFlag(member, NOTHING));
    const mayBeLeftOut = isDeclaredOptional(property) || members.length < membersOf(type).length;
    if (wanted === false) {
      if (mayBeLeftOut || jsonTypeOfType(checker, type) === undefined) return [];
      return [{ ...inner, problem: 'extra', got: shortType(checker, type), wants: '', isCertain: true }];
    }
    const widened = widenedLiteral(property, type);
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
    const found = this.#ofMembers(members, type, wanted, inner);
    return mayBeLeftOut ? uncertain(found) : found;
  }
}

// `{ state: 'open' }` has the type `string`; code in between may have assigned another one.
function widenedLiteral({ valueDeclaration }: ts.Symbol, type: ts.Type): string | undefined {
  if (!valueDeclaration || !ts.isPropertyAssignment(valueDeclaration) || !hasFlag(type, ts.TypeFlags.String))
    return undefined;
  const { initializer } = valueDeclaration;
  return ts.isStringLiteralLike(initializer) ? initializer.text : undefined;
}

// The inferred type of `list[0]` says undefined in this program, whatever the project's own settings say.
function isDeclaredOptional({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Optional) !== 0;
}

function isLiteralType(type: ts.Type): boolean {
  return ((type.getSymbol()?.flags ?? 0) & ts.SymbolFlags.ObjectLiteral) !== 0;
}

/** What JSON writes values of a type as; `none` where it has no form for them, nothing where that cannot be told. */
function jsonTypeOfType(checker: ts.TypeChecker, type: ts.Type): string | undefined {
  if (type.isUnion()) return undefined;
  if (hasFlag(type, ts.TypeFlags.StringLike)) return 'string';
  if (hasFlag(type, ts.TypeFlags.NumberLike)) return 'number';
  if (hasFlag(type, ts.TypeFlags.BooleanLike)) return 'boolean';
  if (hasFlag(type, ts.TypeFlags.Null)) return 'null';
  if (hasFlag(type, ts.TypeFlags.BigIntLike)) return 'none';
  return hasFlag(type, ts.TypeFlags.Object) ? jsonTypeOfObject(checker, type) : undefined;
}

function jsonTypeOfObject(checker: ts.TypeChecker, type: ts.Type): string | undefined {
  const named = namedVerdict(type);
  if (named && 'schema' in named)
    return typeof named.schema.type === 'string' ? named.schema.type : undefined;
  if (named && COLLECTIONS.has(type.getSymbol()?.name ?? '')) return 'none';
  if (isPromise(type)) return 'none';
  if (checker.isArrayLikeType(type)) return 'array';
  const isPlain =
    !named &&
    !kindVerdict(checker, type) &&
    type.getCallSignatures().length === 0 &&
    !checker.getPropertyOfType(type, 'toJSON');
  return isPlain ? 'object' : undefined;
}

/** What a runtime refuses whatever the schema: there is nothing in it that JSON sees. */
const COLLECTIONS: ReadonlySet<string> = new Set(['Map', 'ReadonlyMap', 'Set', 'ReadonlySet']);

/** Whether a type is the language's own promise. */
export function isPromise(type: ts.Type): boolean {
  return type.getSymbol()?.name === 'Promise' && type.getProperty('then') !== undefined;
}

function shortType(checker: ts.TypeChecker, type: ts.Type): string {
  if (isPromise(type)) return 'a promise';
  if (hasFlag(type, NOTHING)) return 'nothing';
  const text = checker.typeToString(type);
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return SHOWN_TYPES[shown] ?? (hasFlag(type, ts.TypeFlags.Object) ? objectWords(checker, type) : shown);
}

const SHOWN_TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  bigint: 'a bigint',
};

function objectWords(checker: ts.TypeChecker, type: ts.Type): string {
  if (checker.isArrayLikeType(type)) return 'a list';
  return namedVerdict(type) ? `a ${type.getSymbol()?.name ?? 'value'}` : 'an object';
}
