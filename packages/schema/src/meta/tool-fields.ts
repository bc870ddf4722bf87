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
  'tags',
  'timeout',
  'mcp',
] as const;
