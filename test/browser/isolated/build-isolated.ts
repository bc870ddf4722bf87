import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '@btcp/codegen';
import { bundlePage } from '../../support/bundle-page.ts';
import { makeProject, removeProject } from '../../support/write-project.ts';

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));

/**
 * Builds a project with isolated tools, and a page that has its registration and `globalThis.host`.
 *
 * @param tools - The text of the module with the tools.
 * @param sandbox - The level of the config; none for tools that run inline.
 */
export async function buildIsolated(
  tools: string,
  sandbox?: string,
): Promise<Readonly<Record<string, string>>> {
  const root = await makeProject({
    'src/tools.ts': tools,
    'page.ts': `import { createHost } from ${JSON.stringify(HOST)};
import { registration } from './generated/registration.ts';
Object.assign(globalThis, { host: createHost(registration) });`,
    'btcp.config.ts': `import { defineConfig } from '@btcp/core';
export default defineConfig({ tools: ['src/*.ts'], config: ${JSON.stringify({ sandbox, timeout: 5000 })}, rules: ${RULES} });`,
  });
  try {
    const { ok, diagnostics } = await build({ cwd: root });
    if (!ok) throw new Error(JSON.stringify(diagnostics));
    const generated = (name: string): Promise<string> => readFile(join(root, 'generated', name), 'utf8');
    return {
      '/index.html':
        '<!doctype html><html lang="en"><title>Host</title><script type="module" src="/main.js"></script></html>',
      '/main.js': await bundlePage(join(root, 'page.ts')),
      ...(sandbox !== undefined && {
        '/isolated.js': await generated('isolated.js'),
        '/btcp-isolated.html': await generated('btcp-isolated.html'),
      }),
    };
  } finally {
    await removeProject(root);
  }
}

const RULES = JSON.stringify({ 'output-properties-open': 'off', 'capability-unused': 'off' });
