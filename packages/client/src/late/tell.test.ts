import { expect, it } from 'vitest';
import { isNews } from './tell.ts';

it('takes each text for news once, and after 1,000 none', () => {
  const client = {};
  const told = Array.from({ length: 1500 }, (_, index) => isNews(client, `text ${index}`));
  expect(told.filter(Boolean)).toHaveLength(1000);
  expect(isNews(client, 'text 7')).toBe(false);
  expect(isNews({}, 'text 7')).toBe(true);
});
