import type { PatternNode } from './parse-pattern.ts';

/** The minimum and the maximum number of characters. */
export type LengthRange = readonly [least: number, most: number];

/** The lengths of the strings that match a pattern; `undefined` where it is unanchored, or they are not known. */
export function lengthRangeOf(pattern: PatternNode): LengthRange | undefined {
  return isAnchored(pattern) ? rangeOf(pattern) : undefined;
}

/** Whether it describes whole strings; else anything may be around a match. */
const isAnchored = (pattern: PatternNode): boolean =>
  pattern.kind === 'sequence' &&
  pattern.parts.at(0)?.kind === 'start' &&
  pattern.parts.at(-1)?.kind === 'end';

function rangeOf(node: PatternNode): LengthRange | undefined {
  switch (node.kind) {
    case 'set':
      return [1, 1];
    case 'start':
    case 'end':
    case 'look':
    case 'boundary':
      return [0, 0];
    case 'sequence':
      return node.parts
        .map(rangeOf)
        .reduce((sum, each) => sum && each && ([sum[0] + each[0], sum[1] + each[1]] as const), [0, 0]);
    case 'choice': {
      const ranges = node.options.map(rangeOf);
      if (!ranges.every((range) => range !== undefined)) return undefined;
      return [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, most]) => most))];
    }
    case 'loop': {
      const body = rangeOf(node.body);
      // Zero times infinity is zero here, not NaN.
      return body && [body[0] * node.least, node.most === 0 || body[1] === 0 ? 0 : body[1] * node.most];
    }
    default:
      // A back-reference may be of any length.
      return undefined;
  }
}

/** Whether certainly no string that matches a pattern contains a character. */
export const neverContains = (pattern: PatternNode, char: string): boolean =>
  isAnchored(pattern) && excludes(pattern, char.codePointAt(0) ?? 0);

function excludes(node: PatternNode, code: number): boolean {
  switch (node.kind) {
    case 'set':
      return !node.ranges.some(([from, to]) => from <= code && code <= to);
    case 'start':
    case 'end':
      return true;
    case 'sequence':
      return node.parts.every((part) => excludes(part, code));
    case 'choice':
      return node.options.every((option) => excludes(option, code));
    case 'loop':
      return excludes(node.body, code);
    default:
      return false;
  }
}
