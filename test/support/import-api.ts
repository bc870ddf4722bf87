import { BTCPClient } from '@btcp/client';
import { build } from '@btcp/codegen';
import { expect } from 'vitest';
import { btcp, type Run } from './btcp.ts';
import { importRegistration } from './import-registration.ts';
import { configText, writeProject } from './write-project.ts';

/** Imports an OpenAPI document into a new project. */
export async function importApi(
  document: string,
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<Run & { readonly root: string }> {
  const root = await writeProject({
    'btcp.config.ts': configText("['src/api/*.ts']", ['description-vague', 'number-without-limits']),
    ...files,
  });
  const run = await btcp(root, 'import', '--from', 'openapi', document, '--out', 'src/api', ...args);
  return { ...run, root };
}

/** Builds an imported project without an error, and makes a client of its tools. */
export async function clientOf(root: string, openapi: object): Promise<BTCPClient> {
  const { diagnostics } = await build({ cwd: root });
  // Nobody but the import could mend what it wrote.
  expect(diagnostics.filter(({ file }) => file.endsWith('/http.ts'))).toEqual([]);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  // The generated module declares the member for its own project.
  const context: object = { openapi };
  const client = new BTCPClient({ context });
  await client.registerManifest(await importRegistration(root));
  await client.grantCapabilities(['network:fetch:cross-origin']);
  return client;
}
