import type { JsonSchema } from '@btcp/core';
import { DEFINITION_KEYWORDS, isRestricting } from '../model/keywords.ts';
import { getOwn, isObject, type MutableObject } from '../model/own-property.ts';
import { withoutUnusedDefinitions } from '../model/references/used-definitions.ts';
import { mapSubschemas } from '../model/walk-schema.ts';

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
