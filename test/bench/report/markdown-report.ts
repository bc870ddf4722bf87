import { availableParallelism } from 'node:os';
import { format } from 'prettier';
import ts from 'typescript';
import type { Row } from '../support/row.ts';
import { reportRows, type ReportedRow } from './reported-row.ts';

const INTRODUCTION = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- validators\` runs one part and only prints it.

How to read it: every ratio compares two programs within one run, which took turns, and is the median over the rounds,
so it holds on other machines too; times are this machine's. A row is ok when what was measured is at most its limit.
Rows without a limit are shown for comparison.`;

/** All rows of a run as a Markdown document, with what they were measured on. */
export async function markdownReport(rows: readonly Row[]): Promise<string> {
  const reported = reportRows(rows);
  const limited = reported.filter(({ verdict }) => verdict !== '');
  const missed = limited.filter(({ verdict }) => verdict === 'missed');
  const machine = [
    `Node ${process.versions.node}, TypeScript ${ts.version}, ${process.platform} ${process.arch},`,
    `${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}.`,
    missed.length === 0
      ? `All ${limited.length} rows with a limit keep it.`
      : `${missed.length} of ${limited.length} rows with a limit miss it.`,
  ];
  const text = [INTRODUCTION, '', machine.join(' '), '', ...tableLines(reported), ''].join('\n');
  return format(text, { parser: 'markdown' });
}

const COLUMNS = ['figure', 'variant', 'limit', 'measured', 'verdict', 'details'] as const;
const HEADINGS = ['Figure', 'Case', 'At most', 'Measured', '', 'Details'];

function tableLines(rows: readonly ReportedRow[]): string[] {
  const lines = rows.map((row) => COLUMNS.map((column) => row[column].replaceAll('|', '\\|')));
  return [HEADINGS, HEADINGS.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
}
