import { codePoints, isMultiple } from '@btcp/schema/runtime';
import { isJsonObject, ownMember, type JsonObject } from '../import/raw-tool.ts';

/** Whether a schema's own type, literals and limits allow a value; what stands below and beside it is not looked at. */
export function allowsPlainly(schema: JsonObject, value: unknown): boolean {
  const type = typeOf(value);
  const isWhole =
    type !== 'number' || ![ownMember(schema, 'type')].flat().every((each) => each === 'integer');
  return isWhole && allowsType(schema, type) && allowsLiteral(schema, value) && isWithinLimits(schema, value);
}

/** Whether a schema's own type and literals allow values of a JSON type. */
export function allowsType(schema: JsonObject, type: string): boolean {
  const given = ownMember(schema, 'type');
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

function allowsLiteral(schema: JsonObject, value: unknown): boolean {
  const values = literalsOf(schema);
  // Lists and objects are left to the validator.
  return values === undefined || (typeof value === 'object' && value !== null) || values.includes(value);
}

function literalsOf(schema: JsonObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  const values = ownMember(schema, 'enum');
  return Array.isArray(values) ? values : undefined;
}

/** The JSON type of a value; whole numbers are `integer`. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isWithinLimits(schema: JsonObject, value: unknown): boolean {
  return Object.entries(LIMITS).every(([keyword, holds]) => {
    const limit = ownMember(schema, keyword);
    return limit === undefined || holds(value, limit);
  });
}

type Limit = (value: unknown, limit: unknown) => boolean;

const ofNumber =
  (holds: (value: number, limit: number) => boolean): Limit =>
  (value, limit) =>
    typeof value !== 'number' || typeof limit !== 'number' || holds(value, limit);

const ofSize =
  (sizeOf: (value: unknown) => number | undefined, sign: 1 | -1): Limit =>
  (value, limit) => {
    const size = sizeOf(value);
    return size === undefined || typeof limit !== 'number' || (size - limit) * sign >= 0;
  };

const lengthOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? codePoints(value) : undefined;
const itemsOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);
const membersOf = (value: unknown): number | undefined =>
  isJsonObject(value) ? Object.keys(value).length : undefined;

/** Limits that tell alternatives apart which name the same types. */
const LIMITS: Readonly<Record<string, Limit>> = {
  minimum: ofNumber((value, limit) => value >= limit),
  maximum: ofNumber((value, limit) => value <= limit),
  exclusiveMinimum: ofNumber((value, limit) => value > limit),
  exclusiveMaximum: ofNumber((value, limit) => value < limit),
  multipleOf: ofNumber(isMultiple),
  minLength: ofSize(lengthOf, 1),
  maxLength: ofSize(lengthOf, -1),
  minItems: ofSize(itemsOf, 1),
  maxItems: ofSize(itemsOf, -1),
  minProperties: ofSize(membersOf, 1),
  maxProperties: ofSize(membersOf, -1),
  // Last, as no pattern is tried on what is too long.
  pattern: (value, pattern) => typeof value !== 'string' || matches(value, String(pattern)),
};

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // The validator says what is wrong with it.
    return true;
  }
}
