import { FastMCP } from 'fastmcp';
import { officeTools } from './office-tools.ts';

// A program that serves the office's tools on stdio, with FastMCP.
const { tools } = await officeTools();
const server = new FastMCP({ name: 'office', version: '1.0.0', ping: { enabled: false } });
server.addTool(tools.calculate);
server.addTool(tools.file_edit);
server.addTool(tools.queryDatabase);
server.addTool(tools.searchFiles);
server.addTool(tools.sendApiRequest);
server.addTool(tools.sendEmail);
await server.start({ transportType: 'stdio' });
