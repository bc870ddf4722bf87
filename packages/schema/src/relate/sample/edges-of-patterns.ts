import type { JsonSchema } from '@btcp/core';
import { safePattern } from '../../pattern/safe-pattern.ts';
import { isObject } from '../../model/own-property.ts';
import { walkSchema } from '../../model/walk-schema.ts';
import { patternEdges } from './pattern-edges.ts';

/**
 * Finds the patterns of strings in a schema.
 *
 * @returns Gives, for a string in a value that fits the schema, strings to try in its place: the edges of each pattern
 * that it matches, and so probably had to. Patterns that are not proven fast are left out.
 */
export function edgesOfPatterns(schema: JsonSchema): (text: string) => readonly string[] {
  const patterns = new Set<string>();
  walkSchema(schema, (node) => {
    if (isObject(node) && typeof node['pattern'] === 'string') patterns.add(node['pattern']);
  });
  const edges = [...patterns].map((pattern) => [safePattern(pattern), patternEdges(pattern)] as const);
  return (text) => edges.filter(([expression]) => expression?.test(text)).flatMap(([, strings]) => strings);
}
