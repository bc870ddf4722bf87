import type { ImportProfile } from '../../profile/import-profile.ts';
import { mcp2026Import } from '../mcp/import.ts';

/** WebMCP's `ModelContextTool`, without its `execute`. */
export const webMcpImport: ImportProfile = { ...mcp2026Import, title: 'WebMCP', isInputOptional: true };
