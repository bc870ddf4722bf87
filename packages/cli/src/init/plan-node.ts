import { planNodeTool } from './plan-tool.ts';
import type { KindPlan, Plan } from './plan.ts';

/** Plans what a program in Node needs, so that MCP clients can call its tools. */
export async function planNode(plan: Plan): Promise<KindPlan> {
  planNodeTool(plan);
  if (plan.app.kind === 'mcp-server') plan.notes.push(...SERVER_NOTES);
  return {
    scripts: { 'build:tools': 'btcp build', 'serve:tools': 'btcp serve' },
    next: [
      {
        program: ['btcp', 'call', 'listScripts'],
        says: 'one call, as an agent makes it',
      },
      {
        program: ['btcp', 'serve', '--print-config', 'claude-code'],
        says: 'the lines for an MCP client; --write adds them to its file',
      },
    ],
  };
}

const SERVER_NOTES = [
  {
    text: 'The tools that this server has can become tools of btcp, whose `execute` you then write:',
    paste: 'npx btcp import --from mcp-server --out src/tools -- <the command that starts the server>',
  },
  {
    text: 'The server can offer the tools of btcp beside its own (docs/standard-schema.md), with @btcp/adapters and @btcp/client:',
    paste: `const client = new BTCPClient();
await client.registerManifest(registration);
for (const tool of Object.values(standardTools(client, registration)))
  server.registerTool(tool.name, tool, mcpHandler(tool));`,
  },
];
