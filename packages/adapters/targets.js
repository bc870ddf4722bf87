/** The formats that a tool can be exported to. */
export const TARGETS = [
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
    'a2a',
];
//# sourceMappingURL=targets.js.map