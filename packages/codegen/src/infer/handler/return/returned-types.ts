import { isObject, joinWords, TYPE_NAMES } from '@btcp/schema/internal';
import type { Types as Code } from '../../../source/types/types.ts';
import { type ast, is, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import { hasFlag, membersOf, NOTHING, awaitedMembers } from '../../output/type-facts.ts';
import { TypeConversion } from '../../output/type-schema.ts';
import { declarationsOf } from '../code-nodes.ts';
import { dereference, type SchemaObject } from '../input/input-shape.ts';
import { isConstant } from '../../../source/types/syntax.ts';

/** One of the values that a type allows. */
interface Choice {
  /** Without what is inside; undefined for what JSON has no form for. */
  readonly values: SchemaObject | undefined;
  readonly words: string;
}

/** The values that a type allows, as far as they are known. */
interface Choices {
  readonly choices: readonly Choice[];
  /** Whether it may be `undefined`, which JSON leaves out. */
  readonly mayBeNothing: boolean;
}

const DEEPEST = 39; // one level before the conversion of types stops
const PLACE = { node: undefined, path: '', written: undefined, depth: DEEPEST };

export class ReturnedTypes {
  readonly #code: Code;
  readonly #conversion: TypeConversion;

  constructor(code: Code) {
    this.#code = code;
    this.#conversion = new TypeConversion(code, undefined, (type) => withoutJson(type));
  }

  /** @param isResult - Whether the value is the result itself, which is awaited. */
  of(value: ast.Expression, isResult: boolean): Choices {
    const type = this.#knownType(value);
    const members = type ? (isResult ? awaitedMembers(this.#code.checker, type) : [type]) : [];
    const known = members.filter(
      (member) => !membersOf(member).every((each) => hasFlag(each, NOTHING | TypeFlags.Never)),
    );
    const choices = known.map((member) => this.#choicesOf(this.#conversion.convert(member, PLACE)));
    return {
      choices: choices.some((each) => each === undefined) ? [] : choices.flatMap((each) => each ?? []),
      mayBeNothing: members.flatMap(membersOf).some((member) => hasFlag(member, NOTHING)),
    };
  }

  /** Undefined where nothing is known of a value. */
  #choicesOf(converted: unknown): readonly Choice[] | undefined {
    const root = { $defs: Object.fromEntries(this.#conversion.definitions) };
    const schema = dereference(root, converted);
    if (!isObject(schema)) return undefined;
    const { anyOf, type, description } = schema;
    if ('not' in schema)
      return [{ values: undefined, words: typeof description === 'string' ? description : '' }];
    if ('const' in schema)
      return [{ values: { const: schema['const'] }, words: describeSchema(root, schema) }];
    const values = alternatives(schema);
    if (values) {
      const all = values.map((each) => this.#choicesOf(each));
      return all.every((each) => each !== undefined) ? all.flat() : undefined;
    }
    return type === undefined || anyOf !== undefined
      ? undefined
      : [{ values: { type }, words: describeSchema(root, { type }) }];
  }

  // Not that of a variable: callbacks may assign to it, which TypeScript does not see.
  #knownType(value: ast.Expression): Type | undefined {
    const code = this.#code;
    const symbol = is.isIdentifier(value) ? code.names.symbolAt(value) : undefined;
    const isVariable = declarationsOf(code, symbol).some(
      (each) => is.isVariableDeclaration(each) && !isConstant(each),
    );
    return isVariable ? undefined : code.typeAt(value);
  }
}

function alternatives({
  anyOf,
  enum: values,
  type,
  ...others
}: SchemaObject): readonly unknown[] | undefined {
  if (Array.isArray(anyOf)) return anyOf as readonly unknown[];
  if (Array.isArray(values)) return values.map((value: unknown) => ({ const: value }));
  return Array.isArray(type) ? type.map((each: unknown) => ({ ...others, type: each })) : undefined;
}

/** What the runtime rejects whatever the schema, because JSON would write nothing of it. */
const WITHOUT_JSON: ReadonlySet<string> = new Set(['Map', 'ReadonlyMap', 'Set', 'ReadonlySet']);

function withoutJson(type: Type): { readonly not: object; readonly description: string } | undefined {
  if (hasFlag(type, TypeFlags.BigIntLike)) return { not: {}, description: 'a bigint' };
  const name = type.getSymbol()?.name ?? '';
  if (name === 'Promise') return { not: {}, description: 'a promise' };
  return WITHOUT_JSON.has(name) ? { not: {}, description: `a ${name}` } : undefined;
}

const MOST_CHOICES = 5;
const MOST_BRANCHES = 8;

export function describeSchema(root: SchemaObject, given: unknown): string {
  const choices = [...new Set(choicesOf(root, given, 0))];
  if (choices.length === 0) return 'something else';
  const shown = choices.slice(0, MOST_CHOICES);
  if (choices.length > MOST_CHOICES)
    return `${shown.join(', ')} or one of ${choices.length - MOST_CHOICES} more`;
  return joinWords('or', shown);
}

function choicesOf(root: SchemaObject, given: unknown, depth: number): readonly string[] {
  const schema = dereference(root, given);
  if (!isObject(schema) || depth > MOST_BRANCHES) return [];
  if ('const' in schema) return [JSON.stringify(schema['const'])];
  if (Array.isArray(schema['enum'])) return schema['enum'].map((each) => JSON.stringify(each));
  for (const branches of [schema['anyOf'], schema['oneOf']])
    if (Array.isArray(branches)) return branches.flatMap((each) => choicesOf(root, each, depth + 1));
  const { contentEncoding, contentMediaType } = schema;
  if (contentEncoding === 'base64' && typeof contentMediaType === 'string')
    return [`${contentMediaType} as base64 text or bytes`];
  const types: readonly unknown[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  const nouns = types.map((type) => TYPE_NAMES[String(type)] ?? 'something else');
  const limits = limitsOf(schema);
  return nouns.length === 1 && limits !== '' ? [`${nouns.join('')} ${limits}`] : nouns;
}

const LIMITS: Readonly<Record<string, string>> = {
  pattern: 'that matches',
  minimum: 'of at least',
  exclusiveMinimum: 'above',
  maximum: 'of at most',
  exclusiveMaximum: 'below',
  minLength: 'with a length of at least',
  maxLength: 'with a length of at most',
  minItems: 'of at least',
  maxItems: 'of at most',
};

function limitsOf(schema: SchemaObject): string {
  return Object.entries(LIMITS)
    .filter(([keyword]) => keyword in schema)
    .map(([keyword, words]) => `${words} ${String(schema[keyword])}`)
    .join(' and ');
}
