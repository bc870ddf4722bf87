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

it('shows neither line nor frame of what is about a whole file', () => {
  const whole = Object.fromEntries(Object.entries(at(1)).filter(([key]) => key !== 'length'));
  expect(reportPretty([whole as unknown as Diagnostic], () => ['{']).split('\n')).toEqual([
    'manifest.json  error  schema-invalid',
    '  This is wrong.',
    '  help: Correct it.',
    '',
    '',
  ]);
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

it('lists notes behind everything else, a line each, and shows them whole on request', () => {
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
  const other = note(30, { id: 'signal-ignored', message: 'It never looks.', help: 'Look.', fix: [] });
  const error = `manifest.json:1:1  error  schema-invalid
  This is wrong.
  help: Correct it.

`;
  expect(reportPretty([note(1), at(1), other], () => undefined)).toBe(`${error}
notes, which \`btcp check --notes\` shows with their advice:
  manifest.json:1:3   examples-missing  Tool 1 has none.
  manifest.json:30:3  signal-ignored  It never looks. (fixable with --fix)

`);
  expect(reportPretty([note(1), at(1)], () => undefined, true)).toBe(`${error}
manifest.json:1:3  info  examples-missing
  Tool 1 has none.
  help: Add one.

`);
  const many = Array.from({ length: 40 }, (_, index) => note(index + 1));
  expect(
    reportPretty(many, () => undefined)
      .split('\n')
      .slice(19, 23),
  ).toEqual([
    '  manifest.json:19:3  examples-missing  Tool 19 has none.',
    '  manifest.json:20:3  examples-missing  Tool 20 has none.',
    '  and 20 more',
    '',
  ]);
});

it('shows five hundred, the errors first, and says how many more there are', () => {
  const warning = at(1, { severity: 'warning', message: 'This is doubtful.' });
  const text = reportPretty([...Array.from({ length: 600 }, () => warning), at(1)], () => undefined);
  const shown = text.split('\n').filter((line) => line.startsWith('manifest.json'));
  expect([shown.length, shown[0]]).toEqual([500, 'manifest.json:1:1  error  schema-invalid']);
  expect(text).toContain('\nand 101 more, which `btcp check --format json` lists\n');
});
