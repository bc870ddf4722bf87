import { expect, it } from 'vitest';
import { checkMistakes, readMistakePages, withMessages } from '../../scripts/mistake-pages.ts';

// Two projects with every tool, and the types of the browser.
const TIMEOUT = 120_000;

it(
  'shows on each page of mistakes what is said of its tool now (npm run mistakes writes it)',
  async () => {
    const pages = await readMistakePages();
    const messages = await checkMistakes(pages, 'before');
    for (const page of pages) expect(page.text).toBe(withMessages(page, messages.get(page.name) ?? ''));
    expect([...messages.keys()]).toEqual(pages.map(({ name }) => name));
  },
  TIMEOUT,
);

it(
  'finds nothing once they are corrected',
  async () => {
    expect(await checkMistakes(await readMistakePages(), 'after')).toEqual(new Map());
  },
  TIMEOUT,
);
