import type { JsonSchemaObject } from '@btcp/core';

// Rules of formats whose own schemas no npm package has, in our words; each names its source.

const object = (
  required: readonly string[],
  properties: Readonly<Record<string, object>>,
  isClosed = true,
): JsonSchemaObject => ({
  type: 'object',
  required,
  properties,
  ...(isClosed && { additionalProperties: false }),
});
const text = (maxLength: number): JsonSchemaObject => ({ type: 'string', minLength: 1, maxLength });
const array = (items: object): JsonSchemaObject => ({ type: 'array', items });
const flag = { type: 'boolean' };
const uri = { type: 'string', format: 'uri' };

const input = {
  name: { type: 'string' },
  description: { type: 'string' },
  isRequired: flag,
  isSecret: flag,
};
const remote = object(['type', 'url'], {
  type: { enum: ['streamable-http', 'sse'] },
  url: { type: 'string', pattern: '^https?://[^\\s]+$' },
  headers: array(object(['name'], input)),
});

/** What server.json and a server card share. */
const server = {
  $schema: uri,
  name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
  title: text(100),
  description: text(100),
  version: { type: 'string', maxLength: 255, not: { pattern: '[\\^~<>=*]|\\.x|^latest$' } },
  websiteUrl: uri,
  repository: object(['url', 'source'], {
    url: uri,
    source: { type: 'string' },
    subfolder: { type: 'string' },
  }),
  icons: array(object(['src'], { src: { ...uri, maxLength: 255, pattern: '^https:' } })),
  remotes: array(remote),
};

/** https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json: what of it is written. */
export const SERVER_JSON: JsonSchemaObject = object(['$schema', 'name', 'description', 'version'], {
  ...server,
  packages: array(
    object(['registryType', 'identifier', 'transport'], {
      registryType: { const: 'npm' },
      identifier: { type: 'string' },
      version: { ...server.version, minLength: 1 },
      transport: object(['type'], { type: { const: 'stdio' } }),
    }),
  ),
  _meta: object([], { 'io.modelcontextprotocol.registry/publisher-provided': { type: 'object' } }),
});

/** https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json (SEP-2127), which forbids `packages`. */
export const SERVER_CARD: JsonSchemaObject = object(['$schema', 'name', 'description', 'version'], {
  ...server,
  $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
});

/** AI Catalog 1.0, https://github.com/Agent-Card/ai-catalog, with entries as MCP's discovery asks for them. */
export const AI_CATALOG: JsonSchemaObject = object(['specVersion', 'entries'], {
  specVersion: { const: '1.0' },
  entries: array(
    object(['identifier', 'type', 'url'], {
      identifier: { type: 'string', pattern: '^urn:air:[a-z0-9.-]+:mcp:[a-zA-Z0-9._-]+$' },
      type: { const: 'application/mcp-server-card+json' },
      url: { type: 'string', format: 'uri', pattern: '^https://' },
    }),
  ),
});
