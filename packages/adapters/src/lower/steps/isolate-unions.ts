import type { JsonSchema } from '@btcp/core';
import {
  intersectSchemas,
  isObject,
  isRestricting,
  type MutableObject,
  omitKeys,
  pickKeys,
} from '@btcp/schema';
import type { Lowering } from '../lowering.ts';
import type { Step } from '../schema-rules.ts';

/**
 * Moves restrictions next to an `anyOf` into its branches.
 *
 * @param otherwise - What to do where that is not possible: describe them, or give up the strict form.
 */
export function isolateUnions(otherwise: 'describe' | 'fall-back'): Step {
  return (schema, lowering) => {
    const branches = schema['anyOf'];
    const beside = Object.keys(schema).filter((key) => key !== 'anyOf' && isRestricting(key));
    if (!Array.isArray(branches) || beside.length === 0) return schema;
    const outer = pickKeys(schema, beside);
    const merged = mergeIntoBranches(outer, branches as JsonSchema[], lowering);
    if (merged !== undefined) return { ...omitKeys(schema, beside), anyOf: merged };
    if (otherwise === 'describe') return describeBeside(schema, outer, lowering);
    lowering.fallBack('anyOf', 'what stands beside the union can not be merged into its branches');
    return schema;
  };
}

function mergeIntoBranches(
  outer: MutableObject,
  branches: readonly JsonSchema[],
  lowering: Lowering,
): readonly JsonSchema[] | undefined {
  const merged = branches.map((branch) => intersectSchemas([outer, branch], lowering.resolve));
  if (merged.includes(undefined)) return undefined;
  const possible = merged.filter((branch) => branch !== undefined && branch !== false);
  for (const [index, branch] of merged.entries()) {
    const from = branches[index];
    if (isObject(branch)) lowering.derive(branch, isObject(from) ? from : undefined);
  }
  return possible.length > 0 ? possible : undefined;
}

function describeBeside(schema: MutableObject, outer: MutableObject, lowering: Lowering): MutableObject {
  for (const [keyword, value] of Object.entries(outer)) {
    const detail = 'can not stand beside a union; still enforced by the BTCP runtime';
    lowering.report({ code: 'keyword-to-description', keyword, detail, effect: 'widens' });
    lowering.describe(keyword, value);
  }
  return omitKeys(schema, Object.keys(outer));
}
