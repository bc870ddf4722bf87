import { toNodeHandler } from '@modelcontextprotocol/node';
import express from 'express';
import { mcp } from './mcp.ts';

export const app = express();
const handle = toNodeHandler({ fetch: mcp });
app.all('/mcp', (request, response) => void handle(request, response));
