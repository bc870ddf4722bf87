/** The fields of a published tool, in the order of the published meta-schema. */
export const TOOL_FIELDS = [
  'name',
  'description',
  'inputSchema',
  'outputSchema',
  'capabilities',
  'examples',
  'deprecated',
  'deprecationMessage',
  'successor',
  'sunset',
  'aliasOf',
  'tags',
  'timeout',
  'mcp',
] as const;

/** The fields of the objects in a published tool, by their path: `*` is every element of an array. */
export const NESTED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'examples.*': ['description', 'input', 'output'],
  mcp: [
    'name',
    'title',
    'description',
    'annotations',
    'inputSchema',
    'outputSchema',
    'icons',
    'execution',
    '_meta',
  ],
  'mcp.annotations': ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'],
  'mcp.icons.*': ['src', 'mimeType', 'sizes', 'theme'],
  'mcp.execution': ['taskSupport'],
};

/** The fields of a manifest, and of two objects in it. */
export const MANIFEST_FIELDS = [
  'btcp',
  'name',
  'version',
  'description',
  'provider',
  'tools',
  'capabilities',
  'config',
] as const;
export const PROVIDER_FIELDS = ['name', 'url', 'contact', 'icon'] as const;
export const CONFIG_FIELDS = ['timeout', 'sandbox', 'maxConcurrent'] as const;
