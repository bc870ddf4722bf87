import { areDisjoint, isObject, isRestricting, joinWords } from '@btcp/schema/internal';
import type { Mismatch } from '@btcp/schema/check';
import type { Types as Code } from '../../../source/types/types.ts';
import { is, type ast } from '../../../source/types/typescript.ts';
import { type FunctionNode, bare, isText, nameOfProperty, nameText, unwrap } from '../syntax.ts';
import { literalOf } from '../code-nodes.ts';
import type { NodeDiagnostic } from '../code-diagnostic.ts';
import { hasFlag, NOTHING, awaitedMembers } from '../../output/type-facts.ts';
import { factsOf } from '../unit-facts.ts';
import { dereference, type SchemaObject } from '../input/input-shape.ts';
import { ReturnedTypes, describeSchema } from './returned-types.ts';

export function diagnoseReturn(
  code: Code,
  handler: FunctionNode,
  outputSchema: unknown,
): readonly NodeDiagnostic[] {
  const body = 'body' in handler ? handler.body : undefined;
  if (!isObject(outputSchema) || !body || isGenerator(handler)) return [];
  const mismatches = new ReturnComparison(code, outputSchema);
  if (!is.isBlock(body)) return mismatches.find(body).map(toDiagnostic);
  const { returns } = factsOf(handler);
  const nothing = (node: FoundMismatch['node']): FoundMismatch[] => {
    const wants = describeSchema(outputSchema, outputSchema);
    return areDisjoint({ schema: { type: 'null' }, root: true }, { schema: outputSchema, root: outputSchema })
      ? [{ node, path: '', problem: 'missing', got: '', wants, isCertain: true }]
      : [];
  };
  const found = returns.flatMap((statement) =>
    statement.expression ? mismatches.find(statement.expression) : nothing(statement),
  );
  const atEnd = returns.length === 0 && returnsNothing(code, handler) ? nothing('/execute') : [];
  return [...found, ...atEnd].map(toDiagnostic);
}

// The return type is `never` if the function always throws.
function returnsNothing(code: Code, handler: FunctionNode): boolean {
  const signature = code.checker.getSignatureFromDeclaration(handler);
  const type = signature && code.checker.getReturnTypeOfSignature(signature);
  return type !== undefined && awaitedMembers(code.checker, type).every((member) => hasFlag(member, NOTHING));
}

function isGenerator(handler: FunctionNode): boolean {
  return 'asteriskToken' in handler && handler.asteriskToken !== undefined;
}

function toDiagnostic({ node, path, others, problem, got, wants, isCertain }: FoundMismatch): NodeDiagnostic {
  const ofOthers = isCertain ? 'return-invalid' : 'return-may-be-invalid';
  const id = problem === 'extra' ? 'return-undeclared' : ofOthers;
  return { id, node, path: '/outputSchema', data: { path, ...(others && { others }), problem, got, wants } };
}

export interface FoundMismatch extends Mismatch {
  /** A JSON pointer into the definition where no code is to blame. */
  readonly node: ast.Node | string;
  /** Whether no value there matches; otherwise only some that the type allows do not. */
  readonly isCertain: boolean;
}

/** A place in the result, for example `rows[].id`, and the schema that is declared there. */
interface Place {
  readonly path: string;
  readonly schema: SchemaObject;
}

/**
 * Compares returned values with the output schema: literals, and what is written in them, by their syntax, all else by its
 * type as a whole. Reports nothing when unsure.
 */
class ReturnComparison {
  readonly #code: Code;
  readonly #types: ReturnedTypes;
  readonly #root: SchemaObject;

  constructor(code: Code, root: SchemaObject) {
    this.#code = code;
    this.#types = new ReturnedTypes(code);
    this.#root = root;
  }

  find(expression: ast.Expression, path = '', declared: unknown = this.#root): readonly FoundMismatch[] {
    const schema = dereference(this.#root, declared);
    if (!isObject(schema) || !Object.keys(schema).some(isRestricting)) return [];
    const place = { path, schema };
    const value = bare(expression);
    if (is.isConditionalExpression(value))
      return [value.whenTrue, value.whenFalse].flatMap((each) => this.find(each, path, schema));
    const item = mappedTo(value);
    if (item && schema['items'] !== undefined) return this.find(item, `${path}[]`, schema['items']);
    const written = this.#written(value);
    if (!written) return this.#byType(value, place);
    if (this.#excludes(schema, written)) return [this.#mismatch(value, place, wordsOf(written))];
    const branches: unknown = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(branches)) return this.#inBranches(value, place, branches, wordsOf(written));
    const parts = schema['allOf'];
    if (Array.isArray(parts)) return parts.flatMap((part) => this.find(value, path, part));
    if (is.isArrayLiteralExpression(value) && !('prefixItems' in schema))
      return value.elements.flatMap((each) =>
        is.isSpreadElement(each) ? [] : this.find(each, `${path}[]`, schema['items'] ?? true),
      );
    return is.isObjectLiteralExpression(value) ? this.#inObject(value, place) : [];
  }

  /** What is known of a literal; undefined for any other expression. */
  #written(value: ast.Expression): SchemaObject | undefined {
    if (is.isObjectLiteralExpression(value)) return { type: 'object' };
    if (is.isArrayLiteralExpression(value)) return { type: 'array' };
    // Of what has a name or is asserted, the type says more.
    const hasType = is.isIdentifier(value) || unwrap(value) !== value;
    const literal = hasType ? undefined : literalOf(this.#code, value);
    return literal && { const: literal.value };
  }

  #excludes(schema: SchemaObject, values: SchemaObject): boolean {
    return areDisjoint({ schema: values, root: true }, { schema, root: this.#root });
  }

  #mismatch(
    node: ast.Node,
    { path, schema }: Place,
    got: string,
    more: Partial<FoundMismatch> = {},
  ): FoundMismatch {
    const wants = describeSchema(this.#root, schema);
    return { node, path, problem: 'wrong', got, wants, isCertain: true, ...more };
  }

  #byType(value: ast.Expression, place: Place): readonly FoundMismatch[] {
    const { choices, mayBeNothing } = this.#types.of(value, place.path === '');
    const wrong = choices.filter(
      ({ values }) => values === undefined || this.#excludes(place.schema, values),
    );
    const [first] = wrong;
    if (!first) return [];
    const areAll = wrong.length === choices.length;
    const got = areAll ? joinWords('or', [...new Set(choices.map(({ words }) => words))]) : first.words;
    return [this.#mismatch(value, place, got, { isCertain: areAll && !mayBeNothing })];
  }

  #inBranches(
    value: ast.Expression,
    place: Place,
    branches: readonly unknown[],
    got: string,
  ): readonly FoundMismatch[] {
    const found = branches.map((branch) => this.find(value, place.path, branch));
    if (!found.every((mismatches) => mismatches.some(({ isCertain }) => isCertain))) return [];
    const areObjects = describeSchema(this.#root, place.schema) === 'an object';
    const forms = areObjects ? { wants: `one of ${branches.length} other forms` } : {};
    return [this.#mismatch(value, place, got, forms)];
  }

  // What a spread adds or overwrites is not followed.
  #inObject(literal: ast.ObjectLiteralExpression, { path, schema }: Place): readonly FoundMismatch[] {
    const { properties } = literal;
    const lastOpen = properties.findLastIndex((property) => keyOf(property) === undefined);
    const own = properties.slice(lastOpen + 1);
    const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    const isMissing = (name: unknown): name is string =>
      lastOpen < 0 && typeof name === 'string' && !own.some((each) => keyOf(each) === name);
    const [first, ...others] = required.filter(isMissing).map((name) => pathTo(path, name));
    const missing = { problem: 'missing', path: first ?? '', ...(others.length > 0 && { others }) } as const;
    return [
      ...(first === undefined ? [] : [this.#mismatch(literal, { path, schema }, '', missing)]),
      ...own.flatMap((property) => this.#inProperty(property, path, schema)),
    ];
  }

  #inProperty(
    property: ast.ObjectLiteralElementLike,
    above: string,
    schema: SchemaObject,
  ): readonly FoundMismatch[] {
    const [key = '', name] = [keyOf(property), nameOfProperty(property)];
    const short = is.isShorthandPropertyAssignment(property) ? name : undefined;
    const value = is.isPropertyAssignment(property) ? property.initializer : short;
    if (!value || !is.isExpression(value)) return [];
    const declared = propertyOf(this.#root, schema, key);
    const path = pathTo(above, key);
    if (declared !== false) return this.find(value, path, declared);
    const extra = { problem: 'extra', wants: '' } as const;
    return this.#isSomething(bare(value)) ? [this.#mismatch(name ?? value, { path, schema }, '', extra)] : [];
  }

  /** Whether JSON has certainly something of a value. */
  #isSomething(value: ast.Expression): boolean {
    if (is.isConditionalExpression(value)) return false;
    if (this.#written(value)) return true;
    const { choices, mayBeNothing } = this.#types.of(value, false);
    return choices.length > 0 && !mayBeNothing;
  }
}

const wordsOf = (written: SchemaObject): string => describeSchema(written, written);

/** What a list has items of: `rows.map((row) => ({ id: row.id }))`. */
function mappedTo(value: ast.Expression): ast.Expression | undefined {
  if (!is.isCallExpression(value) || !is.isPropertyAccessExpression(value.expression)) return undefined;
  const [callback] = value.arguments;
  const isMap = value.expression.name.text === 'map' && callback && is.isArrowFunction(callback);
  return isMap && !is.isBlock(callback.body) ? callback.body : undefined;
}

function keyOf(property: ast.ObjectLiteralElementLike): string | undefined {
  const name = nameOfProperty(property);
  return name && (!is.isComputedPropertyName(name) || isText(name.expression)) ? nameText(name) : undefined;
}

const pathTo = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The schema of a property; false if the property is not allowed. */
function propertyOf(root: SchemaObject, schema: SchemaObject, name: string): unknown {
  const { properties, patternProperties, additionalProperties = true } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return dereference(root, properties[name]);
  return patternProperties === undefined ? additionalProperties : true;
}
