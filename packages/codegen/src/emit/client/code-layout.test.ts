import type { Options } from 'prettier';
import { expect, test } from 'vitest';
import { layoutOf } from './code-layout.ts';

test("follows prettier's defaults where nothing is said", () => {
  expect(layoutOf(null)).toEqual({ printWidth: 80, tabWidth: 2, useTabs: false, singleQuote: false });
  expect(layoutOf({})).toEqual({ printWidth: 80, tabWidth: 2, useTabs: false, singleQuote: false });
});

test('follows width, indentation and quotes', () => {
  expect(
    layoutOf({ singleQuote: true, printWidth: 110, useTabs: true, semi: true, proseWrap: 'always' }),
  ).toEqual({
    printWidth: 110,
    tabWidth: 2,
    useTabs: true,
    singleQuote: true,
  });
});

const UNFOLLOWED: readonly Options[] = [
  { semi: false },
  { printWidth: 60 },
  { trailingComma: 'es5' },
  { plugins: ['a-plugin'] },
  { unheardOf: 1 },
];

test.each(UNFOLLOWED)('leaves %j to prettier', (options) => {
  expect(layoutOf(options)).toBeUndefined();
});
