import { shownJson } from '../check/text/quote.ts';
import { equal } from '../runtime/json-value.ts';
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
import { withoutUnusedDefinitions } from '../model/references/used-definitions.ts';
import { mapSubschemas } from '../model/walk-schema.ts';

/** Lists what changed of a schema's annotations, and of the order of its properties: these refuse no value. */
export function annotationChanges(
  where: 'input' | 'output',
  old: unknown,
  now: unknown,
  path = '',
): readonly FoundChange[] {
  if (!isObject(old) || !isObject(now)) return [];
  const isInput = where === 'input';
  const changed = ANNOTATION_KEYWORDS.filter(
    (keyword) => !(isInput && keyword === 'default') && !equal(getOwn(old, keyword), getOwn(now, keyword)),
  );
  if (isReordered(old, now)) changed.push('the order of properties');
  return [
    ...(isInput ? defaultChange(old, now, path) : []),
    ...(changed.length > 0
      ? [{ id: `${where}-annotation-changed` as const, path, data: { name: changed.join(', ') } }]
      : []),
    ...[...SUBSCHEMA_KEYWORDS.keys()].flatMap((keyword) =>
      (pairKeyword(keyword, old, now) ?? []).flatMap((part) =>
        annotationChanges(where, part.old, part.now, joinPointer(path, ...part.tokens.now)),
      ),
    ),
  ];
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

function isReordered(old: Readonly<MutableObject>, now: Readonly<MutableObject>): boolean {
  const [before, after] = [namesOf(old), namesOf(now)];
  const kept = before.filter((name) => after.includes(name));
  return after.filter((name) => kept.includes(name)).some((name, index) => name !== kept[index]);
}

const namesOf = ({ properties }: Readonly<MutableObject>): readonly string[] =>
  isObject(properties) ? Object.keys(properties) : [];

/** A schema with only what decides which values it accepts. */
export const withoutAnnotations = (schema: JsonSchema): JsonSchema =>
  mapSchema(withoutUnusedDefinitions(schema), (node) => keep(node, isDeciding)) as JsonSchema;

/** A schema in normal form as it is compared: without annotations, and without limits that no number reaches. */
export const comparableSchema = (schema: JsonSchema): JsonSchema =>
  mapSchema(withoutAnnotations(schema), (node) =>
    isInteger(node) ? keep(node, (keyword, value) => !isLimitOfAll(keyword, value)) : node,
  ) as JsonSchema;

const isDeciding = (keyword: string): boolean =>
  isRestricting(keyword) || DEFINITION_KEYWORDS.includes(keyword);

/** Whether a limit is that of all integers which JavaScript holds exactly. */
function isLimitOfAll(keyword: string, value: unknown): boolean {
  const limit = Number(value);
  return keyword === 'minimum'
    ? limit <= Number.MIN_SAFE_INTEGER
    : keyword === 'maximum' && limit >= Number.MAX_SAFE_INTEGER;
}

function isInteger(node: Readonly<MutableObject>): boolean {
  const types = new Set([getOwn(node, 'type')].flat());
  return types.has('integer') && !types.has('number');
}

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
