import { getOwn } from '@btcp/schema/internal';
import type { Imports } from '../../profile/format.ts';
import { RefusedError, type JsonObject } from '../../profile/import-profile.ts';

/** The JSON Schema of an input, as a tool. */
export const jsonSchema: Imports = {
  import: {
    title: 'JSON Schema',
    input: [{ field: 'schema' }],
    output: [],
    quiet: [],
    fromSchema: readSchemaTool,
  },
};

/** Fields of a tool's schema in other formats. */
const OTHER_FORMATS = ['inputSchema', 'input_schema', 'parameters', 'function', 'tools'];

/**
 * A plain JSON Schema as a tool: named by its title or the end of its `$id`, described by its description. Both are
 * removed from the schema.
 */
function readSchemaTool(schema: JsonObject): JsonObject {
  const field = OTHER_FORMATS.find((key) => typeof getOwn(schema, key) === 'object');
  if (field !== undefined && !Object.hasOwn(schema, 'type')) {
    const help = 'Import it from the format it is written in, for example mcp-2025-11-25.';
    throw new RefusedError(`/${field}`, `This is not a schema: it has \`${field}\`.`, help);
  }
  const { title, description, $id } = schema;
  const name = typeof title === 'string' ? title : nameInId($id);
  const rest = Object.entries(schema).filter(
    ([key]) => key !== 'title' && (key !== 'description' || typeof description !== 'string'),
  );
  return {
    name: name === undefined ? 'tool' : camelCase(name),
    ...(typeof description === 'string' && { description }),
    schema: Object.fromEntries(rest),
  };
}

// "https://example.com/schemas/get-order.schema.json#" → "get-order"
function nameInId(id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  const file = id.replace(/#.*$/s, '').split('/').at(-1) ?? '';
  return file.replace(/(\.schema)?(\.json)?$/, '') || undefined;
}

function camelCase(text: string): string {
  const [first = '', ...rest] = text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  const isWord = rest.length === 0;
  const start = isWord && !/^[A-Z][a-z]/.test(first) ? first : first.charAt(0).toLowerCase() + first.slice(1);
  return start + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'tool';
}
