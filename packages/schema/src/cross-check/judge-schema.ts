import type { JsonSchema } from '@btcp/core';
import { accepts } from '../relate/accepts.ts';
import { hasSlowPattern } from '../pattern/safe-pattern.ts';
import { resolveRef } from '../model/references/resolve-ref.ts';
import { ajvVerdict, hasInheritedName, sharedAjv, type Verdict } from './ajv-verdict.ts';

/**
 * Judges values by a schema itself, without its compiled validator: by ajv, and where that is slow or known to be wrong, by
 * the interpreter of schemas.
 *
 * @param schema - As published, in normal form.
 * @returns Gives the verdict on a JSON value; `undefined` where none is known.
 */
export function judgeSchema(schema: JsonSchema): (value: unknown) => Verdict | undefined {
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
