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

it('shows of a long line what is around the place', () => {
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

it('says nothing to the terminal, whatever stands in a file or is called so', () => {
  const hostile = at(8, { file: 'm\n::error ::x.json', message: 'It has \u001b[31m and \u009b2J.' });
  expect(reportPretty([hostile], () => ['\t\u001b[2J\u202e bad']))
    .toBe(`m\\u{A}::error ::x.json:1:8  error  schema-invalid
  It has \\u{1B}[31m and \\u{9B}2J.

> 1 | \t\\u{1B}[2J\\u{202E} bad
    | \t${' '.repeat(18)}^^^
  help: Correct it.

`);
});
