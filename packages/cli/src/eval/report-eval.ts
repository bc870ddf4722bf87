import { line } from '../printable-io.ts';
import { changeOf, type CaseResult, type Result } from './evaluate.ts';
import type { EvalCase } from './read-cases.ts';

/** What one model made of the cases. */
export interface ModelReport {
  readonly model: string;
  /** The format of the tools that it got. */
  readonly format: string;
  readonly now: Result;
  readonly before: Result | undefined;
}

/** The report as JSON. */
export function evalJson(reports: readonly ModelReport[], cases: readonly EvalCase[], ok: boolean): string {
  return `${JSON.stringify({ ok, cases, models: reports }, null, 2)}\n`;
}

const HEAD = ['right', 'tokens in', 'out', 'ask'];

/** The report for people: a table for each model. */
export function evalText(reports: readonly ModelReport[], cases: readonly EvalCase[]): string {
  return reports.map((report) => modelText(report, cases)).join('\n');
}

function modelText({ model, format, now, before }: ModelReport, cases: readonly EvalCase[]): string {
  const rows = now.cases.map(({ right, runs, tokens, ...rest }, index) => {
    const was = before?.cases[index];
    const change = was ? `, ${changeOf({ right, runs, tokens, ...rest }, was)} (${was.right})` : '';
    return [
      `${right}/${runs}${change}`,
      String(tokens.input),
      String(tokens.output),
      cases[index]?.ask ?? '',
    ];
  });
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    line`  ${cells.map((cell, at) => (at === HEAD.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ')}`;
  const table = rows.map((row, index) => lineOf(row) + wrongText(now.cases[index]));
  const totals = totalText('total', now) + (before ? totalText('before', before) : '');
  return line`${model}, with tools for ${format}` + lineOf(HEAD) + table.join('') + totals;
}

const MAX_DETAIL = 160;

/** What was wrong, and how often. */
function wrongText(result: CaseResult | undefined): string {
  const counts = new Map<string, number>();
  for (const { verdict, detail } of result?.answers ?? []) {
    const text = (detail === undefined ? verdict : `${verdict}: ${detail}`).slice(0, MAX_DETAIL);
    if (verdict !== 'right') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => line`    ${count > 1 ? `${count} × ` : ''}${text}`).join('');
}

const totalText = (name: string, { runs, rightTool, validArguments, right, tokens }: Result): string =>
  `  ${name}: right tool ${rightTool}/${runs}, valid arguments ${validArguments}/${runs}, right arguments ${right}/${runs}; ${tokens.input} tokens in, ${tokens.output} out\n`;
