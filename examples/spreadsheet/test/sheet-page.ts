import { readFileSync } from 'node:fs';
import { createMockDOM } from '@btcp/testing';
import { openSheet } from '../src/sheet/open-sheet.ts';
import { renderSheet } from '../src/sheet/render-sheet.ts';

const HTML = readFileSync(new URL('../page/index.html', import.meta.url), 'utf8');

/** The spreadsheet's page, calculated as its program does it at the start. */
export function openSheetPage(): Document {
  const page = createMockDOM(HTML);
  renderSheet(openSheet(page));
  return page;
}

/** The text that the page shows in a cell of the sheet that is not hidden. */
export function shown(page: Document, address: string): string | null | undefined {
  return openSheet(page).cells.get(address)?.textContent;
}
