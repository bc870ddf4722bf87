import { isObject, type MutableObject } from '@btcp/schema';

const isText = (value: unknown): boolean => typeof value === 'string';
const isName = (value: unknown): boolean => isText(value) && value !== '';

/** What each field must be where it is there; MCP clients refuse a whole list for one field that is something else. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isName,
  description: isName,
  title: isText,
  annotations: isObject,
  icons: (value) => Array.isArray(value) && value.every(isObject),
  execution: isObject,
  _meta: isObject,
};

/** Whether what a tool says of itself for MCP can be said. */
export function isMcpFields(value: MutableObject): boolean {
  return Object.entries(FIELDS).every(
    ([field, isRight]) => !Object.hasOwn(value, field) || value[field] === undefined || isRight(value[field]),
  );
}
