import { Hono } from 'hono';
import { mcp } from './mcp.ts';

export const app = new Hono();
app.all('/mcp', ({ req }) => mcp(req.raw));
