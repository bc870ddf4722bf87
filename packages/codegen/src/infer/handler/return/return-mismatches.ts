import type { Types as Code } from '../../../source/types/types.ts';
import { type ast, is, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import { nameOfProperty, nameText } from '../syntax.ts';
import { awaitedMembers } from '../../output/awaited-members.ts';
import { hasFlag, membersOf, NOTHING } from '../../output/type-facts.ts';
import { describeSchema } from './describe-schema.ts';
import { dereference, isSchemaObject, type SchemaObject } from '../input/input-shape.ts';
import { type FoundMismatch, itemPlace, propertyPlace, type ReturnPlace, uncertain } from './mismatch.ts';
import { bare, isPlainKey, knownType, spelledOut } from './returned-value.ts';
import { isUndefinedForSure } from './undefined-for-sure.ts';
import { isLeftOut } from '../is-left-out.ts';
import { numberWithoutJson } from './number-without-json.ts';
import { branchesOf, excludes, listsOf, partsOf, propertyOf, requiredOf } from './schema-parts.ts';
import { TypeMismatches } from './type-mismatches.ts';

/** Compares returned values with the output schema: literals by their syntax, the rest by their types. */
export class ReturnMismatches {
  readonly #code: Code;
  readonly #root: SchemaObject;
  readonly #types: TypeMismatches;

  constructor(code: Code, root: SchemaObject) {
    this.#code = code;
    this.#root = root;
    this.#types = new TypeMismatches(code, root);
  }

  /** The mismatches of a returned expression. */
  ofReturned(expression: ast.Expression): readonly FoundMismatch[] {
    return this.#find(expression, this.#root, { node: expression, path: '', depth: 0 });
  }

  #find(expression: ast.Expression, given: unknown, place: ReturnPlace): readonly FoundMismatch[] {
    const schema = dereference(this.#root, given);
    if (!isSchemaObject(schema) || Object.keys(schema).length === 0) return [];
    const value = bare(expression);
    if (value !== expression && place.node === expression)
      return this.#find(value, schema, { ...place, node: value });
    if (is.isConditionalExpression(value))
      return [value.whenTrue, value.whenFalse].flatMap((each) =>
        this.#find(each, schema, { ...place, node: each }),
      );
    const isSpelled = is.isObjectLiteralExpression(value) || is.isArrayLiteralExpression(value);
    if (!isSpelled) return this.#ofValue(value, schema, place);
    const branches = branchesOf(schema);
    if (branches) return this.#ofBranches(value, schema, branches, place);
    const parts = partsOf(schema);
    if (parts.length > 0) return parts.flatMap((part) => this.#find(value, part, place));
    if (is.isArrayLiteralExpression(value)) return this.#ofItems(value, schema, place);
    return this.#ofObject(value, schema, place);
  }

  #ofValue(value: ast.Expression, schema: SchemaObject, place: ReturnPlace): readonly FoundMismatch[] {
    const literal = spelledOut(this.#code, value);
    if (literal) {
      const isRefused = this.#excludes(schema, { const: literal.value });
      return isRefused ? this.#wrong(JSON.stringify(literal.value), schema, place) : [];
    }
    const number = numberWithoutJson(value);
    if (number !== undefined && this.#excludes(schema, { type: 'null' }))
      return this.#wrong(number, schema, place);
    const type = knownType(this.#code, value);
    return type ? this.#ofType(value, type, schema, place) : [];
  }

  #ofType(
    value: ast.Expression,
    type: Type,
    schema: SchemaObject,
    place: ReturnPlace,
  ): readonly FoundMismatch[] {
    const isRoot = place.path === '';
    const returned = isRoot ? awaitedMembers(this.#code.checker, type) : [type];
    const members = returned.flatMap(membersOf);
    const mayBeNothing = members.some((member) => hasFlag(member, NOTHING));
    // Ignores `undefined` that only the build's stricter options add.
    const known =
      mayBeNothing && !isUndefinedForSure(this.#code, value)
        ? members.filter((member) => !hasFlag(member, NOTHING))
        : members;
    const [whole = type, ...others] = returned;
    return this.#types.ofMembers(known, others.length === 0 ? whole : type, schema, place);
  }

  #excludes(schema: SchemaObject, values: SchemaObject): boolean {
    return excludes(this.#root, schema, values);
  }

  #wrong(got: string, schema: SchemaObject, place: ReturnPlace): readonly FoundMismatch[] {
    const wants = describeSchema(this.#root, schema);
    return [{ ...place, problem: 'wrong', got, wants, isCertain: true }];
  }

  #ofBranches(
    value: ast.Expression,
    schema: SchemaObject,
    branches: readonly unknown[],
    place: ReturnPlace,
  ): readonly FoundMismatch[] {
    const found = branches.map((branch) => this.#find(value, branch, place));
    if (!found.every((mismatches) => mismatches.some(({ isCertain }) => isCertain))) return [];
    // The intended branch is the one with a single mismatch.
    const near = found.filter((mismatches) => mismatches.length === 1 && mismatches[0]?.path !== place.path);
    const [only] = near;
    if (near.length === 1 && only) return only;
    const got = is.isArrayLiteralExpression(value) ? 'a list' : 'an object';
    const isUnionOfObjects = describeSchema(this.#root, schema) === 'an object';
    const wants = isUnionOfObjects ? `one of ${branches.length} other forms` : undefined;
    const [wrong] = this.#wrong(got, schema, place);
    return wrong ? [{ ...wrong, ...(wants !== undefined && { wants }) }] : [];
  }

  #ofItems(
    { elements }: ast.ArrayLiteralExpression,
    schema: SchemaObject,
    place: ReturnPlace,
  ): readonly FoundMismatch[] {
    if (this.#excludes(schema, { type: 'array' })) return this.#wrong('a list', schema, place);
    if (!elements.some(is.isSpreadElement) && this.#excludes(schema, listsOf(elements.length)))
      return this.#wrong(`a list of ${elements.length}`, schema, place);
    if ('prefixItems' in schema || Array.isArray(schema['items'])) return [];
    return elements.flatMap((element) =>
      is.isSpreadElement(element) ? [] : this.#find(element, schema['items'], itemPlace(place, element)),
    );
  }

  #ofObject(
    literal: ast.ObjectLiteralExpression,
    schema: SchemaObject,
    place: ReturnPlace,
  ): readonly FoundMismatch[] {
    if (this.#excludes(schema, { type: 'object' })) return this.#wrong('an object', schema, place);
    const { properties } = literal;
    const names = properties.map((property) => {
      const name = nameOfProperty(property);
      return name && isPlainKey(name) ? nameText(name) : undefined;
    });
    const isComplete = names.every((name) => name !== undefined);
    const absent = requiredOf(schema).filter((name) => !names.includes(name));
    return [
      ...absent.flatMap((name) => {
        const isCertain = isComplete || isLeftOut(this.#code, literal, name);
        return isCertain === undefined ? [] : this.#missing(name, schema, place, isCertain);
      }),
      ...properties.flatMap((property, index) =>
        this.#ofProperty(property, names[index], schema, place, names.slice(index + 1).includes(undefined)),
      ),
    ];
  }

  #missing(
    name: string,
    schema: SchemaObject,
    place: ReturnPlace,
    isCertain: boolean,
  ): readonly FoundMismatch[] {
    const wants = describeSchema(this.#root, propertyOf(this.#root, schema, name));
    return [{ ...propertyPlace(place, name), problem: 'missing', got: '', wants, isCertain }];
  }

  #ofProperty(
    property: ast.ObjectLiteralElementLike,
    name: string | undefined,
    schema: SchemaObject,
    place: ReturnPlace,
    isOverwritten: boolean,
  ): readonly FoundMismatch[] {
    const nameNode = nameOfProperty(property);
    if (name === undefined || !nameNode || isOverwritten) return [];
    const wanted = propertyOf(this.#root, schema, name);
    const isRequired = requiredOf(schema).includes(name);
    const inner = propertyPlace(place, name, nameNode);
    if (is.isPropertyAssignment(property)) {
      const value = property.initializer;
      if (wanted === false) return this.#extra(value, inner);
      return this.#ofMember(value, isRequired, wanted, { ...inner, node: value });
    }
    if (!is.isShorthandPropertyAssignment(property) || !is.isIdentifier(property.name)) return [];
    return wanted === false
      ? this.#extra(property.name, inner)
      : this.#ofMember(property.name, isRequired, wanted, inner);
  }

  // JSON omits undefined properties.
  #ofMember(
    value: ast.Expression,
    isRequired: boolean,
    wanted: unknown,
    place: ReturnPlace,
  ): readonly FoundMismatch[] {
    if (!isSchemaObject(wanted)) return [];
    const bareValue = bare(value);
    const isSpelled = spelledOut(this.#code, bareValue) !== undefined;
    if (isSpelled || is.isObjectLiteralExpression(bareValue) || is.isArrayLiteralExpression(bareValue))
      return this.#find(value, wanted, place);
    if (is.isConditionalExpression(bareValue))
      return [bareValue.whenTrue, bareValue.whenFalse].flatMap((each) =>
        this.#ofMember(each, isRequired, wanted, { ...place, node: each }),
      );
    const node = place.node === value ? bareValue : place.node;
    return this.#ofTypedMember(bareValue, isRequired, wanted, { ...place, node });
  }

  #ofTypedMember(
    value: ast.Expression,
    isRequired: boolean,
    wanted: SchemaObject,
    place: ReturnPlace,
  ): readonly FoundMismatch[] {
    const number = numberWithoutJson(value);
    if (number !== undefined && this.#excludes(wanted, { type: 'null' }))
      return this.#wrong(number, wanted, place);
    const type = knownType(this.#code, value);
    if (!type) return [];
    const hasNothing = membersOf(type).some((member) => hasFlag(member, NOTHING));
    if (!hasNothing) return this.#types.find(type, wanted, place);
    const rest = membersOf(type).filter((member) => !hasFlag(member, NOTHING));
    if (!isRequired || !isUndefinedForSure(this.#code, value))
      return uncertain(this.#types.ofMembers(rest, type, wanted, place));
    const wants = describeSchema(this.#root, wanted);
    return [{ ...place, problem: 'missing', got: '', wants, isCertain: rest.length === 0 }];
  }

  #extra(value: ast.Expression, place: ReturnPlace): readonly FoundMismatch[] {
    const type = this.#code.typeAt(value);
    const silent = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never;
    if (membersOf(type).some((member) => hasFlag(member, NOTHING | silent))) return [];
    return [{ ...place, problem: 'extra', got: '', wants: '', isCertain: true }];
  }
}
