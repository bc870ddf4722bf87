import type { JsonSchema } from '@btcp/core';
import {
  areAllDisjoint,
  isObject,
  listSubschemas,
  type MutableObject,
  relaxRequired,
  resolveRef,
  walkSchema,
} from '@btcp/schema/internal';

/**
 * Writes `oneOf` as `anyOf`, which documents nearly always mean: with `oneOf`, a result of the API that fits two alternatives
 * would be refused.
 *
 * @param schema - Changed in place.
 * @returns Whether values may fit several alternatives.
 */
export function widenUnions(schema: JsonSchema): boolean {
  let widened = false;
  walkSchema(schema, (node) => {
    if (!isObject(node) || !Array.isArray(node['oneOf']) || Object.hasOwn(node, 'anyOf')) return;
    const branches = node['oneOf'] as readonly JsonSchema[];
    widened ||= !areAllDisjoint(branches, schema);
    const union: MutableObject = node;
    delete union['oneOf'];
    union['anyOf'] = branches;
  });
  return widened;
}

/**
 * Makes an input as an author would write it: what has a default may be left out, and objects have no properties but those
 * that the document names, so that a misspelt one is refused.
 *
 * @param schema - Changed in place.
 */
export function settleInput(schema: JsonSchema): void {
  relaxRequired(schema);
  walkSchema(schema, dropUnused);
  for (const node of findClosable(schema)) node['additionalProperties'] = false;
}

/** Drops the defaults of properties that are required all the same. */
function dropUnused(node: JsonSchema): void {
  if (!isObject(node) || !isObject(node['properties']) || !Array.isArray(node['required'])) return;
  for (const [name, property] of Object.entries(node['properties']))
    if (isObject(property) && node['required'].includes(name)) delete (property as MutableObject)['default'];
}

/** Keywords through which a schema applies to a value that others describe, too. */
const IN_PLACE = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']);
const ALTERNATIVES = new Set(['anyOf', 'oneOf']);
/** Keywords beside which an object may have properties that it does not name. */
const OPEN = 'additionalProperties patternProperties unevaluatedProperties $ref allOf anyOf oneOf'.split(' ');

/** Schemas of objects that alone describe all their properties, wherever they are used. */
function findClosable(root: JsonSchema): readonly MutableObject[] {
  const alone = new Set<MutableObject>();
  const beside = new Set<MutableObject>();
  const visit = (schema: JsonSchema | undefined, isAlone: boolean): void => {
    const seen = isAlone ? alone : beside;
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    // Nothing else describes the properties of what it refers to, or of its alternatives.
    const isAlternative = isAlone && !isObject(schema['properties']) && !Object.hasOwn(schema, 'allOf');
    const { $ref: ref } = schema;
    if (typeof ref === 'string') visit(resolveRef(root, ref), isAlternative);
    for (const { keyword, schema: below } of listSubschemas(schema))
      if (keyword !== '$defs')
        visit(below, !IN_PLACE.has(keyword) || (isAlternative && ALTERNATIVES.has(keyword)));
  };
  visit(root, true);
  return [...alone].filter(
    (schema) =>
      !beside.has(schema) &&
      isObject(schema['properties']) &&
      !OPEN.some((key) => Object.hasOwn(schema, key)),
  );
}
