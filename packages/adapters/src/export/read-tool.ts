import { BTCPError, type JsonSchema, type JsonSchemaObject, type ManifestTool } from '@btcp/core';
import { normalizeSchema } from '@btcp/schema';
import {
  getOwn,
  isObject,
  type MutableObject,
  omitKeys,
  withoutUnusedDefinitions,
} from '@btcp/schema/internal';
import type { RefusedTool } from '../lower/rules.ts';
import { isMcpFields } from '../profile/mcp-fields/mcp-fields.ts';
import { BTCP_FIELDS } from '../profile/mcp-fields/read-mcp-fields.ts';

export interface ReadableTool {
  readonly name: string;
  /** Its fields have the types that a manifest's tool has. */
  readonly tool: ManifestTool;
  /** Normalised. */
  readonly inputSchema: JsonSchemaObject;
  /** Normalised. */
  readonly outputSchema: JsonSchema | undefined;
}

/**
 * Reads the tools of a manifest, or of an array; neither is trusted.
 *
 * @throws BTCPError `INVALID_ARGUMENT` for what is neither, such as the registration that a build wrote.
 */
export function readTools(source: unknown): readonly (ReadableTool | RefusedTool)[] {
  const tools: unknown = isObject(source) ? source['tools'] : source;
  if (Array.isArray(tools)) return tools.map(readSafely);
  throw new BTCPError('INVALID_ARGUMENT', {
    message: 'What was passed has no tools.',
    suggestion:
      'Pass a manifest, which has `tools`, or an array of tools, as `client.listTools()` returns it.',
  });
}

// A getter or a proxy may throw, which affects no other tool.
function readSafely(value: unknown, index: number): ReadableTool | RefusedTool {
  try {
    return readTool(value, index);
  } catch {
    return { tool: `#${index + 1}`, reason: 'it is not plain JSON, and reading it failed', path: '' };
  }
}

function readTool(value: unknown, index: number): ReadableTool | RefusedTool {
  const name = isObject(value) ? getOwn(value, 'name') : undefined;
  if (!isObject(value) || typeof name !== 'string' || name === '') {
    return { tool: `#${index + 1}`, reason: 'it has no name', path: '/name' };
  }
  if (typeof getOwn(value, 'description') !== 'string') {
    return { tool: name, reason: 'it has no description', path: '/description' };
  }
  if (!isStringArray(getOwn(value, 'capabilities'))) {
    return {
      tool: name,
      reason: 'its capabilities must be an array of strings, `[]` for none',
      path: '/capabilities',
    };
  }
  const input = readInput(getOwn(value, 'inputSchema'));
  if ('reason' in input) return { tool: name, ...input };
  const output = readOutput(getOwn(value, 'outputSchema'));
  if ('reason' in output) return { tool: name, ...output };
  return { name, tool: readFields(value), inputSchema: input.schema, outputSchema: output.schema };
}

type Reason = Omit<RefusedTool, 'tool'>;

function readInput(value: unknown): { readonly schema: JsonSchemaObject } | Reason {
  const { schema: normal, issues } = normalizeSchema(value);
  const [issue] = issues;
  if (issue !== undefined) return { reason: issue.message, path: issue.path, keyword: issue.keyword };
  const schema = withoutUnusedDefinitions(normal);
  const type = isObject(schema) ? schema['type'] : undefined;
  if (isObject(schema) && type === 'object') return { schema };
  if (isObject(schema) && Array.isArray(type) && type.join() === 'object') {
    return { schema: { ...schema, type: 'object' } };
  }
  const reason = 'its input schema must describe an object, with `"type": "object"` at its root';
  return { reason, path: '', keyword: 'type' };
}

function readOutput(value: unknown): { readonly schema: JsonSchema | undefined } | Reason {
  if (value === undefined) return { schema: undefined };
  const { schema, issues } = normalizeSchema(value);
  const [issue] = issues;
  if (issue === undefined) return { schema: withoutUnusedDefinitions(schema) };
  return { reason: issue.message, path: `/outputSchema${issue.path}`, keyword: issue.keyword };
}

const isString = (value: unknown): value is string => typeof value === 'string';
// An untrusted array of tools may have none.
const isStringArray = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isString));

/** The values of optional fields; others are left out. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...BTCP_FIELDS,
  // Others were refused before.
  capabilities: (value) => value !== undefined,
  confirm: (value) => typeof value === 'boolean' || isString(value),
  mcp: (value) => isObject(value) && isMcpFields(value),
};

function readFields(value: MutableObject): ManifestTool {
  const wrong = Object.entries(FIELDS).flatMap(([field, isValid]) =>
    isValid(getOwn(value, field)) ? [] : [field],
  );
  // Name, description and schemas were checked before, the other fields just now.
  return { capabilities: [], ...omitKeys(value, wrong) } as unknown as ManifestTool;
}
