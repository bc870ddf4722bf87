import type { JsonSchemaObject } from '@btcp/core';
import type { MutableObject } from '@btcp/schema';
import type { ExportChange } from '../lower/export-change.ts';
import { lowerInlined, lowerSchema, type LoweredSchema } from '../lower/lower-schema.ts';
import type { ExportProfile } from '../profile/export-profile.ts';

/** An input schema in a target's form, and whether that is the strict one. */
export interface LoweredTool extends LoweredSchema {
  readonly strict: boolean;
}

const NO_SCHEMA: LoweredTool = { schema: {}, meaning: () => ({}), changes: [], strict: false };

/** Reserves what a strict schema needs of the request's limits; returns why it can't. */
export type TakeBudget = (schema: MutableObject) => ExportChange | undefined;

/**
 * Writes an input schema in a target's form: the strict one where it is requested and equivalent.
 *
 * @param takeBudget - Requests the strict form.
 * @param inlineRefs - Whether references are written out.
 */
export function lowerTool(
  inputSchema: JsonSchemaObject,
  { schema: loose, strict, hasNoSchema, inlined }: ExportProfile,
  takeBudget: TakeBudget | undefined,
  inlineRefs = false,
): LoweredTool {
  if (hasNoSchema === true) return NO_SCHEMA;
  if (inlineRefs && inlined !== undefined)
    return { ...lowerInlined(inputSchema, inlined, loose), strict: false };
  if (takeBudget === undefined || strict === undefined) {
    return { ...lowerSchema(inputSchema, loose), strict: false };
  }
  const lowered = lowerSchema(inputSchema, strict.schema);
  const refusal = lowered.refusal && { ...lowered.refusal, code: 'strict-fallback' as const };
  const fallback = refusal ?? lowered.fallback ?? takeBudget(lowered.schema);
  if (fallback === undefined) return { ...lowered, strict: true };
  const other = lowerSchema(inputSchema, loose);
  return { ...other, changes: [fallback, ...other.changes], strict: false };
}
