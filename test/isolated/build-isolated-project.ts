import { build } from '@btcp/codegen';
import type { Registration } from '@btcp/core';
import { importRegistration } from '../support/import-registration.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { makeProject } from '../support/write-project.ts';

/**
 * Builds a project with isolated tools, for whoever removes it.
 *
 * @param tools - The text of the module with the tools, after its two usual imports.
 * @param config - Of the manifest.
 */
export async function buildIsolatedProject(
  tools: string,
  config: object,
): Promise<{ readonly root: string; readonly registration: Registration }> {
  const root = await makeProject({
    'src/tools.ts': IMPORTS + tools,
    'btcp.config.ts': `import { defineConfig } from '@btcp/core';
export default defineConfig({ tools: ['src/*.ts'], config: ${JSON.stringify(config)} });`,
  });
  const { ok, diagnostics } = await build({ cwd: root });
  if (!ok) throw new Error(JSON.stringify(diagnostics));
  return { root, registration: await importRegistration(root) };
}
