import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULES } from '@btcp/schema/check';

const PAGES = new URL('../../docs/rules/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, PAGES), 'utf8');

it('lists every rule with its severity and the title of its page (npm run rules writes it)', () => {
  const rows = [...read('README.md').matchAll(/^\| \[`.*$/gm)].map(([row]) => row.replace(/ +/g, ' '));
  expect(rows).toEqual(
    RULES.map(({ id, severity }) => {
      const [title = ''] = read(`${id}.md`).split('\n');
      return `| [\`${id}\`](${id}.md) | ${severity} | ${title.replace('# ', '')} |`;
    }),
  );
});
