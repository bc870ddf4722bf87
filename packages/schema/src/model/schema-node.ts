import type { JsonSchema, JsonSchemaObject } from '@btcp/core';
import { listSubschemas } from './walk-schema.ts';
import { DEFINITION_KEYWORDS, isRestricting, KEYWORDS } from './keywords.ts';
import { getOwn, isObject, type MutableObject } from './own-property.ts';
import { joinPointer } from './pointer.ts';
import { resolveRef } from './references/local-refs.ts';

export type SchemaField = 'inputSchema' | 'outputSchema';

/** A subschema of one of a tool's schemas, with its context. */
export interface SchemaNode {
  readonly schema: Readonly<MutableObject>;
  readonly field: SchemaField;
  /** JSON pointer into the tool. */
  readonly path: string;
  /** The keyword that holds it; empty for the root. */
  readonly keyword: string;
  /** Its name where it is a property. */
  readonly property: string | undefined;
  readonly parent: SchemaNode | undefined;
  /** The schema at the root, which references start from. */
  readonly root: MutableObject;
  /** Whether it applies to the same value as its parent schema. */
  readonly isInPlace: boolean;
}

const ELEMENT_KEYWORDS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'contains',
]);
const VALUE_KEYWORDS: ReadonlySet<string> = new Set(['additionalProperties', 'patternProperties']);

/** Every object subschema of a tool's schema, outer ones first; data is not entered, `$ref`s are not followed. */
export function listSchemaNodes(root: MutableObject, field: SchemaField): SchemaNode[] {
  const first: SchemaNode = {
    schema: root,
    field,
    path: `/${field}`,
    keyword: '',
    property: undefined,
    parent: undefined,
    root,
    isInPlace: false,
  };
  const nodes = [first];
  // Appends to the array while iterating: recursion would limit the depth.
  for (const parent of nodes) {
    for (const { keyword, tokens, schema } of listSubschemas(parent.schema)) {
      if (!isObject(schema)) continue;
      const isInPlace = KEYWORDS.get(keyword)?.role === 'in-place';
      nodes.push({
        schema,
        field,
        path: joinPointer(parent.path, ...tokens),
        keyword,
        property: keyword === 'properties' ? String(tokens[1]) : undefined,
        parent,
        root,
        isInPlace,
      });
    }
  }
  return nodes;
}

/** A node's schema, or the target of its `$ref` where it is nothing but a reference. */
export function targetOf({ schema, root }: Pick<SchemaNode, 'schema' | 'root'>): Readonly<MutableObject> {
  let target = schema;
  // Chains of references are short; a cycle of them is reported as an invalid schema.
  for (let step = 0; step < 8; step++) {
    const ref = getOwn(target, '$ref');
    const next = typeof ref === 'string' ? resolveRef(root, ref) : undefined;
    if (!isObject(next)) break;
    target = next;
  }
  return target;
}

/** How a message names a subschema, for example `orders[].id`; empty for the root. */
export function displayPath({ keyword, property, path, parent }: SchemaNode): string {
  if (parent === undefined) return '';
  if (DEFINITION_KEYWORDS.includes(keyword)) return path.slice(path.lastIndexOf('/') + 1);
  const around = displayPath(parent);
  if (property !== undefined) return around === '' ? property : `${around}.${property}`;
  if (ELEMENT_KEYWORDS.has(keyword)) return `${around}[]`;
  return VALUE_KEYWORDS.has(keyword) ? `${around}.*` : around;
}

/** How a message names several subschemas, each once: branches of a union can have properties of the same name. */
export function displayPaths(nodes: readonly SchemaNode[]): readonly string[] {
  return [...new Set(nodes.map(displayPath))];
}

/** The value of a keyword, if it is a string. */
export function textOf(schema: Readonly<MutableObject>, keyword: string): string | undefined {
  const value = getOwn(schema, keyword);
  return typeof value === 'string' ? value : undefined;
}

/** The description of a property: its own, or that of the schema it refers to. */
export function descriptionOf(node: SchemaNode): string | undefined {
  return textOf(node.schema, 'description') ?? textOf(targetOf(node), 'description');
}

export function hasAny(schema: Readonly<MutableObject>, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => Object.hasOwn(schema, keyword));
}

/** Whether nothing in a schema restricts its values. */
export const acceptsAnything = (schema: unknown): boolean =>
  schema === true || (isObject(schema) && !Object.keys(schema).some(isRestricting));

/** The types that a schema's own `type` allows; `undefined` where it has none. */
export function typesOf(schema: Readonly<MutableObject>): readonly string[] | undefined {
  const type = getOwn(schema, 'type');
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((each) => typeof each === 'string') : undefined;
}

/** Whether a schema's own `type` is one type, `null` aside. */
export function isOfType(schema: Readonly<MutableObject>, type: string): boolean {
  const types = typesOf(schema)?.filter((each) => each !== 'null');
  return types?.length === 1 && types[0] === type;
}

export function requiredOf(schema: Readonly<MutableObject>): readonly string[] {
  const required = getOwn(schema, 'required');
  return Array.isArray(required) ? required.filter((each) => typeof each === 'string') : [];
}

/** The properties of a schema; an empty object where it has none. */
export function propertiesOf(schema: Readonly<MutableObject>): Readonly<MutableObject> {
  const properties = getOwn(schema, 'properties');
  return isObject(properties) ? properties : {};
}

export function isRequiredProperty({ parent, property }: SchemaNode): boolean {
  return parent !== undefined && property !== undefined && requiredOf(parent.schema).includes(property);
}

/** The schema of an object without other properties. */
export const closedObject = (
  properties: Readonly<Record<string, JsonSchema>>,
  ...required: readonly string[]
): JsonSchemaObject => ({ type: 'object', properties, required, additionalProperties: false });
