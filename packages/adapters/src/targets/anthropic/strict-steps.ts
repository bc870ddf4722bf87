import { isObject, isRestricting, type MutableObject, omitKeys } from '@btcp/schema';
import type { Lowering } from '../../lower/lowering.ts';
import { hasTypeOf, typesOf } from '../../lower/schema-kinds.ts';
import type { Step } from '../../lower/schema-rules.ts';

/** Keywords that hold schemas, and would be lost beside a union or an array of types. */
const STRUCTURE = [
  'properties',
  'required',
  'items',
  'prefixItems',
  'additionalProperties',
  'patternProperties',
];

const isLiteral = (schema: MutableObject): boolean =>
  Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const');

/** Leaves the strict form where Anthropic's own transformation would lose the structure of a schema, or give up. */
export const requireAnthropicShape: Step = (schema, lowering) => {
  const types = typesOf(schema);
  if (Array.isArray(schema['type']) && types.some((type) => type === 'object' || type === 'array')) {
    lowering.fallBack('type', 'an array of types with objects or arrays loses what they hold');
  }
  const isUnion = Object.hasOwn(schema, 'anyOf');
  const losesStructure = STRUCTURE.some((key) => Object.hasOwn(schema, key)) || types.includes('object');
  if ((isUnion || isLiteral(schema)) && losesStructure) {
    lowering.fallBack(isUnion ? 'anyOf' : 'enum', 'what stands beside it would be lost');
  }
  return schema;
};

/** Removes the siblings of a `$ref`, as Anthropic's own transformation does. */
export const dropRefSiblings: Step = (schema, lowering) => {
  if (!Object.hasOwn(schema, '$ref')) return schema;
  const dropped = Object.keys(schema).filter((key) => key !== '$ref' && key !== '$defs');
  for (const keyword of dropped) reportSibling(keyword, lowering);
  return omitKeys(schema, dropped);
};

function reportSibling(keyword: string, lowering: Lowering): void {
  const detail = 'not allowed beside `$ref`';
  lowering.report(
    isRestricting(keyword)
      ? { code: 'keyword-dropped', keyword, detail, effect: 'widens' }
      : { code: 'annotation-dropped', keyword, detail, effect: 'none' },
  );
}

/** Whether the remaining literals or branches imply `type`. */
function namesItsTypes(schema: MutableObject): boolean {
  const types = typesOf(schema);
  const branches = schema['anyOf'];
  if (!isLiteral(schema)) {
    return Array.isArray(branches) && branches.every((branch) => isObject(branch) && isWithin(branch, types));
  }
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
  return Array.isArray(values) && values.every((value) => hasTypeOf(types, value));
}

function isWithin(branch: MutableObject, types: readonly string[]): boolean {
  const own = typesOf(branch);
  return own.length > 0 && own.every((type) => types.includes(type));
}

/** Leaves out `type` beside `enum`, `const` and `anyOf`, as Anthropic's own transformation does. */
export const dropTypeBesideUnion: Step = (schema, lowering) => {
  const isUnion = Object.hasOwn(schema, 'anyOf');
  if (!Object.hasOwn(schema, 'type') || !(isUnion || isLiteral(schema))) return schema;
  const detail = 'left out beside a union or literals, which name their types themselves';
  const effect = namesItsTypes(schema) ? 'none' : 'widens';
  lowering.report({ code: 'keyword-dropped', keyword: 'type', detail, effect, isSilent: true });
  return omitKeys(schema, ['type']);
};
