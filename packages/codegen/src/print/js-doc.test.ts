import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { jsDocLines } from './js-doc.ts';

test('says nothing where there is nothing to say', () => {
  expect(jsDocLines(undefined)).toEqual([]);
  expect(jsDocLines(' \n ')).toEqual([]);
});

test('stays on one line where it fits', () => {
  expect(jsDocLines('The cell.')).toEqual(['/** The cell. */']);
  expect(jsDocLines(undefined, [{ name: 'minimum', text: '0' }])).toEqual(['/** @minimum 0 */']);
});

test('keeps paragraphs, and sets tags apart', () => {
  expect(
    jsDocLines('One\r\n\r\n\r\ntwo \n three\n', [
      { name: 'deprecated', text: 'Use b.' },
      { name: 'integer' },
    ]),
  ).toEqual([
    '/**',
    ' * One',
    ' *',
    ' * two',
    ' * three',
    ' *',
    ' * @deprecated Use b.',
    ' * @integer',
    ' */',
  ]);
});

const HOSTILE: readonly string[] = [
  '*/ export const stolen = 1; /*',
  '*\u2028/ */',
  '@deprecated',
  'text @deprecated',
  'text\n@deprecated',
  'text\r@deprecated',
  'text\u2029@deprecated',
  '(@deprecated',
  '\u200b@deprecated',
  '`\n@deprecated\n`',
  '```\n@deprecated\n```',
  '\u202e desrever \u0000 \u{e0041}',
];

test.each(HOSTILE)('%j stays text', (text) => {
  const comment = jsDocLines(text, [
    { name: 'default', text },
    { name: 'example', text, isCode: true },
  ]).join('\n');
  const file = ts.createSourceFile(
    'a.ts',
    `${comment}\nexport function f() {}`,
    ts.ScriptTarget.Latest,
    true,
  );
  const [only, ...rest] = file.statements;
  expect(rest).toEqual([]);
  const tags = only ? ts.getJSDocTags(only).map((tag) => tag.tagName.text) : [];
  expect(tags).toEqual(['default', 'example']);
  expect(comment.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});
