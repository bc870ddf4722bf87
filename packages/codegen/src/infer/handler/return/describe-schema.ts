import { isObject, joinWords, TYPE_NAMES } from '@btcp/schema';
import { dereference, type SchemaObject } from '../input/input-shape.ts';

const MOST_CHOICES = 5;
const MOST_BRANCHES = 8;

/** Describes the values that a schema allows. */
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
