import type { JsonSchema } from '@btcp/core';
import { hasSlowPattern } from '../pattern/safe-pattern.ts';
import { isObject } from '../model/own-property.ts';
import { parsePointer } from '../model/pointer.ts';
import { walkSchema } from '../model/walk-schema.ts';
import { ajvFiller, hasInheritedName } from './ajv-verdict.ts';

/**
 * Says with which defaults an accepted value is passed on, without the compiled validator: by ajv.
 *
 * @param schema - As published, in normal form.
 * @returns Gives the value with its defaults; `undefined` where ajv is no judge.
 */
export function judgeDefaults(
  schema: JsonSchema,
): (value: unknown) => { readonly value: unknown } | undefined {
  if (!JSON.stringify(schema).includes('"default":')) return (value) => ({ value });
  const fill = isForAjv(schema) ? filler(schema) : undefined;
  return (value) => (hasInheritedName(JSON.stringify(value)) ? undefined : fill?.(value));
}

function filler(schema: JsonSchema): ReturnType<typeof ajvFiller> | undefined {
  try {
    return ajvFiller(schema);
  } catch {
    return undefined;
  }
}

/** Keywords in which ajv fills in other defaults than a validator does: those of tagged unions, and none of conditions. */
const DIFFERING: ReadonlySet<string> = new Set(
  'anyOf oneOf not if then else dependentSchemas contains propertyNames'.split(' '),
);

/** Whether ajv fills in what a validator does. */
function isForAjv(schema: JsonSchema): boolean {
  if (hasSlowPattern(schema) || hasInheritedName(JSON.stringify(schema))) return false;
  let isKnown = true;
  walkSchema(schema, (node, pointer) => {
    if (!isObject(node)) return;
    const path = parsePointer(pointer) ?? [];
    const hasDefault = Object.hasOwn(node, 'default');
    const mayDiffer = path.some((token) => DIFFERING.has(token));
    // A validator also takes the default of a definition, or of a part, for that of the property.
    if (hasDefault && path.at(-2) !== 'properties') isKnown = false;
    if (mayDiffer && (hasDefault || Object.hasOwn(node, '$ref'))) isKnown = false;
  });
  return isKnown;
}
