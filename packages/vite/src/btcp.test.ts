import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { btcp } from './btcp.ts';

it('refuses an option that there is not: Vite checks no types of its config', () => {
  expect(() => btcp({ config: 'web.btcp.config.ts' } as never)).toThrow(
    'btcp() has no option "config", only `configFile`.',
  );
  expect(btcp({ configFile: 'web.btcp.config.ts' })).toHaveLength(3);
});

it('has installed modules of a page bundled before it loads, but none that a workspace links', async () => {
  const root = await mkdtemp(join(tmpdir(), 'btcp-vite-'));
  for (const folder of ['node_modules/@btcp/client', 'node_modules/@sinclair/typebox', 'core', 'app'])
    await mkdir(join(root, folder), { recursive: true });
  await symlink('../../core', join(root, 'node_modules/@btcp/core'));
  const [plugin] = btcp();
  // A hook is a function, or an object with one.
  const config = plugin?.config as unknown as (config: { readonly root: string }) => unknown;
  expect(config({ root: join(root, 'app') })).toEqual({
    optimizeDeps: { include: ['@btcp/client', '@btcp/client/consent-dialog', '@sinclair/typebox'] },
  });
  await rm(root, { recursive: true });
});
