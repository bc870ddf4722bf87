import { shownJson } from '../check/text/quote.ts';
import { equal } from '../runtime/values.ts';
import {
  ANNOTATION_KEYWORDS,
  SUBSCHEMA_KEYWORDS,
  DEFINITION_KEYWORDS,
  isRestricting,
} from '../model/keywords.ts';
import { getOwn, isObject, type MutableObject } from '../model/own-property.ts';
import { joinPointer } from '../model/pointer.ts';
import type { FoundChange } from './rules.ts';
import { pairKeyword } from './list-changes.ts';
import type { JsonSchema } from '@btcp/core';
import { withoutUnusedDefinitions } from '../model/references/local-refs.ts';
import { mapSubschemas } from '../model/walk-schema.ts';
import type { Tokens } from './schema-change.ts';

/** Lists what changed of a schema's annotations: these refuse no value. */
export function annotationChanges(
  where: 'input' | 'output',
  old: unknown,
  now: unknown,
  path = '',
  filled: Filled = where === 'input' ? 'may-be' : 'never',
): readonly FoundChange[] {
  if (!isObject(old) || !isObject(now)) return [];
  const mayBeFilled = filled === 'may-be';
  const changed = ANNOTATION_KEYWORDS.filter(
    (keyword) =>
      !(mayBeFilled && keyword === 'default') && !equal(getOwn(old, keyword), getOwn(now, keyword)),
  );
  return [
    ...(mayBeFilled ? defaultChange(old, now, path) : []),
    ...(changed.length > 0
      ? [{ id: `${where}-annotation-changed` as const, path, data: { name: changed.join(', ') } }]
      : []),
    ...[...SUBSCHEMA_KEYWORDS.keys()].flatMap((keyword) =>
      (pairKeyword(keyword, old, now) ?? []).flatMap((part) =>
        annotationChanges(
          where,
          part.old,
          part.now,
          joinPointer(path, ...part.tokens.now),
          filled === 'never' ? filled : filledBelow(keyword, part.tokens.now, old, now),
        ),
      ),
    ),
  ];
}

/** Whether the runtime may fill in the default of a schema: `'below'` only those of properties within it. */
type Filled = 'may-be' | 'below' | 'never';

const FILLED_BELOW = new Set(['items', 'prefixItems', 'additionalProperties', 'patternProperties']);
const MAY_BE_FILLED = new Set(['properties', 'allOf', 'anyOf', 'oneOf', '$defs']);

function filledBelow(keyword: string, tokens: Tokens, ...schemas: readonly Node[]): Filled {
  if (!MAY_BE_FILLED.has(keyword) && !FILLED_BELOW.has(keyword)) return 'never';
  const isAlwaysThere =
    keyword === 'properties' &&
    schemas.some(({ required }) => Array.isArray(required) && required.includes(tokens.at(-1)));
  return isAlwaysThere || FILLED_BELOW.has(keyword) ? 'below' : 'may-be';
}

function defaultChange(
  old: Readonly<MutableObject>,
  now: Readonly<MutableObject>,
  path: string,
): readonly FoundChange[] {
  const [had, has] = [Object.hasOwn(old, 'default'), Object.hasOwn(now, 'default')];
  if (!had && !has) return [];
  if (had && has && equal(old['default'], now['default'])) return [];
  const id = had ? (has ? 'default-changed' : 'default-removed') : 'default-added';
  return [
    {
      id,
      path: has ? joinPointer(path, 'default') : path,
      data: { from: shownJson(old['default']), to: shownJson(now['default']) },
    },
  ];
}

/** A schema with only what decides which values it accepts. */
export const withoutAnnotations = (schema: JsonSchema): JsonSchema =>
  mapSchema(withoutUnusedDefinitions(schema), (node) => keep(node, isDeciding)) as JsonSchema;

const isDeciding = (keyword: string): boolean =>
  isRestricting(keyword) || DEFINITION_KEYWORDS.includes(keyword);

type Node = Readonly<MutableObject>;

// `fromEntries` defines properties, even `__proto__`.
const keep = (node: Node, test: (keyword: string, value: unknown) => boolean): Node =>
  Object.fromEntries(Object.entries(node).filter(([keyword, value]) => test(keyword, value)));

function mapSchema(schema: unknown, map: (node: Node) => Node): unknown {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(map(schema)).map(([keyword, value]) => [
      keyword,
      mapSubschemas(keyword, value, (below) => mapSchema(below, map)),
    ]),
  );
}
