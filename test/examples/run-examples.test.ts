import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';

it.each(['quickstart', 'shop', 'spreadsheet', 'office'])(
  'the examples of %s give what they say',
  async (story) => {
    const cwd = fileURLToPath(new URL(`../../examples/${story}/`, import.meta.url));
    const { code, out } = await btcp(cwd, 'check', '--run', '--format', 'json');
    expect([code, story]).toEqual([0, story]);
    expect(out).not.toMatch(/"example-fails"|"example-output-differs"|"suppression-unused"/);
  },
);
