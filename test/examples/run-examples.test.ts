import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runCli } from '@btcp/cli';

it.each(['quickstart', 'shop', 'spreadsheet', 'office'])(
  'the examples of %s give what they say',
  async (story) => {
    const cwd = fileURLToPath(new URL(`../../examples/${story}/`, import.meta.url));
    let out = '';
    const io = {
      cwd,
      stdout: (text: string) => void (out += text),
      stderr: () => undefined,
      isTerminal: false,
    };
    expect([await runCli(['check', '--run', '--format', 'json'], io), story]).toEqual([0, story]);
    expect(out).not.toMatch(/"example-fails"|"example-output-differs"|"suppression-unused"/);
  },
);
