import { readFileSync } from 'node:fs';
import { createMockDOM } from '@btcp/testing';

const HTML = readFileSync(new URL('../page/index.html', import.meta.url), 'utf8');

/** The shop's page, without its program. */
export function openShopPage(): Document {
  return createMockDOM(HTML);
}
