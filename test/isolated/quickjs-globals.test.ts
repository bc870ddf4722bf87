import { BTCPClient } from '@btcp/client';
import { expect, it } from 'vitest';
import { QUICKJS_GLOBALS } from '../../packages/codegen/src/infer/capabilities/table/quickjs-globals.ts';
import { removeProject } from '../support/write-project.ts';
import { buildIsolatedProject } from './build-isolated-project.ts';

const TOOLS = `/** Lists the globals of the engine. */
export const listGlobals = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Array(Type.String({ description: 'A name.' }), { description: 'All names.' }),
  capabilities: [],
  execute: () => Object.getOwnPropertyNames(globalThis),
});
`;

it('the globals that a build lets tools for QuickJS use are those that it has', async () => {
  const { root, registration } = await buildIsolatedProject(TOOLS, { sandbox: 'wasm' });
  try {
    const client = new BTCPClient();
    await client.registerManifest(registration);
    const globals = (await client.callTool('listGlobals', {})) as readonly string[];
    expect([...globals].sort()).toEqual([...QUICKJS_GLOBALS].sort());
  } finally {
    await removeProject(root);
  }
});
