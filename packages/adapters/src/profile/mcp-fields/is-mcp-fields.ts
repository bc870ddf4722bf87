import { isObject, type MutableObject } from '@btcp/schema';

const isString = (value: unknown): boolean => typeof value === 'string';
const isName = (value: unknown): boolean => isString(value) && value !== '';

/** The type of each field; MCP clients refuse a whole list for one wrong field. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isName,
  description: (value) => value === null || isString(value),
  title: isString,
  annotations: (value) => value === null || isObject(value),
  inputSchema: isObject,
  outputSchema: isObject,
  icons: (value) => Array.isArray(value) && value.every(isObject),
  execution: isObject,
  _meta: isObject,
};

/** Whether MCP clients accept a field; fields unknown to MCP can be anything. */
export function isMcpField(field: string, value: unknown): boolean {
  return !Object.hasOwn(FIELDS, field) || value === undefined || FIELDS[field]?.(value) === true;
}

/** Whether MCP clients accept a tool's MCP fields. */
export function isMcpFields(value: MutableObject): boolean {
  return Object.entries(value).every(([field, said]) => isMcpField(field, said));
}
