import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from './read-config.ts';

/** Reads a config with this text, for at most half a second. */
async function read(text: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'read-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'btcp.config.ts');
  await writeFile(path, text);
  return readConfig(path, 500);
}

it.each([
  ['loops', 'for (;;) {}'],
  ['matches without end', `/^(a+)+$/.test('a'.repeat(60) + 'b');\nexport default {};`],
])('ends code that %s', async (_, text) => {
  await expect(read(text)).rejects.toThrow('it has not finished within 0.5 s; take out what loops or waits');
});
