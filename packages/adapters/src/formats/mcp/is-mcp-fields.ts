import { isObject, type MutableObject } from '@btcp/schema';

const isString = (value: unknown): boolean => typeof value === 'string';
const isName = (value: unknown): boolean => isString(value) && value !== '';

/** What each field must be where it is there; MCP clients refuse a whole list for one field that is wrong. */
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

/** Whether a field can be said to MCP clients; those that MCP does not know can be anything. */
export function isMcpField(field: string, value: unknown): boolean {
  return !Object.hasOwn(FIELDS, field) || value === undefined || FIELDS[field]?.(value) === true;
}

/** Whether what a tool says of itself for MCP can be said. */
export function isMcpFields(value: MutableObject): boolean {
  return Object.entries(value).every(([field, said]) => isMcpField(field, said));
}
