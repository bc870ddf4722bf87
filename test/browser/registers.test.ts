import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { nameOf, toolsUpTo } from '../support/many-tools.ts';
import { openPage } from '../support/open-page.ts';
import { full } from '../support/runs.ts';
import { servePage } from '../support/serve-page.ts';
import { writeProject } from '../support/write-project.ts';

/** The files of a program whose dynamic imports are separate files. */
async function bundleSplit(entry: string): Promise<Readonly<Record<string, string>>> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outdir: '/',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['@btcp/source'],
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]));
}

describeBrowser('a page under a strict policy', (browser) => {
  it('loads the checks of a registration when one is made by hand, and not before', async () => {
    const server = await servePage({
      '/index.html':
        '<!doctype html><html lang="en"><title>Before</title><script type="module" src="/registers.js"></script></html>',
      ...(await bundleSplit(fileURLToPath(new URL('./pages/registers.ts', import.meta.url)))),
    });
    const { page, problems, close } = await openPage(browser(), server.url);
    try {
      await page.waitForFunction(() => document.title !== 'Before');
      expect(JSON.parse(await page.title())).toEqual([
        'order-tools',
        false,
        'by-hand',
        true,
        'Invalid manifest: /btcp must be text like /^1\\.\\d+$/; got "1"',
      ]);
      expect(problems).toEqual([]);
    } finally {
      await close();
      await server.close();
    }
  });

  full('loads the validators of many tools when one of them is called, without the others', async () => {
    const root = await writeProject({ 'src/a.ts': toolsUpTo(55), 'page.ts': CALLS_TWO });
    expect((await btcp(root, 'build')).code).toBe(0);
    const server = await servePage({
      '/index.html':
        '<!doctype html><html lang="en"><title>Before</title><script type="module" src="/page.js"></script></html>',
      ...(await bundleSplit(join(root, 'page.ts'))),
    });
    const { page, problems, close } = await openPage(browser(), server.url);
    try {
      await page.waitForFunction(() => document.title !== 'Before');
      expect(JSON.parse(await page.title())).toEqual([
        [],
        { rows: 3 },
        ['validators-1'],
        'INVALID_INPUT',
        ['validators-1', 'validators-3'],
      ]);
      expect(problems).toEqual([]);
    } finally {
      await close();
      await server.close();
    }
  });
});

const CALLS_TWO = `import { BTCPClient } from '@btcp/client';
import { registration } from './generated/registration.ts';

const loaded = () => performance.getEntriesByType('resource').flatMap(({ name }) => /validators-\\d/.exec(name) ?? []).sort();
const client = new BTCPClient();
await client.registerManifest(registration);
const before = loaded();
const first = await client.callTool('${nameOf(3)}', {});
const then = loaded();
const { code } = await client.callTool('${nameOf(54)}', { most: 155 }).catch((error) => error);
document.title = JSON.stringify([before, first, then, code, loaded()]);
`;
