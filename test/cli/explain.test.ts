import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runCli } from '@btcp/cli';
import { RULES } from '@btcp/schema/check';

async function explain(id: string): Promise<readonly [code: number, out: string]> {
  let out = '';
  const write = (text: string): void => void (out += text);
  const code = await runCli(['explain', id], { cwd: '.', stdout: write, stderr: write, isTerminal: false });
  return [code, out];
}

/** The ids of diagnostics in the source of the build and the command line. */
function idsInSource(): readonly string[] {
  const ids = ['codegen', 'cli'].flatMap((name) => {
    const folder = fileURLToPath(new URL(`../../packages/${name}/src`, import.meta.url));
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) => [
        ...readFileSync(join(folder, path), 'utf8').matchAll(
          /(?:\bid: |\.error\(|failed\([^,]+, |report\([^,]+, )'([a-z]+(?:-[a-z]+)+)'/g,
        ),
      ])
      .map(([, id = '']) => id);
  });
  return [...new Set(ids)];
}

it('explains every id that a diagnostic can have', async () => {
  const ids = [...RULES.map(({ id }) => id), ...idsInSource()];
  expect(ids.length).toBeGreaterThan(100);
  const unknown = (await Promise.all(ids.map(async (id) => [id, (await explain(id))[0]] as const))).filter(
    ([, code]) => code !== 0,
  );
  expect(unknown).toEqual([]);
});

it('explains one that no rule reports, and suggests a similar id', async () => {
  expect(await explain('tool-in-function')).toEqual([
    0,
    '# `tool-in-function`\n\nA tool has to be defined at the top level of a module: the build does not run functions.\n\n' +
      'Its message says where, and its help what to do.\n',
  ]);
  const [known, page] = await explain('default-changed');
  expect([known, page]).toEqual([
    0,
    expect.stringContaining('A call without the value means something else.'),
  ]);
  const [code, out] = await explain('tool-in-functon');
  expect([code, out]).toEqual([2, expect.stringContaining('did you mean "tool-in-function"?')]);
});
