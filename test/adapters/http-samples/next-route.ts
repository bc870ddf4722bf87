import { mcp } from './mcp.ts';

export { mcp as DELETE, mcp as GET, mcp as POST };
