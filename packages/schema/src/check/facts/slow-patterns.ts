import { REFERENCE_KEYWORDS } from '../../model/keywords.ts';
import { normalizeSchema } from '../../model/normalize-schema.ts';
import { getOwn, isObject, type MutableObject } from '../../model/own-property.ts';
import { joinPointer } from '../../model/pointer.ts';
import { findSlowMatch, type SlowMatch } from '../../pattern/matching-cost.ts';
import { parsePattern, type PatternNode } from '../../pattern/parse-pattern.ts';
import { hasAny, listSchemaNodes, type SchemaNode, textOf } from '../../model/schema-node.ts';

/** Why a pattern is not proven fast, and how to fix that. */
interface Slowness extends SlowMatch {
  /** Whether `^` at its start would prove it fast. */
  readonly isOpen?: true;
}

/** A pattern that is not proven fast, and where it is used. */
export interface SlowPattern extends Slowness {
  readonly pattern: string;
  /** Whether it is tried on names of properties, which nothing limits. */
  readonly isOfNames?: true;
  /** JSON pointer into the tool. */
  readonly path: string;
}

/** The slow patterns of a schema, without those of its subschemas. */
export function listSlowPatterns({ schema, path }: SchemaNode): readonly SlowPattern[] {
  const pattern = textOf(schema, 'pattern');
  const keyed = getOwn(schema, 'patternProperties');
  const maxLength = getOwn(schema, 'maxLength');
  const own = pattern && knownSlowness(pattern, typeof maxLength === 'number' ? maxLength : undefined);
  return [
    ...(pattern && own ? [{ pattern, path: joinPointer(path, 'pattern'), ...own }] : []),
    ...(isObject(keyed) ? Object.keys(keyed) : []).flatMap((each): SlowPattern[] => {
      const slowness = knownSlowness(each, undefined);
      const at = joinPointer(path, 'patternProperties', each);
      return slowness ? [{ pattern: each, path: at, isOfNames: true, ...slowness }] : [];
    }),
  ];
}

/**
 * The slow patterns where only references lead, such as below an unknown keyword or in an `examples`: shown at the root.
 *
 * @param nodes - All subschemas of the root.
 */
export function listHiddenPatterns(
  root: MutableObject,
  nodes: readonly SchemaNode[],
): readonly SlowPattern[] {
  const [first] = nodes;
  if (first === undefined || !nodes.some(({ schema }) => hasAny(schema, REFERENCE_KEYWORDS))) return [];
  const { schema } = normalizeSchema(root);
  const shown = new Set(nodes.flatMap(listSlowPatterns).map(({ pattern }) => pattern));
  return (isObject(schema) ? listSchemaNodes(schema, first.field) : [])
    .flatMap(listSlowPatterns)
    .filter(({ pattern }) => !shown.has(pattern))
    .map((slow) => ({ ...slow, path: first.path }));
}

/** Maximum cached patterns: many tools share the same ones. */
const MAX_CACHED = 5000;
const known = new Map<string, Slowness | undefined>();

function knownSlowness(pattern: string, maxLength: number | undefined): Slowness | undefined {
  const key = `${maxLength ?? ''} ${pattern}`;
  if (!known.has(key)) {
    if (known.size >= MAX_CACHED) known.clear();
    known.set(key, slownessOf(pattern, maxLength));
  }
  return known.get(key);
}

function slownessOf(pattern: string, maxLength: number | undefined): Slowness | undefined {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return {};
  const slow = findSlowMatch(parsed, maxLength);
  if (slow === undefined) return undefined;
  const anchored: PatternNode = { kind: 'sequence', parts: [{ kind: 'start' }, parsed] };
  return { ...slow, ...(findSlowMatch(anchored, maxLength) === undefined && { isOpen: true }) };
}
