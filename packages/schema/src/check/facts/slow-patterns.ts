import { getOwn, isObject } from '../../json-schema/own-property.ts';
import { joinPointer } from '../../json-schema/pointer.ts';
import { type Slowness, slownessOf } from '../pattern/slowness.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import { type SchemaNode, textOf } from './schema-node.ts';

/** A pattern that hangs on some texts. */
export interface SlowPattern {
  readonly pattern: string;
  readonly slowness: Slowness;
  /** JSON pointer into the tool. */
  readonly path: string;
}

/** The patterns of a schema, itself and without those in it, that can hang whoever uses them. */
export function listSlowPatterns({ schema, path }: SchemaNode): readonly SlowPattern[] {
  const pattern = textOf(schema, 'pattern');
  const keyed = schema['patternProperties'];
  const maxLength = getOwn(schema, 'maxLength');
  const limit = typeof maxLength === 'number' ? maxLength : undefined;
  return [
    ...(pattern === undefined ? [] : slowAt(pattern, joinPointer(path, 'pattern'), limit)),
    ...(isObject(keyed) ? Object.keys(keyed) : []).flatMap((key) =>
      slowAt(key, joinPointer(path, 'patternProperties', key)),
    ),
  ];
}

function slowAt(pattern: string, path: string, maxLength?: number): SlowPattern[] {
  // Without two quantifiers, or a choice in a loop, nothing is ambiguous.
  if (!/[*+?}].*[*+}]|\|.*\)[*+{]/s.test(pattern)) return [];
  const slowness = knownSlowness(pattern, maxLength);
  return slowness === undefined ? [] : [{ pattern, slowness, path }];
}

/** Patterns that are remembered: the same ones stand in many tools. */
const MOST = 5000;
const known = new Map<string, Slowness | undefined>();

function knownSlowness(pattern: string, maxLength: number | undefined): Slowness | undefined {
  const key = `${maxLength ?? ''} ${pattern}`;
  if (!known.has(key)) {
    if (known.size >= MOST) known.clear();
    const parsed = parsePattern(pattern);
    known.set(key, parsed && slownessOf(parsed, maxLength));
  }
  return known.get(key);
}
