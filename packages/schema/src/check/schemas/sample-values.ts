import { getOwn, isObject, type MutableObject, setOwn } from '../../model/own-property.ts';
import { propertiesOf, requiredOf, typesOf } from '../../model/schema-node.ts';

/** How deep samples are nested. */
const MAX_DEPTH = 3;
/** Longer strings are not generated. */
const MAX_LENGTH = 1000;

const ALL_TYPES = ['string', 'number', 'boolean', 'null', 'array', 'object'];

/** A few values that may pass a schema, unchecked: those that it lists itself, and simple ones of its types. */
export function sampleValues(schema: unknown, depth = 0): unknown[] {
  if (schema === true) return ['', 0, true, null];
  if (!isObject(schema)) return [];
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  const named = getOwn(schema, 'enum');
  if (Array.isArray(named)) return named.slice(0, 50);
  const given = Object.hasOwn(schema, 'default') ? [schema['default']] : [];
  return [...given, ...(typesOf(schema) ?? ALL_TYPES).flatMap((type) => samplesOfType(type, schema, depth))];
}

function samplesOfType(type: string, schema: Readonly<MutableObject>, depth: number): unknown[] {
  switch (type) {
    case 'string':
      return Object.hasOwn(schema, 'pattern') || Object.hasOwn(schema, 'format')
        ? []
        : [textOfLength(numberOf(schema, 'minLength') ?? 0)];
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return [true, false];
    case 'null':
      return [null];
    case 'array':
      return listsOf(schema, depth);
    case 'object':
      return objectsOf(schema, depth);
    default:
      return [];
  }
}

function numbers(schema: Readonly<MutableObject>): number[] {
  const minimum = numberOf(schema, 'minimum');
  const maximum = numberOf(schema, 'maximum');
  const above = numberOf(schema, 'exclusiveMinimum');
  return [0, 1, 0.5, minimum, maximum, above === undefined ? undefined : above + 1].filter(
    (each) => each !== undefined,
  );
}

function listsOf(schema: Readonly<MutableObject>, depth: number): unknown[] {
  const least = numberOf(schema, 'minItems') ?? 0;
  if (least === 0) return [[]];
  const [item] = depth < MAX_DEPTH ? sampleValues(getOwn(schema, 'items') ?? true, depth + 1) : [];
  return item === undefined || least > 10 ? [] : [Array.from({ length: least }, () => item)];
}

// One object of the first sample of each required property, and one of the last.
function objectsOf(schema: Readonly<MutableObject>, depth: number): unknown[] {
  const required = requiredOf(schema);
  if (required.length === 0) return [{}];
  if (depth >= MAX_DEPTH || required.length > 50) return [];
  const properties = propertiesOf(schema);
  const object: MutableObject = {};
  for (const key of required) {
    const [value] = sampleValues(getOwn(properties, key) ?? true, depth + 1);
    if (value === undefined) return [];
    setOwn(object, key, value);
  }
  return [object];
}

function numberOf(schema: Readonly<MutableObject>, keyword: string): number | undefined {
  const value = getOwn(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

const textOfLength = (length: number): string => 'a'.repeat(Math.min(length, MAX_LENGTH));
