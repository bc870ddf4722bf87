import type { Issue, JsonSchemaObject } from '@btcp/core';
import { getOwn, isObject, joinPointer } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';

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

/** ikigai's rules. Nested properties are as those at the top. */
const DESCRIPTION: JsonSchemaObject = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[A-Za-z0-9_]+$' },
    description: { type: 'string', pattern: '\\S' },
    parameters: {
      $ref: '#/$defs/Property',
      properties: { type: { const: 'object' } },
      required: ['properties'],
    },
  },
  required: ['name', 'description', 'parameters'],
  $defs: {
    Property: {
      type: 'object',
      properties: {
        type: { enum: ['string', 'integer', 'number', 'boolean', 'array', 'object'] },
        items: { $ref: '#/$defs/Property' },
        properties: { type: 'object', additionalProperties: { $ref: '#/$defs/Property' } },
        required: { type: 'array' },
      },
      required: ['type'],
    },
  },
};

const validate = compileSchema(DESCRIPTION);

/** Applies ikigai's rules to a parsed description, among them that `required` names only what is there. */
export function findDescriptionIssues(description: unknown): readonly Issue[] {
  const result = validate(description);
  return [...(result.ok ? [] : result.issues), ...findUnknownNames(description, '')];
}

function findUnknownNames(value: unknown, path: string): readonly Issue[] {
  if (!isObject(value)) return [];
  const required = getOwn(value, 'required');
  const properties = Object(getOwn(value, 'properties')) as object;
  const unknown = (Array.isArray(required) ? required : []).filter(
    (name) => !Object.hasOwn(properties, String(name)),
  );
  return [
    ...Object.entries(value).flatMap(([key, each]) => findUnknownNames(each, joinPointer(path, key))),
    ...unknown.map((name) => ({
      path: `${path}/required`,
      keyword: 'enum',
      message: `${path}/required names ${JSON.stringify(name)}, which is not a property`,
    })),
  ];
}
