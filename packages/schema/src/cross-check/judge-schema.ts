import type { JsonSchema } from '@btcp/core';
import { accepts } from '../relate/accepts.ts';
import { hasSlowPattern } from '../pattern/safe-pattern.ts';
import { resolveRef } from '../model/references/resolve-ref.ts';
import { ajvVerdict, hasInheritedName, sharedAjv } from './ajv-verdict.ts';

/**
 * Says why a schema refuses a value: empty where it accepts it, or where the reason is not known; `undefined` where the
 * verdict is not known.
 */
export type Judge = (value: unknown) => { readonly accepts: boolean; readonly reason: string } | undefined;

/**
 * Judges JSON values by a schema itself, without its compiled validator: by ajv, and where that is slow or known to be
 * wrong, by the interpreter of schemas.
 *
 * @param schema - As published, in normal form.
 */
export function judgeSchema(schema: JsonSchema): Judge {
  const refusalOf = hasSlowPattern(schema) ? undefined : compiled(schema);
  return (value) => {
    const reason = hasInheritedName(JSON.stringify(value)) ? undefined : refusalOf?.(value);
    if (reason !== undefined) return { accepts: reason === '', reason };
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
