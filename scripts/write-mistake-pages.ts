/** Writes into docs/mistakes what `btcp check` says of each tool now. */
import { writeFile } from 'node:fs/promises';
import { checkMistakes, MISTAKE_PAGES, readMistakePages, withMessages } from './mistake-pages.ts';

const pages = await readMistakePages();
const messages = await checkMistakes(pages, 'before');
for (const page of pages)
  await writeFile(
    new URL(`${page.name}.md`, MISTAKE_PAGES),
    withMessages(page, messages.get(page.name) ?? ''),
  );
for (const [name, text] of await checkMistakes(pages, 'after'))
  console.error(`What ${name} has after it was corrected is not right yet:\n${text}`);
