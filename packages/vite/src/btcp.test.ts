import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { btcp } from './btcp.ts';

const { NODE_PATH } = process.env;

function setNodePath(path: string | undefined): void {
  if (path === undefined) delete process.env['NODE_PATH'];
  else process.env['NODE_PATH'] = path;
  // oxlint-disable-next-line no-underscore-dangle -- Node reads it once, and has no other name for this
  (Module as typeof Module & { _initPaths: () => void })._initPaths();
}

it('refuses an option that there is not: Vite checks no types of its config', () => {
  expect(() => btcp({ config: 'web.btcp.config.ts' } as never)).toThrow(
    'btcp() has no option "config", only `configFile`.',
  );
  expect(btcp({ configFile: 'web.btcp.config.ts' })).toHaveLength(4);
});

it('has installed modules of a page bundled before it loads, but none that a workspace links', async () => {
  const root = await mkdtemp(join(tmpdir(), 'btcp-vite-'));
  const folders = ['@btcp/client', '@sinclair/typebox', 'react', '.pnpm/node_modules/@btcp/schema'];
  for (const folder of [...folders.map((each) => `node_modules/${each}`), 'core', 'app'])
    await mkdir(join(root, folder), { recursive: true });
  await symlink('../../core', join(root, 'node_modules/@btcp/core'));
  // As pnpm's commands have it; Node reads it once.
  setNodePath(join(root, 'node_modules/.pnpm/node_modules'));
  onTestFinished(() => setNodePath(NODE_PATH));
  const [plugin] = btcp();
  // A hook is a function, or an object with one.
  const config = plugin?.config as unknown as (config: { readonly root: string }) => unknown;
  expect(config({ root: join(root, 'app') })).toEqual({
    optimizeDeps: {
      include: ['@btcp/client', '@btcp/client/consent-dialog', '@btcp/client/react', '@sinclair/typebox'],
    },
  });
  await rm(join(root, 'node_modules/react'), { recursive: true });
  expect(config({ root: join(root, 'app') })).toEqual({
    optimizeDeps: { include: ['@btcp/client', '@btcp/client/consent-dialog', '@sinclair/typebox'] },
  });
  await rm(root, { recursive: true });
});
