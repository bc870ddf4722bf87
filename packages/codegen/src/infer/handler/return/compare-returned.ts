import { areDisjoint, isRestricting } from '@btcp/schema';
import type { Mismatch } from '@btcp/schema/check';
import type { Types as Code } from '../../../source/types/types.ts';
import { ast, is } from '../../../source/types/typescript.ts';
import { dereference, isSchemaObject, type SchemaObject } from '../input/input-shape.ts';
import { literalOf } from '../literal-of.ts';
import { isConstType, isText, nameOfProperty, nameText, unwrap } from '../syntax.ts';
import { describeSchema } from './describe-schema.ts';
import { ReturnedTypes } from './returned-types.ts';

/** A value that does not match its schema, and its node. */
export interface FoundMismatch extends Mismatch {
  /** A JSON pointer into the definition where no code is to blame. */
  readonly node: ast.Node | string;
  /** Whether no value there matches; otherwise only some that the type allows do not. */
  readonly isCertain: boolean;
}

/**
 * Compares returned values with the output schema: literals, and what is written in them, by their syntax, all else by its
 * type as a whole. Reports nothing when unsure.
 */
export class ReturnComparison {
  readonly #code: Code;
  readonly #types: ReturnedTypes;
  readonly #root: SchemaObject;

  /** @param root - The output schema. */
  constructor(code: Code, root: SchemaObject) {
    this.#code = code;
    this.#types = new ReturnedTypes(code);
    this.#root = root;
  }

  /**
   * The mismatches of a returned expression.
   *
   * @param path - The place in the result, for example `rows[].id`.
   * @param declared - The schema there.
   */
  find(expression: ast.Expression, path = '', declared: unknown = this.#root): readonly FoundMismatch[] {
    const schema = dereference(this.#root, declared);
    if (!isSchemaObject(schema) || !Object.keys(schema).some(isRestricting)) return [];
    const value = bare(expression);
    if (is.isConditionalExpression(value))
      return [value.whenTrue, value.whenFalse].flatMap((each) => this.find(each, path, schema));
    const item = mappedTo(value);
    if (item && schema['items'] !== undefined) return this.find(item, `${path}[]`, schema['items']);
    const written = this.#written(value);
    if (!written) return this.#byType(value, path, schema);
    if (this.#excludes(schema, written)) return [this.#wrong(value, path, schema, wordsOf(written))];
    const branches: unknown = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(branches)) return this.#inBranches(value, path, schema, branches, wordsOf(written));
    const parts = schema['allOf'];
    if (Array.isArray(parts)) return parts.flatMap((part) => this.find(value, path, part));
    if (is.isArrayLiteralExpression(value)) return this.#inItems(value, path, schema);
    return is.isObjectLiteralExpression(value) ? this.#inObject(value, path, schema) : [];
  }

  /** What is known of a literal; undefined for any other expression. */
  #written(value: ast.Expression): SchemaObject | undefined {
    if (is.isObjectLiteralExpression(value)) return { type: 'object' };
    if (is.isArrayLiteralExpression(value)) {
      const { length } = value.elements;
      return { type: 'array', ...(!value.elements.some(is.isSpreadElement) && exactly(length)) };
    }
    // Of what has a name or is asserted, the type says more.
    const literal =
      is.isIdentifier(value) || unwrap(value) !== value ? undefined : literalOf(this.#code, value);
    return literal && { const: literal.value };
  }

  #excludes(schema: SchemaObject, values: SchemaObject): boolean {
    return areDisjoint({ schema: values, root: true }, { schema, root: this.#root });
  }

  #wrong(
    node: ast.Node,
    path: string,
    schema: SchemaObject,
    got: string,
    wants: string = describeSchema(this.#root, schema),
  ): FoundMismatch {
    return { node, path, problem: 'wrong', got, wants, isCertain: true };
  }

  #byType(value: ast.Expression, path: string, schema: SchemaObject): readonly FoundMismatch[] {
    const { choices, mayBeNothing } = this.#types.of(value, path === '');
    const wrong = choices.filter(({ values }) => values === undefined || this.#excludes(schema, values));
    const [first] = wrong;
    if (!first) return [];
    const areAll = wrong.length === choices.length;
    const got = areAll ? listed(choices.map(({ words }) => words)) : first.words;
    return [{ ...this.#wrong(value, path, schema, got), isCertain: areAll && !mayBeNothing }];
  }

  #inBranches(
    value: ast.Expression,
    path: string,
    schema: SchemaObject,
    branches: readonly unknown[],
    got: string,
  ): readonly FoundMismatch[] {
    const found = branches.map((branch) => this.find(value, path, branch));
    if (!found.every((mismatches) => mismatches.some(({ isCertain }) => isCertain))) return [];
    // The intended branch is the one with a single mismatch.
    const near = found.filter((mismatches) => mismatches.length === 1 && mismatches[0]?.path !== path);
    const [only] = near;
    if (near.length === 1 && only) return only;
    const areObjects = describeSchema(this.#root, schema) === 'an object';
    const wants = areObjects ? `one of ${branches.length} other forms` : undefined;
    return [this.#wrong(value, path, schema, got, wants)];
  }

  #inItems(
    { elements }: ast.ArrayLiteralExpression,
    path: string,
    schema: SchemaObject,
  ): readonly FoundMismatch[] {
    if ('prefixItems' in schema) return [];
    const own = elements.filter((element) => !is.isSpreadElement(element));
    return own.flatMap((element) => this.find(element, `${path}[]`, schema['items']));
  }

  // What a spread adds or overwrites is not followed.
  #inObject(
    literal: ast.ObjectLiteralExpression,
    path: string,
    schema: SchemaObject,
  ): readonly FoundMismatch[] {
    const { properties } = literal;
    const isOpen = properties.some((property) => keyOf(property) === undefined);
    const own = properties.slice(properties.findLastIndex((property) => keyOf(property) === undefined) + 1);
    const names: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    const missing = isOpen ? [] : names.filter((name) => !own.some((each) => keyOf(each) === name));
    const [first, ...others] = missing.map((name) => pathTo(path, String(name)));
    return [
      ...(first === undefined ? [] : [this.#missing(literal, first, others, schema)]),
      ...own.flatMap((property) => this.#inProperty(property, path, schema)),
    ];
  }

  #missing(node: ast.Node, path: string, others: readonly string[], schema: SchemaObject): FoundMismatch {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const wants = describeSchema(this.#root, propertyOf(this.#root, schema, name));
    return {
      node,
      path,
      ...(others.length > 0 && { others }),
      problem: 'missing',
      got: '',
      wants,
      isCertain: true,
    };
  }

  #inProperty(
    property: ast.ObjectLiteralElementLike,
    path: string,
    schema: SchemaObject,
  ): readonly FoundMismatch[] {
    const [key = '', name] = [keyOf(property), nameOfProperty(property)];
    const value = is.isPropertyAssignment(property)
      ? property.initializer
      : is.isShorthandPropertyAssignment(property) && is.isIdentifier(property.name)
        ? property.name
        : undefined;
    if (!value || !name) return [];
    const declared = propertyOf(this.#root, schema, key);
    if (declared !== false) return this.find(value, pathTo(path, key), declared);
    if (!this.#isSomething(bare(value))) return [];
    return [{ node: name, path: pathTo(path, key), problem: 'extra', got: '', wants: '', isCertain: true }];
  }

  /** Whether JSON has certainly something of a value. */
  #isSomething(value: ast.Expression): boolean {
    if (is.isConditionalExpression(value)) return false;
    if (this.#written(value)) return true;
    const { choices, mayBeNothing } = this.#types.of(value, false);
    return choices.length > 0 && !mayBeNothing;
  }
}

const exactly = (length: number): SchemaObject => ({ minItems: length, maxItems: length });

const wordsOf = (written: SchemaObject): string =>
  written['type'] === 'array' && written['maxItems'] !== undefined
    ? `a list of ${JSON.stringify(written['maxItems'])}`
    : describeSchema(written, written);

const listed = (words: readonly string[]): string =>
  [...new Set(words)].join(', ').replace(/, ([^,]*)$/, ' or $1');

/** What a list has items of: `rows.map((row) => ({ id: row.id }))`. */
function mappedTo(value: ast.Expression): ast.Expression | undefined {
  if (!is.isCallExpression(value) || !is.isPropertyAccessExpression(value.expression)) return undefined;
  const [callback] = value.arguments;
  const isMap = value.expression.name.text === 'map' && callback && is.isArrowFunction(callback);
  return isMap && !is.isBlock(callback.body) ? callback.body : undefined;
}

/** The key of a property; undefined for a spread and a computed one. */
function keyOf(property: ast.ObjectLiteralElementLike): string | undefined {
  const name = nameOfProperty(property);
  return name && (!is.isComputedPropertyName(name) || isText(name.expression)) ? nameText(name) : undefined;
}

const pathTo = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The schema of a property; false if the property is not allowed. */
function propertyOf(root: SchemaObject, schema: SchemaObject, name: string): unknown {
  const { properties, patternProperties, additionalProperties = true } = schema;
  if (isSchemaObject(properties) && Object.hasOwn(properties, name))
    return dereference(root, properties[name]);
  return patternProperties === undefined ? additionalProperties : true;
}

/**
 * A value without what changes nothing: `as const`, `satisfies`, and `as any`, which only keeps TypeScript silent.
 * Other assertions choose what is to be believed.
 */
function bare(expression: ast.Expression): ast.Expression {
  let value = expression;
  while (
    is.isParenthesizedExpression(value) ||
    is.isSatisfiesExpression(value) ||
    (is.isAsExpression(value) && (isConstType(value.type) || SILENCERS.has(value.type.kind)))
  )
    value = value.expression;
  return value;
}

const SILENCERS: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.AnyKeyword,
  ast.SyntaxKind.UnknownKeyword,
]);
