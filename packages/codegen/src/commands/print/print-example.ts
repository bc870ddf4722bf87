import type { JsonSchemaObject } from '@btcp/core';
import { isObject, resolveRef } from '@btcp/schema';
import { printJson, printMember } from '../../print/print-json.ts';

/**
 * Prints a value of a schema as an expression of the schema's type. Properties that an open schema does not name are
 * spread, because TypeScript rejects excess properties in a literal.
 *
 * @param root - The schema that references are resolved in.
 */
export function printExample(value: unknown, schema: unknown, root: JsonSchemaObject): string {
  const meant = follow(schema, root);
  if (Array.isArray(value)) {
    return `[${value.map((item) => printExample(item, meant?.['items'], root)).join(', ')}]`;
  }
  const properties = meant?.['properties'];
  if (!isObject(value) || !isObject(properties)) return printJson(value);
  const isNamed = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(properties, name);
  const members = Object.entries(value);
  const named = members
    .filter(isNamed)
    .map(([name, member]) => printMember(name, printExample(member, properties[name], root)));
  const others = Object.fromEntries(members.filter((member) => !isNamed(member)));
  const spread = Object.keys(others).length > 0 ? [`...${printJson(others)}`] : [];
  return `{ ${[...named, ...spread].join(', ')} }`;
}

function follow(schema: unknown, root: JsonSchemaObject): JsonSchemaObject | undefined {
  if (!isObject(schema)) return undefined;
  const ref = schema['$ref'];
  const target = typeof ref === 'string' ? resolveRef(root, ref) : schema;
  return isObject(target) ? target : undefined;
}
