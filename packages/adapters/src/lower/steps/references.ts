import type { JsonSchema } from '@btcp/core';
import {
  getOwn,
  intersectSchemas,
  isObject,
  omitKeys,
  type MutableObject,
  isRestricting,
} from '@btcp/schema/internal';
import type { Lowering, Step } from '../lowering.ts';

/** Merges an `allOf` into its schema. One that can't be merged is left to the table's row for `allOf`. */
export const mergeAllOf: Step = (schema, lowering) => {
  if (!Object.hasOwn(schema, 'allOf')) return schema;
  const merged = intersectSchemas([schema], lowering.resolve);
  if (!isObject(merged)) return schema;
  reportMerge('allOf', lowering);
  return withDefinitions(merged, schema);
};

/** Merges the siblings of a `$ref` with its target; a `$ref` alone stays. */
export const mergeRefSiblings: Step = (schema, lowering) => {
  if (siblingsOf(schema).length === 0) return schema;
  const merged = intersectSchemas([omitKeys(schema, ['$ref']), refOf(schema)], lowering.resolve);
  if (isObject(merged)) return withDefinitions(merged, schema);
  lowering.fallBack('$ref', 'what stands beside the reference can not be merged with what it refers to');
  return schema;
};

/** Inlines every reference, and merges every `allOf` that can be; either may enable the other. */
export const inlineRefs: Step = (schema, lowering) => {
  let current = schema;
  while (!lowering.isStopped) {
    const hasRef = Object.hasOwn(current, '$ref');
    const next = hasRef ? inlineOnce(current, lowering) : mergeAllOf(current, lowering);
    if (next === current) break;
    current = next;
  }
  return current;
};

function inlineOnce(schema: MutableObject, lowering: Lowering): MutableObject {
  const siblings = omitKeys(schema, ['$ref']);
  const target = lowering.resolve(String(schema['$ref']));
  if (target === undefined) {
    lowering.refuse('$ref', 'the reference can not be written out');
    return siblings;
  }
  const merged = intersectSchemas([siblings, target], lowering.resolve);
  if (isObject(merged)) return merged;
  if (!isObject(target)) return { ...siblings, not: {} };
  for (const [keyword, value] of Object.entries(siblings)) describeSibling(keyword, value, lowering);
  const { description } = siblings;
  return { ...target, ...(description !== undefined && { description }) };
}

function describeSibling(keyword: string, value: unknown, lowering: Lowering): void {
  if (keyword === 'description') return;
  const detail = 'can not be merged with what the reference beside it refers to';
  lowering.report({ code: 'keyword-to-description', keyword, detail, effect: 'widens' });
  lowering.describe(keyword, value);
}

const refOf = (schema: MutableObject): JsonSchema => ({ $ref: getOwn(schema, '$ref') });

// Definitions are the root's, whatever it is merged with.
function withDefinitions(merged: MutableObject, schema: MutableObject): MutableObject {
  const rest = omitKeys(merged, ['$defs']);
  return Object.hasOwn(schema, '$defs') ? { ...rest, $defs: schema['$defs'] } : rest;
}

function reportMerge(keyword: string, lowering: Lowering): void {
  const detail = 'merged into the schema around it; the same values fit';
  lowering.report({ code: 'keyword-rewritten', keyword, detail, effect: 'none' });
}

/** Isolates a `$ref`: with siblings, it becomes the only branch of an `anyOf`, which is equivalent. */
export const wrapRefs: Step = (schema, lowering) =>
  siblingsOf(schema).length > 0 && !Object.hasOwn(schema, 'anyOf') ? wrap(schema, lowering) : schema;

/** The same, but only where no sibling restricts values. */
export const wrapAnnotatedRefs: Step = (schema, lowering) =>
  siblingsOf(schema).length > 0 && !siblingsOf(schema).some(isRestricting) ? wrap(schema, lowering) : schema;

/** The keywords beside a `$ref`, definitions aside. */
export function siblingsOf(schema: MutableObject): string[] {
  if (!Object.hasOwn(schema, '$ref')) return [];
  return Object.keys(schema).filter((key) => key !== '$ref' && key !== '$defs');
}

function wrap(schema: MutableObject, lowering: Lowering): MutableObject {
  const detail = 'nothing may stand beside `$ref`, so it moves into an `anyOf`; the same values fit';
  lowering.report({ code: 'keyword-rewritten', keyword: '$ref', detail, effect: 'none' });
  return { ...omitKeys(schema, ['$ref']), anyOf: [{ $ref: schema['$ref'] }] };
}
