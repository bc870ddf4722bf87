import type { Row } from '../support/row.ts';
import { reportRows } from './reported-row.ts';

/** Rows as a table for a terminal, one block per figure. */
export function tableText(rows: readonly Row[]): string {
  const reported = reportRows(rows);
  const width = Math.max(...reported.map(({ variant }) => variant.length));
  const lines: string[] = [];
  let figure = '';
  for (const row of reported) {
    if (row.figure !== figure) {
      figure = row.figure;
      lines.push('', `${figure}${row.limit && ` (at most ${row.limit})`}`);
    }
    const line = `  ${row.variant.padEnd(width)}  ${row.measured.padStart(10)}  ${row.verdict.padEnd(6)}  ${row.details}`;
    lines.push(line.trimEnd());
  }
  return [...lines, ''].join('\n');
}
