import { expect, it } from 'vitest';
import { toUnicodePattern } from './rewrite-loose-patterns.ts';

it.each([
  [String.raw`^[\w\-\_.]+$`, String.raw`^[\w\-_.]+$`],
  [String.raw`^[\w-.]+$`, String.raw`^[\w\-.]+$`],
  [String.raw`[.-\d]`, String.raw`[.\-\d]`],
  [String.raw`^https\:\/\/`, String.raw`^https:\/\/`],
  [String.raw`\d\-\d`, String.raw`\d-\d`],
  [String.raw`^[^\@\s]+\@x$`, String.raw`^[^@\s]+@x$`],
  [String.raw`^{{\w+}}$`, String.raw`^\{\{\w+\}\}$`],
  [String.raw`a{2,3}\'`, String.raw`a{2,3}'`],
  [String.raw`^a]\"$`, String.raw`^a\]"$`],
  [String.raw`\😀`, '😀'],
])('%s is read as %s', (loose, written) => {
  expect(toUnicodePattern(loose)).toBe(written);
});

it.each([
  String.raw`^\A\w+\Z`,
  String.raw`\1\-`,
  'x{,3}',
  '(?i)abc',
  String.raw`\pL\-`,
  '[z-a]',
  String.raw`(\-`,
])('%s stays, because what it means is not certain', (pattern) => {
  expect(toUnicodePattern(pattern)).toBeUndefined();
});

it.each([
  [String.raw`^[\w\-\_.]+$`, ['a_b-c.', 'é', 'a b', '']],
  [String.raw`^[\w-.]+$`, ['a-b', 'a.b', 'a,b', 'aéb']],
  [String.raw`^{{\w+}}$`, ['{{a}}', '{a}', '{{}}']],
])('%s accepts the same texts as before', (loose, texts) => {
  const written = new RegExp(toUnicodePattern(loose) ?? 'none', 'u');
  expect(texts.map((text) => written.test(text))).toEqual(texts.map((text) => new RegExp(loose).test(text)));
});
