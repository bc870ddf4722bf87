import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { installLine, loadPeers } from './load-peers.ts';

const missing = async (): Promise<never> => {
  throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
};

it('says which package to install, in which version', async () => {
  await expect(loadPeers(missing, 'Counting tokens', 'gpt-tokenizer@4')).rejects.toMatchObject({
    reason: 'Counting tokens needs the package gpt-tokenizer, which is not installed.',
    help: 'Run `npm install --save-dev gpt-tokenizer@4`.',
  });
  await expect(loadPeers(missing, 'Serving', '@mcp/a@2', '@mcp/b@2')).rejects.toMatchObject({
    reason: 'Serving needs the packages @mcp/a and @mcp/b, which are not both installed.',
    help: 'Run `npm install --save-dev @mcp/a@2 @mcp/b@2`.',
  });
});

it('passes on what else fails', async () => {
  const broken = new Error('broken');
  await expect(loadPeers(() => Promise.reject(broken), 'Serving', 'a@2')).rejects.toBe(broken);
});

it.each([
  ['pnpm-lock.yaml', 'pnpm add -D'],
  ['yarn.lock', 'yarn add -D'],
  ['bun.lock', 'bun add -D'],
  ['package-lock.json', 'npm install --save-dev'],
])('installs with the package manager of %s', async (lock, line) => {
  const cwd = await mkdtemp(join(tmpdir(), 'install-line-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(join(cwd, lock), '{}');
  expect(await installLine(cwd)).toBe(line);
});
