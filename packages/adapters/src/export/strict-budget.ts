import { type MutableObject, getOwn, isObject, SUBSCHEMA_KEYWORDS, walkSchema } from '@btcp/schema/internal';
import type { StrictLimits } from '../profile/export-profile.ts';

const NAMES: Readonly<Record<keyof StrictLimits, string>> = {
  tools: 'strict tools',
  properties: 'properties',
  optionalProperties: 'optional properties',
  unions: 'properties with a union type',
  enumValues: 'enum values',
  characters: 'characters of names and literals',
  depth: 'levels of nesting',
  largeEnumCharacters: 'characters in one large enum',
};

/** Limits of each schema, not of all together. */
const OF_ONE: ReadonlySet<keyof StrictLimits> = new Set(['depth', 'largeEnumCharacters']);

/** What remains of a request's limits for strict schemas. */
export class StrictBudget {
  readonly #limits: StrictLimits;
  readonly #used: Partial<Record<keyof StrictLimits, number>> = {};

  constructor(limits: StrictLimits) {
    this.#limits = limits;
  }

  /** Reserves what a schema needs; where that would exceed a limit, says so and reserves nothing. */
  take(schema: MutableObject): { readonly detail: string; readonly isOfRequest: boolean } | undefined {
    const needs: Measure & { readonly tools: number } = { ...measureSchema(schema), tools: 1 };
    const keys = Object.keys(this.#limits) as (keyof StrictLimits)[];
    for (const key of keys) {
      const limit = this.#limits[key];
      const isOfRequest = !OF_ONE.has(key);
      const total = needs[key] + (isOfRequest ? (this.#used[key] ?? 0) : 0);
      if (limit === undefined || total <= limit) continue;
      const scope = isOfRequest ? 'all strict schemas of a request' : 'a strict schema';
      return {
        detail: `${scope} may hold ${limit} ${NAMES[key]}; this one would make ${total}`,
        isOfRequest,
      };
    }
    for (const key of keys) this.#used[key] = (this.#used[key] ?? 0) + needs[key];
    return undefined;
  }
}

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
