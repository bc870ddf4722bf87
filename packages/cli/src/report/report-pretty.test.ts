import type { Diagnostic } from '@btcp/core';
import { expect, it } from 'vitest';
import { reportPretty } from './report-pretty.ts';

const at = (column: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
  id: 'schema-invalid',
  severity: 'error',
  file: 'manifest.json',
  line: 1,
  column,
  length: 3,
  message: 'This is wrong.',
  help: 'Correct it.',
  ...more,
});

it('shows the part of a long line around the place', () => {
  const line = `${'a'.repeat(1000)}bad${'c'.repeat(1000)}`;
  expect(reportPretty([at(1001)], () => [line])).toBe(
    `manifest.json:1:1001  error  schema-invalid
  This is wrong.

> 1 | …${'a'.repeat(60)}bad${'c'.repeat(77)}…
    | ${' '.repeat(61)}^^^
  help: Correct it.

`,
  );
});

it('escapes control characters of files and names', () => {
  const hostile = at(8, { file: 'm\n::error ::x.json', message: 'It has \u001b[31m and \u009b2J.' });
  expect(reportPretty([hostile], () => ['\t\u001b[2J\u202e bad']))
    .toBe(`m\\u{A}::error ::x.json:1:8  error  schema-invalid
  It has \\u{1B}[31m and \\u{9B}2J.

> 1 | \t\\u{1B}[2J\\u{202E} bad
    | \t${' '.repeat(18)}^^^
  help: Correct it.

`);
});

it('reports several notes of one rule once, with their places, behind everything else', () => {
  const note = (line: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
    ...at(3, {
      id: 'examples-missing',
      severity: 'info',
      line,
      message: `Tool ${line} has none.`,
      help: 'Add one.',
    }),
    ...more,
  });
  const alone = note(4, { id: 'signal-ignored', message: 'It never looks.', help: 'Look.' });
  expect(reportPretty([note(1), alone, at(1), note(2), note(30)], () => undefined))
    .toBe(`manifest.json:4:3  info  signal-ignored
  It never looks.
  help: Look.


manifest.json:1:1  error  schema-invalid
  This is wrong.
  help: Correct it.


3 notes  examples-missing
  manifest.json:1:3   Tool 1 has none.
  manifest.json:2:3   Tool 2 has none.
  manifest.json:30:3  Tool 30 has none.
  help: Add one.

`);
  const many = Array.from({ length: 40 }, (_, index) => note(index + 1));
  expect(
    reportPretty(many, () => undefined)
      .split('\n')
      .slice(11, 15),
  ).toEqual([
    '  manifest.json:11:3  Tool 11 has none.',
    '  manifest.json:12:3  Tool 12 has none.',
    '  and 28 more, which --format json lists',
    '  help: Add one.',
  ]);
});
