import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { documentedFiles } from '../support/documented-files.ts';
import { writeProject } from '../support/write-project.ts';

const installed = (path: string): string =>
  fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/** Runs a program of the repository's, and returns what it prints, also where it fails. */
async function run(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1' };
  const ran = promisify(execFile)(process.execPath, [installed(program), ...args], { cwd, env });
  const { stdout } = await ran.catch((error: unknown) => error as { readonly stdout: string });
  return stdout;
}

it('docs/testing.md shows tests that pass, of tools that every caller finds the same', async () => {
  const files = await documentedFiles('docs/testing.md');
  const tests = Object.keys(files).filter((path) => path.endsWith('.test.ts'));
  expect(tests).toHaveLength(5);
  const cwd = await writeProject({
    'btcp.config.ts': `import { defineConfig } from '@btcp/core';\nexport default defineConfig({ tools: ['src/tools/*.ts'] });\n`,
    // Vitest's config brings the declarations of happy-dom, which need newer ones of Node.
    'vitest.config.ts': `import { defineConfig } from 'vitest/config';\nexport default defineConfig({ test: { isolate: false, maxWorkers: 1 } });\n`,
    'tsconfig.json': (await documentedFiles('docs/init.md'))['tsconfig.json'] ?? '',
    ...files,
  });
  expect(await btcp(cwd, 'build')).toMatchObject({ code: 0, err: '' });
  expect(await run(cwd, 'typescript-7/bin/tsc', '-p', '.')).toBe('');
  expect(await run(cwd, 'vitest/vitest.mjs', 'run', '--root', cwd)).toMatch(
    /Test Files +5 passed[^]*Tests +11 passed/,
  );
  expect(await btcp(cwd, 'conform')).toMatchObject({ code: 0, err: '' });
});
