import type { JsonSchema } from '@btcp/core';
import { safePattern } from '../../pattern/safe-pattern.ts';
import { isObject } from '../../model/own-property.ts';
import { resolveRef } from '../../model/references/resolve-ref.ts';
import { walkSchema } from '../../model/walk-schema.ts';

/** How many references one value may be checked against, each counted as often as it is reached. */
const MAX_REFERENCES = 10_000;

/** Whether checking a value against a schema could take long: its patterns, or definitions that refer on and on. */
export const isSlowToTry = (schema: JsonSchema): boolean =>
  hasSlowPattern(schema) || countReferences(schema) > MAX_REFERENCES;

/** Whether a pattern is not proven fast, so that it could take forever on some value. */
export function hasSlowPattern(schema: JsonSchema): boolean {
  let found = false;
  walkSchema(schema, (node) => {
    if (!isObject(node)) return;
    const { pattern, patternProperties } = node;
    const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    if (typeof pattern === 'string') patterns.push(pattern);
    found ||= patterns.some((each) => safePattern(each) === undefined);
  });
  return found;
}

function countReferences(root: JsonSchema): number {
  const known = new Map<unknown, number>();
  const countIn = (schema: unknown): number => {
    if (!isObject(schema)) return 0;
    const before = known.get(schema);
    if (before !== undefined) return before;
    // Validators remember what they checked of recursive definitions.
    known.set(schema, 0);
    const count = refsIn(schema).reduce((sum, ref) => sum + 1 + countIn(resolveRef(root, ref)), 0);
    known.set(schema, count);
    return count;
  };
  return countIn(root);
}

function refsIn(schema: JsonSchema): readonly string[] {
  const refs: string[] = [];
  walkSchema(schema, (node, pointer) => {
    if (pointer.startsWith('/$defs/')) return false;
    if (isObject(node) && typeof node['$ref'] === 'string') refs.push(node['$ref']);
    return undefined;
  });
  return refs;
}
