import type { AskSchema } from '@btcp/core';

type Fields = Readonly<Record<string, unknown>>;

const SHARED = 'title description default';
/** The keywords of each type of field in MCP's forms. */
const KEYWORDS: Readonly<Record<string, string>> = {
  string: `type ${SHARED} minLength maxLength format enum enumNames oneOf`,
  number: `type ${SHARED} minimum maximum`,
  integer: `type ${SHARED} minimum maximum`,
  boolean: `type ${SHARED}`,
  array: `type ${SHARED} minItems maxItems items`,
};
/** What a user can fill in, and a page draws at once: fields, choices of one, and characters of the schema as JSON. */
const MAX_FIELDS = 50;
const MAX_CHOICES = 500;
const MAX_LENGTH = 100_000;

const ROOT = 'type properties required title description $schema additionalProperties';

const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
  uri: (value) => URL.canParse(value),
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  'date-time': (value) =>
    /^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/i.test(value) && !Number.isNaN(Date.parse(value)),
};

/** A choice of a field: what is sent, and what is shown. */
export interface Choice {
  readonly value: string;
  readonly title: string;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the schema of a form. Unions of literals, as TypeBox writes choices, become an `enum`.
 *
 * @throws Error for what MCP's forms do not have.
 */
export function readForm(given: unknown): AskSchema {
  // Without the symbols of TypeBox.
  const text = JSON.stringify(given ?? null);
  if (text.length > MAX_LENGTH) throw new Error(`is longer than ${MAX_LENGTH} characters`);
  const schema: unknown = JSON.parse(text);
  if (!isFields(schema) || schema['type'] !== 'object' || !isFields(schema['properties']))
    throw new Error('must be an object schema with `properties`');
  refuseOthers(schema, ROOT, 'the schema');
  if (Object.keys(schema['properties']).length > MAX_FIELDS)
    throw new Error(`has more than ${MAX_FIELDS} properties`);
  const properties = Object.fromEntries(
    Object.entries(schema['properties']).map(([name, field]) => [name, readField(field, `"${name}"`)]),
  );
  const { required = [] } = schema as { readonly required?: readonly string[] };
  const missing = required.find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined) throw new Error(`requires "${missing}", which is no property`);
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function readField(given: unknown, at: string): object {
  const field = withEnum(given);
  const { type, format } = isFields(field) ? field : {};
  if (!isFields(field) || typeof type !== 'string' || !Object.hasOwn(KEYWORDS, type))
    throw new Error(`has ${at}, which is no string, number, boolean or choice of strings`);
  refuseOthers(field, KEYWORDS[type] ?? '', at);
  if (format !== undefined && !(typeof format === 'string' && Object.hasOwn(FORMATS, format)))
    throw new Error(
      `has the format ${JSON.stringify(format)} at ${at}; forms know ${Object.keys(FORMATS).join(', ')}`,
    );
  const items = withEnum(field['items'], true);
  const choices = choicesOf(type === 'array' ? items : field);
  if (type === 'array' && !choices)
    throw new Error(`has ${at}, whose items are no choice of strings (\`enum\`)`);
  if (choices && choices.length > MAX_CHOICES)
    throw new Error(`has ${at}, which has more than ${MAX_CHOICES} choices`);
  return type === 'array' ? { ...field, items } : field;
}

/** @param keepsTitles - In items MCP itself writes `anyOf`. */
function withEnum(given: unknown, keepsTitles = false): unknown {
  const { anyOf, ...field } = isFields(given) ? given : {};
  if (!Array.isArray(anyOf)) return given;
  if (keepsTitles && anyOf.every((each) => isFields(each) && each['title'] !== undefined)) return given;
  const values = anyOf.map((each) => (isFields(each) ? each['const'] : undefined));
  return values.every((value) => typeof value === 'string')
    ? { ...field, type: 'string', enum: values }
    : given;
}

function refuseOthers(given: Fields, known: string, at: string): void {
  const other = Object.keys(given).find((key) => !known.split(' ').includes(key));
  if (other !== undefined) throw new Error(`has \`${other}\` at ${at}, which forms do not have`);
}

/** The choices of a field, or of the items of one; `undefined` where any value may be given. */
export function choicesOf(field: unknown): readonly Choice[] | undefined {
  if (!isFields(field)) return undefined;
  const { enum: values, enumNames: names, oneOf, anyOf, items } = field;
  const titled = oneOf ?? anyOf;
  const found: readonly unknown[] | undefined = Array.isArray(values)
    ? values.map((value: unknown, index) => ({
        const: value,
        title: Array.isArray(names) ? (names[index] as unknown) : undefined,
      }))
    : Array.isArray(titled)
      ? titled
      : undefined;
  if (!found) return items === undefined ? undefined : choicesOf(items);
  const choices = found.map((each) => {
    const { const: value, title = value } = Object(each) as Fields;
    return { value, title: String(title) };
  });
  return choices.every((each): each is Choice => typeof each.value === 'string') ? choices : undefined;
}

export type CheckedAnswer = { readonly content: Fields } | { readonly problem: string };

export function checkAnswer({ properties, required = [] }: AskSchema, given: unknown): CheckedAnswer {
  const answer = isFields(given) ? given : {};
  const other = Object.keys(answer).find((name) => !Object.hasOwn(properties, name));
  if (other !== undefined) return { problem: `"${other}" was not asked for` };
  const content: [name: string, value: unknown][] = [];
  for (const [name, field] of Object.entries(properties)) {
    const value = Object.hasOwn(answer, name) ? answer[name] : (field as Fields)['default'];
    if (value === undefined && !required.includes(name)) continue;
    const problem = problemOf(field as Fields, value);
    if (problem !== undefined) return { problem: `${titleOf(name, field)} ${problem}` };
    content.push([name, value]);
  }
  return { content: Object.fromEntries(content) };
}

export const titleOf = (name: string, { title }: { readonly title?: unknown }): string =>
  typeof title === 'string' ? title : name;

function problemOf(field: Fields, value: unknown): string | undefined {
  const { type, format, minLength, maxLength, minimum, maximum, minItems, maxItems } = field as {
    readonly type: string;
    readonly format?: string;
    readonly [limit: string]: unknown;
  };
  if (value === undefined) return 'is missing';
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false';
  const choices = choicesOf(field);
  const isChoice = (item: unknown): boolean => !choices || choices.some((choice) => choice.value === item);
  if (type === 'array') {
    if (!Array.isArray(value) || !value.every(isChoice)) return 'must be some of its choices';
    return outside(value.length, minItems, maxItems, 'choices');
  }
  if (type === 'string') {
    if (typeof value !== 'string') return 'must be text';
    if (!isChoice(value)) return 'must be one of its choices';
    if (format !== undefined && FORMATS[format]?.(value) !== true) return `must be of the form ${format}`;
    // As JSON Schema counts: by code points.
    return outside(Array.from(value).length, minLength, maxLength, 'characters');
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  return outside(value, minimum, maximum, '');
}

function outside(value: number, least: unknown, most: unknown, unit: string): string | undefined {
  if (typeof least === 'number' && value < least) return `must be at least ${least} ${unit}`.trim();
  return typeof most === 'number' && value > most ? `must be at most ${most} ${unit}`.trim() : undefined;
}
