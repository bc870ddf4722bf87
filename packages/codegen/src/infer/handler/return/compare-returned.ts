import { areDisjoint, isRestricting } from '@btcp/schema';
import type { Mismatch } from '@btcp/schema/check';
import type { ast } from '../../../source/types/typescript.ts';
import { dereference, isSchemaObject, type SchemaObject } from '../input/input-shape.ts';
import { describeSchema } from './describe-schema.ts';
import type { ReturnedSchemas, ValueSchema } from './returned-schema.ts';

/** A value that does not match its schema, and its node. */
export interface FoundMismatch extends Mismatch {
  /** A JSON pointer into the definition where no code is to blame. */
  readonly node: ast.Node | string;
  /** Whether no value there matches; otherwise only some that the type allows do not. */
  readonly isCertain: boolean;
}

/** A part of the returned value. */
interface Place {
  readonly node: ast.Node;
  /** For example `rows[].id`. */
  readonly path: string;
  readonly depth: number;
}

const MOST_DEPTH = 8;

/** Compares the schema of returned values with the output schema. Reports nothing when unsure. */
export class ReturnComparison {
  readonly #returned: ReturnedSchemas;
  readonly #root: SchemaObject;

  /** @param root - The output schema. */
  constructor(returned: ReturnedSchemas, root: SchemaObject) {
    this.#returned = returned;
    this.#root = root;
  }

  /** The mismatches of a returned expression. */
  of(expression: ast.Expression): readonly FoundMismatch[] {
    return this.#find(this.#returned.of(expression), this.#root, { node: expression, path: '', depth: 0 });
  }

  #find(given: ValueSchema, declared: unknown, around: Place): readonly FoundMismatch[] {
    const place = { ...around, node: this.#returned.originOf(given)?.value ?? around.node };
    const schema = dereference(this.#root, declared);
    if (!isSchemaObject(schema) || !Object.keys(schema).some(isRestricting)) return [];
    if (place.depth > MOST_DEPTH || isUnknown(given)) return [];
    if (given.oneOf) return given.oneOf.flatMap((each) => this.#find(each, schema, place));
    const value = dereference(this.#returned.root, given) as ValueSchema;
    const choices = choicesOf(value);
    if (choices) return this.#ofChoices(value, choices, schema, place);
    if (value.not || this.#excludes(schema, outline(value))) return [this.#wrong(value, schema, place)];
    const branches: unknown = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(branches)) return this.#ofBranches(value, schema, branches, place);
    const parts = schema['allOf'];
    if (Array.isArray(parts)) return parts.flatMap((part) => this.#find(value, part, place));
    if (value.type === 'array') return this.#ofItems(value, schema, place);
    return value.type === 'object' ? this.#ofObject(given, value, schema, place) : [];
  }

  #excludes(schema: SchemaObject, values: SchemaObject): boolean {
    return areDisjoint({ schema: values, root: true }, { schema, root: this.#root });
  }

  #wrong(value: ValueSchema, schema: SchemaObject, place: Place, wants?: string): FoundMismatch {
    const got = value.description !== undefined && value.not ? value.description : this.#words(value);
    const { node, path } = place;
    return {
      node,
      path,
      problem: 'wrong',
      got,
      wants: wants ?? describeSchema(this.#root, schema),
      isCertain: true,
    };
  }

  #words(value: ValueSchema): string {
    if (value.type === 'array' && value.minItems !== undefined && value.minItems === value.maxItems)
      return `a list of ${value.minItems}`;
    return describeSchema(this.#returned.root, value);
  }

  #ofChoices(
    value: ValueSchema,
    choices: readonly ValueSchema[],
    schema: SchemaObject,
    place: Place,
  ): readonly FoundMismatch[] {
    const found = choices.map((choice) => this.#find(choice, schema, place));
    const areWrong = found.every((mismatches) => mismatches.some(({ isCertain }) => isCertain));
    return areWrong ? [this.#wrong(value, schema, place)] : uncertain(found.flat().slice(0, 1));
  }

  #ofBranches(
    value: ValueSchema,
    schema: SchemaObject,
    branches: readonly unknown[],
    place: Place,
  ): readonly FoundMismatch[] {
    const found = branches.map((branch) => this.#find(value, branch, place));
    if (!found.every((mismatches) => mismatches.some(({ isCertain }) => isCertain))) return [];
    // The intended branch is the one with a single mismatch.
    const near = found.filter((mismatches) => mismatches.length === 1 && mismatches[0]?.path !== place.path);
    const [only] = near;
    if (near.length === 1 && only) return only;
    const isUnionOfObjects = describeSchema(this.#root, schema) === 'an object';
    return [
      this.#wrong(
        value,
        schema,
        place,
        isUnionOfObjects ? `one of ${branches.length} other forms` : undefined,
      ),
    ];
  }

  #ofItems(
    { prefixItems, items }: ValueSchema,
    schema: SchemaObject,
    place: Place,
  ): readonly FoundMismatch[] {
    if ('prefixItems' in schema || Array.isArray(schema['items'])) return [];
    const inner = { ...place, path: `${place.path}[]`, depth: place.depth + 1 };
    const fixed = (prefixItems ?? []).flatMap((item) => this.#find(item, schema['items'], inner));
    // The array may be empty.
    return [
      ...fixed,
      ...uncertain(typeof items === 'object' ? this.#find(items, schema['items'], inner) : []),
    ];
  }

  #ofObject(
    given: ValueSchema,
    { properties, required = [], additionalProperties = false }: ValueSchema,
    schema: SchemaObject,
    place: Place,
  ): readonly FoundMismatch[] {
    if (!properties) return [];
    const wanted: unknown = schema['required'];
    const names: readonly unknown[] = Array.isArray(wanted) && additionalProperties === false ? wanted : [];
    const isCertain = this.#returned.originOf(given)?.isComplete ?? false;
    const missing = names.flatMap((name): readonly FoundMismatch[] => {
      if (typeof name !== 'string' || Object.hasOwn(properties, name)) return [];
      const wants = describeSchema(this.#root, propertyOf(this.#root, schema, name));
      return [{ node: place.node, path: pathTo(place, name), problem: 'missing', got: '', wants, isCertain }];
    });
    const others = Object.entries(properties).flatMap(([name, property]) => {
      const isRequired = required.includes(name) || this.#returned.originOf(property) !== undefined;
      return this.#ofProperty(name, property, isRequired, schema, place);
    });
    return [...missing, ...others];
  }

  #ofProperty(
    name: string,
    property: ValueSchema,
    isRequired: boolean,
    schema: SchemaObject,
    place: Place,
  ): readonly FoundMismatch[] {
    const declared = propertyOf(this.#root, schema, name);
    const origin = this.#returned.originOf(property);
    const inner = { node: origin?.name ?? place.node, path: pathTo(place, name), depth: place.depth + 1 };
    const isGiven = isRequired && origin?.mayBeAbsent !== true;
    if (declared === false)
      return isGiven && !isUnknown(property) && !property.oneOf
        ? [{ node: inner.node, path: inner.path, problem: 'extra', got: '', wants: '', isCertain: true }]
        : [];
    const found = this.#find(property, declared, inner);
    return isGiven ? found : uncertain(found);
  }
}

/** The mismatches, marked as uncertain. */
export function uncertain(mismatches: readonly FoundMismatch[]): readonly FoundMismatch[] {
  return mismatches.map((mismatch) => ({ ...mismatch, isCertain: false }));
}

const isUnknown = (schema: ValueSchema): boolean => !Object.keys(schema).some(isRestricting);

const pathTo = ({ path }: Place, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The alternatives of a schema, if there are several. */
function choicesOf({ anyOf, type, ...others }: ValueSchema): readonly ValueSchema[] | undefined {
  if (anyOf) return anyOf;
  if (others.enum && others.enum.length > 1) return others.enum.map((value) => ({ const: value }));
  return typeof type === 'object' ? type.map((each) => ({ ...others, type: each })) : undefined;
}

// What is inside is compared for itself, at its own place.
function outline(value: ValueSchema): SchemaObject {
  const { type, minItems, items, prefixItems } = value;
  const maxItems = items === false ? prefixItems?.length : value.maxItems;
  if ('const' in value) return { const: value.const };
  if (value.enum) return { enum: value.enum };
  return {
    ...(type && { type }),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

/** The schema of a property; false if the property is not allowed. */
function propertyOf(root: SchemaObject, schema: SchemaObject, name: string): unknown {
  const { properties, patternProperties, additionalProperties = true } = schema;
  if (isSchemaObject(properties) && Object.hasOwn(properties, name))
    return dereference(root, properties[name]);
  return patternProperties === undefined ? additionalProperties : true;
}
