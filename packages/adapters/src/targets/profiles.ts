import type { Target } from '../targets.ts';
import { a2a } from './a2a.ts';
import { anthropic } from './anthropic.ts';
import { forge } from './forge.ts';
import { geminiOpenapi } from './gemini-openapi.ts';
import { gemini } from './gemini.ts';
import { ikigai } from './ikigai.ts';
import { mcp2025, mcp2026 } from './mcp.ts';
import { openaiChat, openaiResponses } from './openai.ts';
import type { Profile } from './profile.ts';
import { toolfoundation } from './toolfoundation.ts';
import { webmcp } from './webmcp.ts';

/** What is particular about each target. */
export const PROFILES: Readonly<Record<Target, Profile>> = {
  'mcp-2025-06-18': mcp2025,
  'mcp-2025-11-25': mcp2025,
  'mcp-2026-07-28': mcp2026,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  gemini,
  'gemini-openapi': geminiOpenapi,
  webmcp,
  toolfoundation,
  ikigai,
  forge,
  a2a,
};
