import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FRAME_PAGE_FILE, frameModule } from '../../scripts/write-frame-page.ts';

it('the page of isolated frames is what `npm run frame-page` writes', async () => {
  expect(await readFile(FRAME_PAGE_FILE, 'utf8')).toBe(await frameModule());
});
