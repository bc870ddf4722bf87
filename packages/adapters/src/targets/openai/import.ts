import type { JsonSchemaObject } from '@btcp/core';
import { getOwn, isObject, walkSchema } from '@btcp/schema';
import type { ImportProfile } from '../../profile/import-profile.ts';

/** OpenAI's Chat Completions: `tools[]`. */
export const openaiChatImport: ImportProfile = {
  title: 'OpenAI',
  wrapper: 'function',
  input: [{ field: 'parameters' }],
  isInputOptional: true,
  output: [],
  quiet: ['type', 'strict'],
  reviewInput: (schema, tool, { warn }) => {
    if (getOwn(tool, 'strict') !== true || !hasNullable(schema)) return;
    const detail = 'required+nullable properties may be encoded optionals; kept as is';
    warn({ code: 'strict-shape', path: '/inputSchema', detail });
  },
};

/** OpenAI's Responses: `tools[]`. */
export const openaiResponsesImport: ImportProfile = {
  ...openaiChatImport,
  output: [{ field: 'output_schema' }],
};

/** Whether a required property may be null. */
function hasNullable(schema: JsonSchemaObject): boolean {
  let found = false;
  walkSchema(schema, (node) => {
    const properties = isObject(node) ? getOwn(node, 'properties') : undefined;
    const required = isObject(node) ? getOwn(node, 'required') : undefined;
    if (!isObject(properties) || !Array.isArray(required)) return;
    found ||= required.some((name) => typeof name === 'string' && isNullable(getOwn(properties, name)));
  });
  return found;
}

function isNullable(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const types = [getOwn(schema, 'type')].flat();
  const branches = getOwn(schema, 'anyOf');
  return types.includes('null') || (Array.isArray(branches) && branches.some(isNullable));
}
