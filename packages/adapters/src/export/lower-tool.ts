import type { JsonSchemaObject } from '@btcp/core';
import type { MutableObject } from '@btcp/schema';
import type { Change, Obstacle } from '../lower/change.ts';
import { lowerSchema, type LoweredSchema } from '../lower/lower-schema.ts';
import type { Profile } from '../targets/profile.ts';

/** An input schema in a target's form, and whether that is the strict one. */
export interface LoweredTool extends LoweredSchema {
  readonly strict: boolean;
}

const NO_SCHEMA: LoweredTool = { schema: {}, meaning: () => ({}), changes: [], strict: false };

/** Takes what a strict schema needs of what a request may hold; returns why it can't. */
export type TakeBudget = (schema: MutableObject) => Obstacle | undefined;

/**
 * Writes an input schema in a target's form: the strict one where it is asked for and means the same.
 *
 * @param takeBudget - Asks for the strict form.
 */
export function lowerTool(
  inputSchema: JsonSchemaObject,
  { schema: loose, strict, hasNoSchema }: Profile,
  takeBudget: TakeBudget | undefined,
): LoweredTool {
  if (hasNoSchema === true) return NO_SCHEMA;
  if (takeBudget === undefined || strict === undefined) {
    return { ...lowerSchema(inputSchema, loose), strict: false };
  }
  const lowered = lowerSchema(inputSchema, strict.schema);
  if (lowered.refusal !== undefined) return { ...lowered, strict: false };
  const fallback = lowered.fallback ?? takeBudget(lowered.schema);
  if (fallback === undefined) return { ...lowered, strict: true };
  const other = lowerSchema(inputSchema, loose);
  const first: Change = { ...fallback, effect: 'none' };
  return { ...other, changes: [first, ...other.changes], strict: false };
}
