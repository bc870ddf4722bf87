/** The formats whose calls can be decoded, and whose results can be encoded. */
export const CALL_TARGETS = [
  'mcp-2025-06-18',
  'mcp-2025-11-25',
  'mcp-2026-07-28',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'gemini',
  'gemini-openapi',
  'ikigai',
  'forge',
] as const;

/** The id of a format whose calls can be decoded. */
export type CallTarget = (typeof CALL_TARGETS)[number];
