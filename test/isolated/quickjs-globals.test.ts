import { check } from '@btcp/codegen';
import { BTCPClient } from '@btcp/client';
import { expect, it } from 'vitest';
import { IMPORTS } from '../support/tool-source.ts';
import { removeProject, writeProject } from '../support/write-project.ts';
import { buildIsolatedProject } from './build-isolated-project.ts';

/** Globals of pages and of Node. */
const LACKING = [
  'AbortController Blob Event Headers Intl Response TextDecoder TextEncoder URL URLSearchParams WebAssembly',
  'clearTimeout crypto document fetch localStorage navigator process setInterval setTimeout structuredClone window',
].flatMap((line) => line.split(' '));
/** The engine has functions of these names for messages to the host. */
const OF_THE_PAGE = ['addEventListener', 'postMessage'];

/** A tool that lists names. */
const tool = (names: string): string => `/** Lists the names of globals. */
export const listGlobals = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Array(Type.String({ description: 'A name.' }), { description: 'All names.' }),
  capabilities: [],
  execute: () => ${names},
});
`;

async function globalsOfQuickJs(): Promise<readonly string[]> {
  const { root, registration } = await buildIsolatedProject(tool('Object.getOwnPropertyNames(globalThis)'), {
    sandbox: 'wasm',
  });
  try {
    const client = new BTCPClient();
    await client.registerManifest(registration);
    return (await client.callTool('listGlobals')) as readonly string[];
  } finally {
    await removeProject(root);
  }
}

it('a build for QuickJS refuses the globals that it lacks, and no others', async () => {
  const ofEngine = new Set(await globalsOfQuickJs());
  const names = [...new Set([...ofEngine, ...LACKING])].sort();
  const source = IMPORTS + tool(`[\n${names.map((name) => `${name},`).join('\n')}\n].map(String)`);
  const cwd = await writeProject({
    'src/tools.ts': source,
    'btcp.config.ts': `export default { tools: ['src/*.ts'], config: { sandbox: 'wasm' } };`,
  });
  const { diagnostics } = await check({ cwd });
  const lines = source.split('\n');
  const refused = diagnostics.flatMap(({ id, line }) =>
    id === 'isolated-out-of-reach' ? (lines[line - 1] ?? '').slice(0, -1) : [],
  );
  expect([...new Set(refused)].sort()).toEqual([...LACKING, ...OF_THE_PAGE].sort());
});
