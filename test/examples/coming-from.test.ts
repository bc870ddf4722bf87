import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BTCPClient } from '@btcp/client';
import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { findTypeMistakes } from '../support/find-type-mistakes.ts';
import { importRegistration } from '../support/import-registration.ts';
import { writeFiles, writeProject } from '../support/write-project.ts';
import { ROOT } from './copy-story.ts';

const ORDERS = `const ORDERS = [{ id: 'o2', text: 'two chairs' }, { id: 'o1', text: 'a table' }];

export async function searchOrders(word: string, limit: number): Promise<string[]> {
  return ORDERS.filter(({ text }) => text.includes(word)).map(({ id }) => id).slice(0, limit);
}
`;

const DIFF = /^`(src\/tools\/from-([a-z-]+)\.ts)`[^\n]*:\n\n```diff\n(.*?)^```$/gms;

/** What the diffs of the page have on one side, by the names of the toolkits. */
async function sidesOf(side: '+' | '-'): Promise<ReadonlyMap<string, { path: string; text: string }>> {
  const page = await readFile(join(ROOT, 'docs/coming-from.md'), 'utf8');
  return new Map(
    [...page.matchAll(DIFF)].map(([, path = '', name = '', diff = '']) => {
      const lines = diff.split('\n').filter((line) => line === '' || line[0] === ' ' || line[0] === side);
      return [name, { path, text: lines.map((line) => line.slice(1)).join('\n') }] as const;
    }),
  );
}

it('shows four toolkits', async () => {
  expect([...(await sidesOf('+')).keys()]).toEqual(['mcp-sdk', 'ai-sdk', 'xmcp', 'webmcp']);
});

it.each(['mcp-sdk', 'ai-sdk', 'xmcp', 'webmcp'])(
  'the tool that comes from %s compiles, builds without a warning, and runs',
  { timeout: 120_000 },
  async (name) => {
    const { path = '', text = '' } = (await sidesOf('+')).get(name) ?? {};
    const root = await writeProject({
      'src/orders.ts': ORDERS,
      [path]: text,
      'btcp.config.ts': `import { defineConfig } from '@btcp/core';\nexport default defineConfig({ tools: ['src/tools/**/*.ts'] });\n`,
    });
    expect(await btcp(root, 'build')).toMatchObject({ code: 0, err: '' });
    expect(findTypeMistakes([join(root, path)])).toEqual([]);
    const client = new BTCPClient();
    await client.registerManifest(await importRegistration(root));
    expect(await client.callTool('findOrders', { word: 'ch' })).toEqual({ ids: ['o2'] });
    await expect(client.callTool('findOrders', { word: 'c' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: '/word' }],
    });
    expect(client.getTool('findOrders')?.description).toBe('Finds orders by a word, the newest first.');
  },
);

// The others are not installed.
it.each(['mcp-sdk', 'ai-sdk'])(
  'the tool that was one of %s compiles, too',
  { timeout: 120_000 },
  async (name) => {
    const { path = '', text = '' } = (await sidesOf('-')).get(name) ?? {};
    const root = await writeProject({ 'src/orders.ts': ORDERS });
    await writeFiles(root, { [path]: '' });
    await writeFile(join(root, path), text);
    expect(findTypeMistakes([join(root, path)])).toEqual([]);
  },
);
