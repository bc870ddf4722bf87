import { expect, it } from 'vitest';
import { printDoc } from './js-doc.ts';

it('prints a description that a build reads back', () => {
  expect(printDoc('Gets an item.')).toBe('/** Gets an item. */');
});

it.each([
  ['would end the comment', 'Gets */ an item.'],
  ['would begin a tag', 'Gets @internal items.'],
  ['would suppress a rule of the tool', 'btcp-ignore descriptions-alike: Gets an item.'],
])('prints none that %s', (_, text) => {
  expect(printDoc(text)).toBeUndefined();
});
