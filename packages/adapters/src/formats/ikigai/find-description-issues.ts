import { escapePointerToken } from '@btcp/schema';

/** How a tool describes itself to ikigai: what `--schema` prints. */
export interface IkigaiDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: IkigaiParameters;
}

/** A JSON Schema of the subset that ikigai reads. */
export interface IkigaiParameters {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** What is wrong with a description, and where: a JSON pointer. */
export interface DescriptionFault {
  readonly path: string;
  readonly message: string;
}

const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object']);
/** As deep as a description may nest: far deeper than any that a model could follow. */
const MAX_DEPTH = 32;

/**
 * Applies ikigai's validation rules to a parsed description: fields, name, structure of the parameters, types of
 * properties, and `required` naming only what is there. Nested properties are judged as those at the top.
 */
export function findDescriptionFaults(description: unknown): readonly DescriptionFault[] {
  if (!isRecord(description)) return [{ path: '', message: `must be an object; got ${kindOf(description)}` }];
  const faults = FIELDS.filter(([field]) => !Object.hasOwn(description, field)).map(([field]) => ({
    path: '',
    message: `\`${field}\` is missing`,
  }));
  for (const [field, check] of FIELDS)
    if (Object.hasOwn(description, field)) faults.push(...check(description[field]));
  return faults;
}

const FIELDS: readonly (readonly [string, (value: unknown) => readonly DescriptionFault[]])[] = [
  ['name', nameFaults],
  ['description', descriptionFaults],
  ['parameters', parametersFaults],
];

function nameFaults(name: unknown): readonly DescriptionFault[] {
  return typeof name === 'string' && /^[A-Za-z0-9_]+$/.test(name)
    ? []
    : [{ path: '/name', message: 'must be of letters, digits and underscores alone' }];
}

function descriptionFaults(description: unknown): readonly DescriptionFault[] {
  if (typeof description !== 'string')
    return [{ path: '/description', message: `must be text; got ${kindOf(description)}` }];
  return description.trim() === '' ? [{ path: '/description', message: 'is empty' }] : [];
}

function parametersFaults(parameters: unknown): readonly DescriptionFault[] {
  const path = '/parameters';
  if (!isRecord(parameters)) return [{ path, message: `must be an object; got ${kindOf(parameters)}` }];
  const faults: DescriptionFault[] = [];
  if (parameters['type'] !== 'object') faults.push({ path: `${path}/type`, message: 'must be "object"' });
  if (!isRecord(parameters['properties']))
    faults.push({ path: `${path}/properties`, message: 'must be there: an object, `{}` for no parameters' });
  return [...faults, ...objectFaults(parameters, path, 0)];
}

/** The faults of `properties` and `required` of an object's schema. */
function objectFaults(schema: Json, path: string, depth: number): readonly DescriptionFault[] {
  const { properties = {}, required = [] } = schema;
  if (!isRecord(properties))
    return depth === 0 ? [] : [{ path: `${path}/properties`, message: 'must be an object' }];
  const names = new Set(Object.keys(properties));
  return [
    ...Object.entries(properties).flatMap(([name, property]) =>
      propertyFaults(property, `${path}/properties/${escapePointerToken(name)}`, depth + 1),
    ),
    ...requiredFaults(required, names, `${path}/required`),
  ];
}

function requiredFaults(
  required: unknown,
  names: ReadonlySet<unknown>,
  path: string,
): readonly DescriptionFault[] {
  if (!Array.isArray(required)) return [{ path, message: 'must be a list of names' }];
  return required
    .filter((name) => !names.has(name))
    .map((name) => ({ path, message: `names ${JSON.stringify(name)}, which is no property` }));
}

function propertyFaults(property: unknown, path: string, depth: number): readonly DescriptionFault[] {
  if (depth > MAX_DEPTH) return [{ path, message: `is nested more than ${MAX_DEPTH} deep` }];
  if (!isRecord(property)) return [{ path, message: `must be an object; got ${kindOf(property)}` }];
  const { type, items } = property;
  if (!TYPES.has(type)) return [{ path: `${path}/type`, message: `must be one of ${[...TYPES].join(', ')}` }];
  if (type === 'object') return objectFaults(property, path, depth);
  return type === 'array' && items !== undefined ? propertyFaults(items, `${path}/items`, depth + 1) : [];
}

type Json = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
