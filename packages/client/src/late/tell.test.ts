import { expect, it } from 'vitest';
import { isNews } from './tell.ts';

it('takes each text for news once, and after 1,000 none', () => {
  const state = { said: new Set<string>() };
  const told = Array.from({ length: 1500 }, (_, index) => isNews(state, `text ${index}`));
  expect(told.filter(Boolean)).toHaveLength(1000);
  expect(isNews(state, 'text 7')).toBe(false);
  expect(state.said.size).toBe(1000);
});
