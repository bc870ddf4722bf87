import { getOwn, isObject, mapValues } from '@btcp/schema';
import type { Step } from '../../lower/schema-rules.ts';

/** Writes the schema `true` of a property as `{}`, and `false` as one that nothing fits, where it must be an object. */
export const booleanProperties: Step = (schema, lowering) => {
  const properties = getOwn(schema, 'properties');
  if (!isObject(properties)) return schema;
  if (!Object.values(properties).some((value) => typeof value === 'boolean')) return schema;
  const detail = "a property's schema must be an object; the same values fit";
  lowering.report({ code: 'keyword-rewritten', keyword: 'properties', detail, effect: 'none' });
  return { ...schema, properties: mapValues(properties, asObject) };
};

const asObject = (value: unknown): unknown =>
  typeof value === 'boolean' ? (value ? {} : { not: {} }) : value;
