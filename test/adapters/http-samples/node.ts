import { createServer, type RequestListener } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { mcp } from './mcp.ts';

export const server = createServer(toNodeHandler({ fetch: mcp }) as RequestListener);
