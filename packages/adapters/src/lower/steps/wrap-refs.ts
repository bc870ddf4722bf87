import { isRestricting, type MutableObject, omitKeys } from '@btcp/schema';
import type { Lowering } from '../lowering.ts';
import type { Step } from '../schema-rules.ts';

/** Isolates a `$ref`: with siblings, it becomes the only branch of an `anyOf`, which is equivalent. */
export const wrapRefs: Step = (schema, lowering) =>
  siblingsOf(schema).length > 0 && !Object.hasOwn(schema, 'anyOf') ? wrap(schema, lowering) : schema;

/** The same, but only where no sibling restricts values. */
export const wrapAnnotatedRefs: Step = (schema, lowering) =>
  siblingsOf(schema).length > 0 && !siblingsOf(schema).some(isRestricting) ? wrap(schema, lowering) : schema;

function siblingsOf(schema: MutableObject): string[] {
  if (!Object.hasOwn(schema, '$ref')) return [];
  return Object.keys(schema).filter((key) => key !== '$ref' && key !== '$defs');
}

function wrap(schema: MutableObject, lowering: Lowering): MutableObject {
  const detail = 'nothing may stand beside `$ref`, so it moves into an `anyOf`; the same values fit';
  lowering.report({ code: 'keyword-rewritten', keyword: '$ref', detail, effect: 'none' });
  return { ...omitKeys(schema, ['$ref']), anyOf: [{ $ref: schema['$ref'] }] };
}
