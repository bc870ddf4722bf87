import type { JsonSchema } from '@btcp/core';
import { isRegex } from '../../runtime/formats/identifiers.ts';
import { getOwn, isObject, setOwn, type MutableObject } from '../own-property.ts';
import { joinPointer } from '../pointer.ts';
import { walkSchema } from '../walk-schema.ts';

export type OnRewritten = (path: string, keyword: 'pattern' | 'patternProperties', pattern: string) => void;

/** Writes the patterns of a schema, in place, that compile without the u flag only so that they compile with it. */
export function rewriteLoosePatterns(root: JsonSchema, onRewritten: OnRewritten): void {
  walkSchema(root, (node, path) => {
    // The type is read-only; the copy is ours.
    const schema: unknown = node;
    if (!isObject(schema)) return;
    const pattern = getOwn(schema, 'pattern');
    if (typeof pattern === 'string' && !isRegex(pattern)) {
      schema['pattern'] = toUnicodePattern(pattern) ?? pattern;
      if (schema['pattern'] !== pattern) onRewritten(joinPointer(path, 'pattern'), 'pattern', pattern);
    }
    rewriteNames(schema, (name) =>
      onRewritten(joinPointer(path, 'patternProperties', name), 'patternProperties', name),
    );
  });
}

function rewriteNames(schema: MutableObject, onRewritten: (name: string) => void): void {
  const properties = getOwn(schema, 'patternProperties');
  if (!isObject(properties) || Object.keys(properties).every(isRegex)) return;
  const renamed: MutableObject = {};
  for (const [name, property] of Object.entries(properties)) {
    const to = toUnicodePattern(name) ?? name;
    // Both restrict the same properties, so neither may replace the other.
    const isTaken = to !== name && (Object.hasOwn(properties, to) || Object.hasOwn(renamed, to));
    setOwn(renamed, isTaken ? name : to, property);
    if (to !== name && !isTaken) onRewritten(name);
  }
  schema['patternProperties'] = renamed;
}

/** An escape, a counted quantifier, or a character. */
const TOKEN = /\\[^]|\{\d+(?:,\d*)?\}|[^]/gu;
const CLASS_ESCAPE = /^\\[dswDSW]$/;

/**
 * A regular expression that compiles without the u flag, as the one that means the same with it: escapes of characters
 * that need none, and unescaped brackets and hyphens, as ECMA-262 reads them in its annex B.
 *
 * @returns Undefined where it cannot be told what is meant, as for `\A`, `\1` without a group, or `{,3}`.
 */
export function toUnicodePattern(pattern: string): string | undefined {
  if (isRegex(pattern)) return pattern;
  const tokens = pattern.match(TOKEN) ?? [];
  let isClass = false;
  const written = tokens.map((token, index) => {
    if (/^\\[^\w^$\\.*+?()[\]{}|/]$|^\\_$/u.test(token)) return literal(token.slice(1), isClass);
    if (isClass) {
      isClass = token !== ']';
      const isHyphen = token === '-' && [-1, 1].some((by) => CLASS_ESCAPE.test(tokens[index + by] ?? ''));
      return isHyphen ? '\\-' : token;
    }
    isClass = token === '[';
    const isLiteral = token === ']' || token === '}' || (token === '{' && tokens[index + 1] !== ',');
    return isLiteral ? `\\${token}` : token;
  });
  const text = written.join('');
  return isRegex(text) ? text : undefined;
}

// In a class it would make a range.
const literal = (character: string, isClass: boolean): string =>
  isClass && character === '-' ? '\\-' : character;
