import { getOwn } from '@btcp/schema';
import type { JsonObject } from './raw-tool.ts';

/** Whether a schema's own type and literals allow values of a JSON type. */
export function allowsType(schema: JsonObject, type: string): boolean {
  const given = getOwn(schema, 'type');
  const types: readonly unknown[] = given === undefined ? [] : [given].flat();
  const isNamed =
    types.length === 0 ||
    types.includes(type) ||
    (type === 'integer' && types.includes('number')) ||
    (type === 'number' && types.includes('integer'));
  const values = literalsOf(schema);
  const isMeant = (value: unknown): boolean =>
    typeOf(value) === type ||
    (type === 'integer' && Number.isInteger(value)) ||
    (type === 'number' && typeof value === 'number');
  return isNamed && (values === undefined || values.some(isMeant));
}

function literalsOf(schema: JsonObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  const values = getOwn(schema, 'enum');
  return Array.isArray(values) ? values : undefined;
}

/** The JSON type of a value; whole numbers are `integer`. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
