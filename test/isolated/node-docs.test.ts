import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BTCPClient } from '@btcp/client';
import { build } from '@btcp/codegen';
import type { ToolContext } from '@btcp/core';
import { BTCPTestClient, installFakes } from '@btcp/testing';
import { expect, it, onTestFinished } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { importRegistration } from '../support/import-registration.ts';
import { writeProject } from '../support/write-project.ts';

const PAGES = ['isolation.md', 'isolated-tools.md'].map((page) =>
  fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)),
);

it('docs show tools that build, and a host that registers them in QuickJS', async () => {
  const text = (await Promise.all(PAGES.map((page) => readFile(page, 'utf8')))).join('\n');
  const files = Object.fromEntries(
    [...text.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)].map(([, path = '', code = '']) => [path, code]),
  );
  expect(Object.keys(files)).toEqual([
    'btcp.config.ts',
    'src/tools/outline.ts',
    'host.ts',
    'vite.config.ts',
    'context.ts',
  ]);
  const root = await writeProject({
    ...files,
    'page.html': '<h1>One</h1><h2></h2>',
    'host.ts': `${files['host.ts']}export { client };`,
  });
  expect((await build({ cwd: root })).ok).toBe(true);
  const { client } = (await import(pathToFileURL(join(root, 'host.ts')).href)) as {
    readonly client: BTCPClient;
  };
  await client.grantCapabilities(['dom:read', 'storage:local:write']);
  await expect(client.callTool('listHeadings')).rejects.toMatchObject({
    code: 'DOM_UNAVAILABLE',
    message: 'There is no document.',
  });

  expect(
    await btcp(root, ...'call listHeadings --grant-all --html page.html --context context.ts'.split(' ')),
  ).toEqual({
    code: 0,
    out: '[\n  "One",\n  ""\n]\n',
    err: '',
  });
  const { default: own } = (await import(pathToFileURL(join(root, 'context.ts')).href)) as {
    readonly default: Pick<ToolContext, 'fetch' | 'storage'>;
  };
  await own.storage.local.set('headings', '2');
  expect(await own.storage.local.get('headings')).toBe('2');
  expect((await own.fetch('https://api.example.com/')).text).toBe('What https://api.example.com/ says');

  const registration = await importRegistration(root);
  const stored = new Map<string, string>();
  const page = { all: async () => [{ text: 'One' }, { text: null }] };
  const storage = { local: { set: async (key: string, value: string) => void stored.set(key, value) } };
  const faked = new BTCPClient({ sandbox: 'wasm', context: { page, storage } as never });
  await faked.registerManifest(registration);
  await faked.grantCapabilities(['dom:read', 'storage:local:write']);
  expect(await faked.callTool('listHeadings')).toEqual(['One', '']);
  expect([...stored]).toEqual([['headings', '2']]);

  // As docs/testing.md says: their source inline, and what was built in QuickJS.
  const tools = (await import(pathToFileURL(join(root, 'src/tools/outline.ts')).href)) as object;
  for (const sandbox of ['inline', 'wasm', 'as built'] as const) {
    const tested = new BTCPTestClient({
      html: '<h1>One</h1><p>None</p><h2></h2>',
      ...(sandbox !== 'as built' && { sandbox }),
    });
    const fakes = installFakes(tested);
    onTestFinished(fakes.restore);
    await (sandbox === 'inline' ? tested.registerTools({ ...tools }) : tested.registerManifest(registration));
    await tested.grantCapabilities(['dom:read', 'storage:local:write']);
    expect(await tested.callTool('listHeadings')).toEqual(['One', '']);
    expect(fakes.localStorage.getItem('headings')).toBe('2');
  }
});
