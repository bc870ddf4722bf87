import type { Types as Code } from '../../../source/types/types.ts';
import { ast, is, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import { awaitedMembers } from '../../output/awaited-members.ts';
import { hasFlag, isObjectLiteral, membersOf, NOTHING } from '../../output/type-facts.ts';
import { TypeConversion } from '../../output/type-schema.ts';
import { anyOf } from '../../output/union-schema.ts';
import { declarationsOf } from '../code-nodes.ts';
import { literalOf } from '../literal-of.ts';
import { isConst, isConstType, isText, nameOfProperty, nameText, unwrap } from '../syntax.ts';

/** A schema as the conversion of types writes it; each `oneOf` is that of a value which the code chooses from. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly not?: object;
  readonly description?: string;
  readonly anyOf?: readonly ValueSchema[];
  readonly oneOf?: readonly ValueSchema[];
  readonly prefixItems?: readonly ValueSchema[];
  readonly items?: ValueSchema | boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The code that a part of a returned value comes from. */
export interface Origin {
  readonly value: ast.Node;
  /** The name of the property. */
  readonly name: ast.Node | undefined;
  /** Whether an object has just the properties of its schema: not one that has a declared type. */
  readonly isComplete: boolean;
  /** Whether the value may be `undefined`, so that the property may be absent. */
  readonly mayBeAbsent: boolean;
}

const DEEPEST = 35; // 5 levels before the conversion of types stops
const PLACE = { node: undefined, path: '', written: undefined, depth: DEEPEST };

/** Numbers that JSON has no form for. */
const NO_NUMBER = /^-?(?:NaN|Infinity|Number\.(?:NaN|POSITIVE_INFINITY|NEGATIVE_INFINITY))$/;

/** Describes returned values by schemas: what is written as a literal by its syntax, the rest by its type. */
export class ReturnedSchemas {
  readonly #code: Code;
  readonly #conversion: TypeConversion;
  readonly #origins = new WeakMap<object, Origin>();

  constructor(code: Code) {
    this.#code = code;
    this.#conversion = new TypeConversion(code, undefined, (type) => valueWithoutJson(type));
  }

  /** What the schemas may refer to. */
  get root(): ValueSchema {
    return { $defs: Object.fromEntries(this.#conversion.definitions) };
  }

  /** The code that a schema comes from; undefined within a type. */
  originOf(schema: object): Origin | undefined {
    return this.#origins.get(schema);
  }

  /**
   * The schema of an expression's value; `{}` where nothing is known.
   *
   * @param name - The name of the property that it is the value of.
   */
  of(expression: ast.Expression, name?: ast.Node): ValueSchema {
    const value = bare(expression);
    const origin = { value, name, isComplete: true, mayBeAbsent: false };
    const keep = (schema: ValueSchema, more: Partial<Origin> = {}): ValueSchema => {
      const copy = { ...schema };
      this.#origins.set(copy, { ...origin, ...more });
      return copy;
    };
    if (is.isConditionalExpression(value))
      return keep({ oneOf: [value.whenTrue, value.whenFalse].map((each) => this.of(each, name)) });
    // Of what has a name or is asserted, the type says more.
    const literal =
      is.isIdentifier(value) || unwrap(value) !== value ? undefined : literalOf(this.#code, value);
    const isList = is.isArrayLiteralExpression(value);
    if (isList) return keep(this.#ofList(value));
    if (is.isObjectLiteralExpression(value)) return keep(this.#ofObject(value));
    if (literal) return keep({ const: literal.value });
    if (NO_NUMBER.test(value.getText())) return keep({ not: {}, description: value.getText() });
    const type = this.#knownType(value);
    if (!type) return {};
    const members = name ? [type] : awaitedMembers(this.#code.checker, type);
    const mayBeAbsent = members.flatMap(membersOf).some((member) => hasFlag(member, NOTHING));
    const isComplete = members.every((member) => isObjectLiteral(this.#code.checker, member));
    return keep(this.#ofTypes(members), { isComplete, mayBeAbsent });
  }

  #ofTypes(types: readonly Type[]): ValueSchema {
    const known = types.filter((type) => !membersOf(type).every((member) => hasFlag(member, UNWRITTEN)));
    return known.length === 0 ? {} : anyOf(known.map((type) => this.#conversion.convert(type, PLACE)));
  }

  #ofList({ elements }: ast.ArrayLiteralExpression): ValueSchema {
    const known = elements.filter((element) => !is.isSpreadElement(element));
    return {
      type: 'array',
      prefixItems: known.map((element) => this.of(element, element)),
      ...(known.length === elements.length && { minItems: known.length, maxItems: known.length }),
    };
  }

  #ofObject({ properties }: ast.ObjectLiteralExpression): ValueSchema {
    const known = new Map<string, ValueSchema>();
    let additionalProperties = false;
    for (const property of properties) {
      const [key, name] = [keyOf(property), nameOfProperty(property)];
      const names = is.isSpreadAssignment(property) ? this.#namesIn(property.expression) : [key];
      // Only that there are such properties is reported of what is spread.
      for (const each of names)
        if (each === undefined) additionalProperties = true;
        else known.set(each, {});
      if (key === undefined || !name) continue;
      if (is.isPropertyAssignment(property)) known.set(key, this.of(property.initializer, name));
      else if (is.isShorthandPropertyAssignment(property) && is.isIdentifier(property.name))
        known.set(key, this.of(property.name, name));
    }
    return { type: 'object', properties: Object.fromEntries(known), additionalProperties };
  }

  /** The names of the properties that a value may have; undefined among them where there may be any. */
  #namesIn(expression: ast.Expression): readonly (string | undefined)[] {
    const value = bare(expression);
    if (is.isConditionalExpression(value))
      return [value.whenTrue, value.whenFalse].flatMap((each) => this.#namesIn(each));
    if (is.isBinaryExpression(value) && value.operatorToken.kind === ast.SyntaxKind.AmpersandAmpersandToken)
      return this.#namesIn(value.right);
    if (is.isObjectLiteralExpression(value))
      return value.properties.flatMap((property) =>
        is.isSpreadAssignment(property) ? this.#namesIn(property.expression) : [keyOf(property)],
      );
    return membersOf(this.#code.typeAt(value)).flatMap((type) => {
      if (hasFlag(type, UNKNOWN)) return [undefined];
      if (!hasFlag(type, TypeFlags.Object | TypeFlags.Intersection)) return [];
      const names = this.#code.checker.getPropertiesOfType(type).map(({ name }) => name);
      return names.length > 0 ? names : [undefined];
    });
  }

  // Not that of a variable that code in between may have assigned to, which TypeScript does not see in a callback.
  #knownType(value: ast.Expression): Type | undefined {
    const code = this.#code;
    const type = code.typeAt(value);
    const symbol = is.isIdentifier(value) ? code.names.symbolAt(value) : undefined;
    const [declaration] = declarationsOf(code, symbol);
    const isVariable =
      declaration !== undefined && is.isVariableDeclaration(declaration) && !isConst(declaration);
    return symbol && isVariable && code.checker.getTypeOfSymbol(symbol) !== type ? undefined : type;
  }
}

const UNWRITTEN = NOTHING | TypeFlags.Never;
const UNKNOWN = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Instantiable;

/** The key of a property; undefined for a spread and a computed one. */
function keyOf(property: ast.ObjectLiteralElementLike): string | undefined {
  const name = nameOfProperty(property);
  return name && (!is.isComputedPropertyName(name) || isText(name.expression)) ? nameText(name) : undefined;
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

/** What the runtime rejects whatever the schema, because JSON would write nothing of it. */
const WITHOUT_JSON: ReadonlySet<string> = new Set(['Map', 'ReadonlyMap', 'Set', 'ReadonlySet']);

function valueWithoutJson(type: Type): ValueSchema | undefined {
  if (hasFlag(type, TypeFlags.BigIntLike)) return { not: {}, description: 'a bigint' };
  const name = type.getSymbol()?.name ?? '';
  if (name === 'Promise') return { not: {}, description: 'a promise' };
  return WITHOUT_JSON.has(name) ? { not: {}, description: `a ${name}` } : undefined;
}
