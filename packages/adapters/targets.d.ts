/** The formats that a tool can be exported to. */
export declare const TARGETS: readonly ["mcp-2025-06-18", "mcp-2025-11-25", "mcp-2026-07-28", "openai-chat", "openai-responses", "anthropic", "gemini", "gemini-openapi", "webmcp", "toolfoundation", "ikigai", "forge", "a2a"];
/** The id of a format that a tool can be exported to. */
export type Target = (typeof TARGETS)[number];
//# sourceMappingURL=targets.d.ts.map