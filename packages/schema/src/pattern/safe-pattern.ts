import type { JsonSchema } from '@btcp/core';
import { isObject } from '../model/own-property.ts';
import { walkSchema } from '../model/walk-schema.ts';
import { parsePattern } from './parse-pattern.ts';
import { findSlowMatch } from './matching-cost.ts';

/** Maximum cached patterns: as many as a project may have. */
const MAX_CACHED = 5000;

const known = new Map<string, RegExp | undefined>();

/** Compiles a pattern for values of a document; `undefined` where it is invalid, or not proven fast. */
export function safePattern(pattern: string): RegExp | undefined {
  if (!known.has(pattern)) {
    if (known.size >= MAX_CACHED) known.clear();
    known.set(pattern, compile(pattern));
  }
  return known.get(pattern);
}

function compile(pattern: string): RegExp | undefined {
  try {
    const expression = new RegExp(pattern, 'u');
    const parsed = parsePattern(pattern);
    return parsed === undefined || findSlowMatch(parsed) !== undefined ? undefined : expression;
  } catch {
    return undefined;
  }
}

/** Whether a pattern of a schema is not proven fast, so that it could take forever on some value. */
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
