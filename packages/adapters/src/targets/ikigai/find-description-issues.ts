import type { Issue } from '@btcp/core';
import { escapePointerToken, isObject, type MutableObject } from '@btcp/schema';

/** A tool's program. */
export const PROGRAM = { suffix: '-tool', describe: '--schema' } as const;

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

const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object']);
/** Maximum depth of a description: far deeper than a model could follow. */
const MAX_DEPTH = 32;

/**
 * Applies ikigai's validation rules to a parsed description: fields, name, structure of the parameters, types of
 * properties, and `required` naming only what is there. Nested properties are checked as those at the top.
 */
export function findDescriptionIssues(description: unknown): readonly Issue[] {
  if (!isObject(description)) return [notAnObject('', description)];
  const isGiven = ([field]: Field): boolean => Object.hasOwn(description, field);
  const missing = FIELDS.filter((entry) => !isGiven(entry));
  return [
    ...missing.map(([field]) => issue('', 'required', `\`${field}\` is missing`)),
    ...FIELDS.filter(isGiven).flatMap(([field, check]) => check(description[field])),
  ];
}

const issue = (path: string, keyword: string, message: string): Issue => ({ path, keyword, message });

const notAnObject = (path: string, value: unknown): Issue =>
  issue(path, 'type', `must be an object; got ${typeNameOf(value)}`);

type Field = readonly [name: string, check: (value: unknown) => readonly Issue[]];

const FIELDS: readonly Field[] = [
  ['name', nameIssues],
  ['description', descriptionIssues],
  ['parameters', parametersIssues],
];

function nameIssues(name: unknown): readonly Issue[] {
  return typeof name === 'string' && /^[A-Za-z0-9_]+$/.test(name)
    ? []
    : [issue('/name', 'pattern', 'must be of letters, digits and underscores alone')];
}

function descriptionIssues(description: unknown): readonly Issue[] {
  const path = '/description';
  if (typeof description !== 'string')
    return [issue(path, 'type', `must be a string; got ${typeNameOf(description)}`)];
  return description.trim() === '' ? [issue(path, 'minLength', 'is empty')] : [];
}

function parametersIssues(parameters: unknown): readonly Issue[] {
  const path = '/parameters';
  if (!isObject(parameters)) return [notAnObject(path, parameters)];
  const issues: Issue[] = [];
  if (parameters['type'] !== 'object') issues.push(issue(`${path}/type`, 'const', 'must be "object"'));
  if (!isObject(parameters['properties'])) {
    const message = 'must be there: an object, `{}` for no parameters';
    issues.push(issue(`${path}/properties`, 'required', message));
  }
  return [...issues, ...objectIssues(parameters, path, 0)];
}

/** What is wrong with `properties` and `required` of an object's schema. */
function objectIssues(schema: MutableObject, path: string, depth: number): readonly Issue[] {
  const { properties = {}, required = [] } = schema;
  if (!isObject(properties))
    return depth === 0 ? [] : [issue(`${path}/properties`, 'type', 'must be an object')];
  const names = new Set(Object.keys(properties));
  return [
    ...Object.entries(properties).flatMap(([name, property]) =>
      propertyIssues(property, `${path}/properties/${escapePointerToken(name)}`, depth + 1),
    ),
    ...requiredIssues(required, names, `${path}/required`),
  ];
}

function requiredIssues(required: unknown, names: ReadonlySet<unknown>, path: string): readonly Issue[] {
  if (!Array.isArray(required)) return [issue(path, 'type', 'must be an array of names')];
  return required
    .filter((name) => !names.has(name))
    .map((name) => issue(path, 'enum', `names ${JSON.stringify(name)}, which is not a property`));
}

function propertyIssues(property: unknown, path: string, depth: number): readonly Issue[] {
  if (depth > MAX_DEPTH) return [issue(path, 'maxDepth', `is nested more than ${MAX_DEPTH} deep`)];
  if (!isObject(property)) return [notAnObject(path, property)];
  const { type, items } = property;
  if (!TYPES.has(type)) return [issue(`${path}/type`, 'enum', `must be one of ${[...TYPES].join(', ')}`)];
  if (type === 'object') return objectIssues(property, path, depth);
  return type === 'array' && items !== undefined ? propertyIssues(items, `${path}/items`, depth + 1) : [];
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
