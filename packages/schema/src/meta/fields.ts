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
  'confirm',
  'ui',
  'mcp',
] as const;

/** The fields of a manifest, and of the objects in it. */
export const MANIFEST_FIELDS = [
  'btcp',
  'name',
  'version',
  'description',
  'provider',
  'tools',
  'capabilities',
  'capabilityDetails',
  'config',
] as const;
export const CAPABILITY_FIELDS = ['title', 'description', 'risk'] as const;
export const PROVIDER_FIELDS = ['name', 'url', 'contact', 'icon'] as const;
export const CONFIG_FIELDS = ['timeout', 'sandbox', 'maxConcurrent'] as const;
