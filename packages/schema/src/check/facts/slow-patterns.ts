import { normalizeSchema } from '../../model/normalize-schema.ts';
import { getOwn, isObject, type MutableObject } from '../../model/own-property.ts';
import { joinPointer } from '../../model/pointer.ts';
import { resolveRef } from '../../model/references/resolve-ref.ts';
import { findSlowMatch, type SlowMatch } from '../../pattern/matching-cost.ts';
import { parsePattern, type PatternNode } from '../../pattern/parse-pattern.ts';
import { listSchemaNodes, type SchemaNode, textOf } from '../../model/schema-node.ts';

/** Why a pattern is not proven fast, and how to fix that. */
interface Slowness extends SlowMatch {
  /** Whether `^` at its start would prove it fast. */
  readonly isOpen?: true;
}

/** A pattern that is not proven fast, and where it is used. */
export interface SlowPattern extends Slowness {
  readonly pattern: string;
  /** The keyword that would bound the strings it is tried on. */
  readonly limit: 'maxLength' | 'propertyNames';
  /** JSON pointer into the tool. */
  readonly path: string;
}

/** The slow patterns of a schema, without those of its subschemas. */
export function listSlowPatterns({ schema, path }: SchemaNode): readonly SlowPattern[] {
  const pattern = textOf(schema, 'pattern');
  const keyed = getOwn(schema, 'patternProperties');
  const names = getOwn(schema, 'propertyNames');
  return [
    ...(pattern === undefined ? [] : [pattern]).flatMap((each) =>
      slowAt(each, joinPointer(path, 'pattern'), 'maxLength', schema),
    ),
    ...(isObject(keyed) ? Object.keys(keyed) : []).flatMap((each) =>
      slowAt(each, joinPointer(path, 'patternProperties', each), 'propertyNames', names),
    ),
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
  const schemas = new Set(nodes.map(({ schema }) => schema));
  const leadsElsewhere = ({ schema }: SchemaNode): boolean =>
    ['$ref', '$dynamicRef'].some((keyword) => {
      const ref = textOf(schema, keyword);
      const target = ref === undefined ? true : resolveRef(root, ref);
      return target === undefined || (isObject(target) && !schemas.has(target));
    });
  const [first] = nodes;
  if (first === undefined || !nodes.some(leadsElsewhere)) return [];
  const { schema } = normalizeSchema(root);
  const shown = new Set(nodes.flatMap(listSlowPatterns).map(({ pattern }) => pattern));
  return (isObject(schema) ? listSchemaNodes(schema, first.field) : [])
    .flatMap(listSlowPatterns)
    .filter(({ pattern }) => !shown.has(pattern))
    .map((slow) => ({ ...slow, path: first.path }));
}

function slowAt(pattern: string, path: string, limit: SlowPattern['limit'], limited: unknown): SlowPattern[] {
  const maxLength = isObject(limited) ? getOwn(limited, 'maxLength') : undefined;
  const slowness = knownSlowness(pattern, typeof maxLength === 'number' ? maxLength : undefined);
  return slowness === undefined ? [] : [{ pattern, path, limit, ...slowness }];
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
