import { fileURLToPath } from 'node:url';
import { btcp } from '@btcp/vite';
import type { InlineConfig } from 'vite';
import { writeProject } from '../support/write-project.ts';

/** A module with a tool, whose schemas use a constant of its own and one of a module that its handler uses, too. */
export const TOOL = `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { LONGEST, Title } from './title.ts';

const Count = Type.Integer({ description: 'How often it is said.', minimum: 1 });

/** Says a title several times over. */
export const sayTitle = defineTool({
  inputSchema: Type.Object({ title: Title, count: Count }, { additionalProperties: false }),
  outputSchema: Type.String(),
  capabilities: [],
  execute({ title, count }) {
    if (title.length > LONGEST) throw new Error('Too long to be said.');
    return title.repeat(count);
  },
});
`;

const TITLE = `import { Type } from '@sinclair/typebox';

export const LONGEST = 40;
export const Title = Type.String({ description: 'What is said.', maxLength: 80 });
`;

const PAGE = `import { BTCPClient } from '@btcp/client';
import { registration } from '../generated/registration.ts';

const client = new BTCPClient();
client.use(registration);
Object.assign(globalThis, { btcp: client, page: Math.random() });
`;

/** Writes an app with one tool, and nothing built. */
export const writeApp = (files: Readonly<Record<string, string>> = {}): Promise<string> =>
  writeProject({
    'src/tools/say-title.ts': TOOL,
    'src/tools/title.ts': TITLE,
    'src/page.ts': PAGE,
    'index.html':
      '<!doctype html><title>Says</title><link rel="icon" href="data:,"><script type="module" src="/src/page.ts"></script>',
    'btcp.config.ts': `import { defineConfig } from '@btcp/core';
export default defineConfig({ description: 'Says titles.', tools: ['src/tools/*.ts'] });`,
    ...files,
  });

/** Vite's config of an app, with the packages' sources. */
export const configOf = (root: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'silent',
  cacheDir: `${root}/.vite`,
  plugins: [btcp()],
  resolve: { conditions: ['@btcp/source', 'module', 'browser', 'development|production'] },
  server: { host: '127.0.0.1', port: 0, fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
});
