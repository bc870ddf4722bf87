import { type TemplateLiteralType, type Type, TypeFlags } from '../../source/types/typescript.ts';
import { hasFlag, partsOf } from './type-facts.ts';

/**
 * Converts a template literal type to a regular expression (ECMAScript, `u` flag), for example `^item-[\s\S]*$` for
 * `` `item-${string}` ``. Other string types, such as `Uppercase<string>`, match anything too.
 */
export function templatePattern(type: TemplateLiteralType): string {
  const parts = partsOf(type);
  const patterns = parts.map((part, i) => {
    const after = type.texts[i + 1] ?? '';
    const next = parts[i + 1];
    // Where any text follows again, the first separator can be taken for the end, which needs no backtracking.
    const isEnded = after.length === 1 && next !== undefined && isAnyText(part) && isAnyText(next);
    return (isEnded ? `[^${after.replace(/[\\\]^-]/, '\\$&')}]*` : partPattern(part)) + escapePattern(after);
  });
  return `^${escapePattern(type.texts[0] ?? '')}${patterns.join('')}$`;
}

const RADIX = '0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+';
/** What a `bigint` literal may be, without its `n`. */
const INTEGER = `-?(?:0|[1-9][0-9]*|${RADIX})`;
const DECIMAL = '(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?';
/** What TypeScript takes for a `number`: all that `Number()` reads, white space around it included. */
const NUMBER = `(?:\\s*(?:[+-]?${DECIMAL}|${RADIX})\\s*|\\s+)`;

const isAnyText = (part: Type): boolean =>
  !hasFlag(part, TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.TemplateLiteral);

function partPattern(part: Type): string {
  if (hasFlag(part, TypeFlags.NumberLike)) return NUMBER;
  if (hasFlag(part, TypeFlags.BigIntLike)) return INTEGER;
  if (hasFlag(part, TypeFlags.TemplateLiteral))
    return unanchored(templatePattern(part as TemplateLiteralType));
  // Not `.`: a string may hold line breaks.
  return '[\\s\\S]*';
}

const unanchored = (pattern: string): string => pattern.slice(1, -1);

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
