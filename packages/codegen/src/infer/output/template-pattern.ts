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

const INTEGER = '-?(?:0|[1-9][0-9]*)';

const isAnyText = (part: Type): boolean =>
  !hasFlag(part, TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.TemplateLiteral);

function partPattern(part: Type): string {
  if (hasFlag(part, TypeFlags.NumberLike)) return `${INTEGER}(?:\\.[0-9]+)?(?:e[+-][0-9]+)?`;
  if (hasFlag(part, TypeFlags.BigIntLike)) return INTEGER;
  if (hasFlag(part, TypeFlags.TemplateLiteral))
    return unanchored(templatePattern(part as TemplateLiteralType));
  // Not `.`: a string may hold line breaks.
  return '[\\s\\S]*';
}

const unanchored = (pattern: string): string => pattern.slice(1, -1);

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
