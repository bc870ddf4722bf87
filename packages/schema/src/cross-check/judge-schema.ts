import type { JsonSchema } from '@btcp/core';
import { safePattern } from '../check/pattern/safe-pattern.ts';
import { accepts } from '../json-schema/accepts.ts';
import { getOwn, isObject } from '../json-schema/own-property.ts';
import { resolveRef } from '../json-schema/references/resolve-ref.ts';
import { walkSchema } from '../json-schema/walk-schema.ts';
import { ajvVerdict, hasInheritedName, sharedAjv, type Verdict } from './ajv-verdict.ts';

/** Whether a schema accepts a value, and the reason where one is known. */
export type JudgedValue = Verdict;

/**
 * Judges values by a schema itself, without its compiled validator: by ajv, and where that is slow or known to be wrong, by
 * the interpreter of schemas.
 *
 * @param schema - As published, in normal form.
 * @returns Gives the verdict on a JSON value; `undefined` where none is known.
 */
export function judgeSchema(schema: JsonSchema): (value: unknown) => JudgedValue | undefined {
  const byAjv = hasSlowPattern(schema) ? undefined : compiled(schema);
  return (value) => {
    const verdict = hasInheritedName(JSON.stringify(value)) ? undefined : byAjv?.(value);
    if (verdict) return verdict;
    const isAccepted = accepts(schema, value, (ref) => resolveRef(schema, ref));
    return isAccepted === undefined ? undefined : { accepts: isAccepted, reason: '' };
  };
}

function compiled(schema: JsonSchema): ReturnType<typeof ajvVerdict> | undefined {
  try {
    return ajvVerdict(sharedAjv(), schema);
  } catch {
    return undefined;
  }
}

/** Whether a pattern is not proven fast, so that it could take forever on some value. */
function hasSlowPattern(schema: JsonSchema): boolean {
  let found = false;
  walkSchema(schema, (each) => {
    if (!isObject(each)) return;
    const pattern = getOwn(each, 'pattern');
    const keyed = getOwn(each, 'patternProperties');
    const patterns = [
      ...(typeof pattern === 'string' ? [pattern] : []),
      ...(isObject(keyed) ? Object.keys(keyed) : []),
    ];
    found ||= patterns.some((text) => safePattern(text) === undefined);
  });
  return found;
}
