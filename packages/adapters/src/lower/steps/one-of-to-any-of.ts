import type { JsonSchema } from '@btcp/core';
import { areDisjoint, setOwn, type MutableObject } from '@btcp/schema';
import type { Lowering } from '../lowering.ts';
import type { Step } from '../schema-rules.ts';

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

/** Whether certainly no value fits two of the schemas. */
export function areAllDisjoint(schemas: readonly JsonSchema[], root: JsonSchema): boolean {
  return schemas.every((a, index) =>
    schemas.slice(index + 1).every((b) => areDisjoint({ schema: a, root }, { schema: b, root })),
  );
}
