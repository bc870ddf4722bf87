/** The formats that tools can be imported from. */
export const IMPORT_FORMATS = [
  'mcp-2025-06-18',
  'mcp-2025-11-25',
  'mcp-2026-07-28',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'gemini',
  'gemini-openapi',
  'webmcp',
  'toolfoundation',
  'ikigai',
  'forge',
  'json-schema',
] as const;

/** The id of a format that tools can be imported from. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
