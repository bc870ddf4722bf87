import { getOwn, isObject, type MutableObject, SUBSCHEMA_KEYWORDS, walkSchema } from '@btcp/schema';
import type { StrictLimits } from '../profile/export-profile.ts';

/** The size of a schema, in all that a provider limits. */
export type Measure = Required<Omit<StrictLimits, 'tools'>>;

const NOTHING: Measure = {
  properties: 0,
  optionalProperties: 0,
  unions: 0,
  enumValues: 0,
  characters: 0,
  depth: 0,
  largeEnumCharacters: 0,
};

/** With more values, OpenAI counts an `enum` of strings as large. */
const LARGE_ENUM = 250;

/** Measures all that a provider limits in a schema. */
export function measureSchema(schema: MutableObject): Measure {
  const sum: Record<keyof Measure, number> = { ...NOTHING };
  walkSchema(schema, (node, pointer) => {
    if (isObject(node)) addNode(node, sum);
    sum.depth = Math.max(sum.depth, depthOf(pointer));
  });
  return sum;
}

function addNode(node: MutableObject, sum: Record<keyof Measure, number>): void {
  const names = Object.keys(getOwn(node, 'properties') ?? {});
  const required = getOwn(node, 'required');
  sum.properties += names.length;
  sum.optionalProperties += names.filter(
    (name) => !Array.isArray(required) || !required.includes(name),
  ).length;
  if (Array.isArray(node['type']) || Object.hasOwn(node, 'anyOf')) sum.unions += 1;
  for (const name of [...names, ...Object.keys(getOwn(node, '$defs') ?? {})]) sum.characters += name.length;
  const literals = [getOwn(node, 'enum') ?? [], Object.hasOwn(node, 'const') ? [node['const']] : []].flat();
  sum.enumValues += literals.length;
  const characters = literals.reduce((total: number, value) => total + lengthOf(value), 0);
  sum.characters += characters;
  if (literals.length > LARGE_ENUM) {
    sum.largeEnumCharacters = Math.max(sum.largeEnumCharacters, characters);
  }
}

/** The number of objects and arrays above a schema. */
function depthOf(pointer: string): number {
  let depth = 0;
  let isName = false;
  for (const token of pointer.split('/').slice(1)) {
    if (!isName && (token === 'properties' || token === 'items')) depth += 1;
    // The next token is a name, whatever it reads.
    isName = !isName && SUBSCHEMA_KEYWORDS.get(token) === 'map';
  }
  return depth;
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : JSON.stringify(value).length;
