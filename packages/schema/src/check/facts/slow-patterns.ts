import { isObject } from '../../json-schema/own-property.ts';
import { joinPointer } from '../../json-schema/pointer.ts';
import { isSlow } from '../pattern/is-slow.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import { type SchemaNode, textOf } from './schema-node.ts';

/** A pattern that takes exponential time on some texts. */
export interface SlowPattern {
  readonly pattern: string;
  /** JSON pointer into the tool. */
  readonly path: string;
}

/** The patterns of a schema, itself and without those in it, that can hang whoever uses them. */
export function listSlowPatterns({ schema, path }: SchemaNode): readonly SlowPattern[] {
  const pattern = textOf(schema, 'pattern');
  const keyed = schema['patternProperties'];
  return [
    ...(pattern === undefined ? [] : [{ pattern, path: joinPointer(path, 'pattern') }]),
    ...(isObject(keyed) ? Object.keys(keyed) : []).map((key) => ({
      pattern: key,
      path: joinPointer(path, 'patternProperties', key),
    })),
  ].filter((each) => canHang(each.pattern));
}

function canHang(pattern: string): boolean {
  // Without two quantifiers, or a choice in a loop, nothing is ambiguous.
  if (!/[*+}].*[*+}]|\|.*\)[*+{]/s.test(pattern)) return false;
  const parsed = parsePattern(pattern);
  return parsed !== undefined && isSlow(parsed);
}
