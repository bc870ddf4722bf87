import type { JsonSchema } from '@btcp/core';
import { isObject } from '../../model/own-property.ts';
import { walkSchema } from '../../model/walk-schema.ts';

/** Maximum numbers to try. */
const MAX_NUMBERS = 40;

/** The numbers in a schema's limits, and their neighbours: where verdicts change. */
export function findLimits(schema: JsonSchema): readonly number[] {
  const limits = new Set<number>();
  walkSchema(schema, (node) => {
    for (const value of isObject(node) ? Object.values(node) : []) {
      if (typeof value === 'number' && limits.size < MAX_NUMBERS) {
        for (const near of [value - 1, value, value + 1]) limits.add(near);
      }
    }
  });
  return [...limits];
}
