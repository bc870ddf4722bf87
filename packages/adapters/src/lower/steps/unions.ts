import type { JsonSchema } from '@btcp/core';
import {
  areAllDisjoint,
  setOwn,
  type MutableObject,
  intersectSchemas,
  isObject,
  isRestricting,
  omitKeys,
  pickKeys,
} from '@btcp/schema/internal';
import type { Lowering, Step } from '../lowering.ts';

const READ_AS_ANY_OF =
  'read as `anyOf`, so a value that fits several branches passes; still refused by the BTCP runtime';

/** Writes `oneOf` as `anyOf`. If there is an `anyOf` already, the table's row for `oneOf` decides. */
export const oneOfToAnyOf: Step = (schema, lowering) => {
  const branches = schema['oneOf'];
  if (!Array.isArray(branches) || Object.hasOwn(schema, 'anyOf')) return schema;
  reportOneOf(branches as JsonSchema[], lowering);
  const renamed: MutableObject = {};
  for (const [key, value] of Object.entries(schema)) setOwn(renamed, key === 'oneOf' ? 'anyOf' : key, value);
  return renamed;
};

function reportOneOf(branches: readonly JsonSchema[], lowering: Lowering): void {
  if (areAllDisjoint(branches, lowering.root)) {
    const detail = 'written as `anyOf`; no value fits two branches, so the same values fit';
    lowering.report({ code: 'keyword-rewritten', keyword: 'oneOf', detail, effect: 'none' });
  } else {
    lowering.report({ code: 'union-widened', keyword: 'oneOf', detail: READ_AS_ANY_OF, effect: 'widens' });
  }
}

/** Reports a `oneOf` that is kept but read as an `anyOf`, where that is not equivalent. */
export const reportOverlap: Step = (schema, lowering) => {
  const branches = schema['oneOf'];
  if (Array.isArray(branches) && !areAllDisjoint(branches as JsonSchema[], lowering.root)) {
    lowering.report({ code: 'union-widened', keyword: 'oneOf', detail: READ_AS_ANY_OF, effect: 'widens' });
  }
  return schema;
};

/** Moves restrictions next to an `anyOf` into its branches; else describes them, or gives up the strict form. */
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
