import type { JsonSchema } from '@btcp/core';
import { areDisjoint } from '@btcp/schema';

/** Whether certainly no value fits two of the schemas. */
export function areAllDisjoint(schemas: readonly JsonSchema[], root: JsonSchema): boolean {
  return schemas.every((a, index) =>
    schemas.slice(index + 1).every((b) => areDisjoint({ schema: a, root }, { schema: b, root })),
  );
}
