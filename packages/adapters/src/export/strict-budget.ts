import type { MutableObject } from '@btcp/schema';
import type { StrictLimits } from '../profile/export-profile.ts';
import { measureSchema, type Measure } from './measure-schema.ts';

/** The names of the limits. */
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

  /**
   * Reserves what a schema needs.
   *
   * @returns The limit that would be exceeded; then nothing is reserved.
   */
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
