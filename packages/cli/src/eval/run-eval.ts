import { relative } from 'node:path';
import { readRelease } from '../diff/read-release.ts';
import { askAll, type AskOptions, openRecording } from './ask-model.ts';
import { type CaseResult, changeOf, evaluate, type Result } from './judge-answer.ts';
import type { ModelSpec } from './parse-model.ts';
import { type EvalCase, readCases } from './read-cases.ts';
import { makeSurface, makeVersion, type Version } from './surface.ts';
import type { InputError } from '../errors.ts';
import { findBuild, refuseIfStale } from '../host/project.ts';
import { type CliIo, line, readTextOf, type Run } from '../io.ts';
import { lineReader } from '../read-lines.ts';
import { reportPretty } from '../report/report-pretty.ts';

interface EvalValues extends AskOptions {
  readonly model: readonly ModelSpec[];
  readonly against?: string;
  readonly min?: number;
  readonly record?: string;
  readonly format: 'pretty' | 'json';
  readonly config?: string;
}

export const runEval: Run<EvalValues> = async (values, [file = '', path], io) => {
  const build = path === undefined ? await findBuild(values.config, io, refuseIfStale) : undefined;
  const source = path ?? relative(io.cwd, build?.manifest ?? '');
  const read = async (release: string): Promise<Version> =>
    makeVersion((await readRelease(release, io.cwd, build?.manifest)).manifest, release);
  const now = await read(source);
  const before = values.against === undefined ? undefined : await read(values.against);
  const checked = readCases((await readTextOf(file, io.cwd)).replace(/^\uFEFF/, ''), file, now);
  if ('diagnostics' in checked) {
    io.stderr(reportPretty(checked.diagnostics, lineReader(io.cwd)));
    return 1;
  }
  const { cases } = checked;
  const reports = await evaluateAll(now, before, cases, values, io);
  const known = reports.filter((report) => 'now' in report);
  const ok = known.length === reports.length && known.every((report) => isGoodEnough(report, values.min));
  io.stdout(values.format === 'json' ? evalJson(reports, cases, ok) : evalText(known, cases));
  for (const report of reports)
    if ('failure' in report)
      io.stderr(line`btcp: ${report.failure.reason}` + line`help: ${report.failure.help}`);
  return ok ? 0 : 1;
};

async function evaluateAll(
  now: Version,
  before: Version | undefined,
  cases: readonly EvalCase[],
  values: EvalValues,
  io: CliIo,
): Promise<readonly (ModelReport | FailedModel)[]> {
  const { model: specs, record, replay } = values;
  const recording = await openRecording(record ?? replay, record !== undefined, io.cwd);
  const models = specs.map((spec) => ({
    now: makeSurface(spec, now),
    before: before && makeSurface(spec, before),
  }));
  for (const { spec, format, refused } of models.map((each) => each.now))
    for (const tool of refused)
      io.stderr(line`btcp: ${spec.name} does not get ${tool}, which ${format} cannot express.`);
  const requests = models
    .flatMap((each) => [each.now, each.before ?? []].flat())
    .flatMap((surface) =>
      cases.flatMap(({ ask, runs = 1 }) =>
        Array.from({ length: runs }, (_, index) => ({ surface, ask, run: index + 1 })),
      ),
    );
  const failures = await askAll(requests, recording, values);
  return models.map((each) => {
    const { format, spec } = each.now;
    const failure = failures.get(spec.name);
    if (failure) return { model: spec.name, format, failure };
    return {
      model: spec.name,
      format,
      now: evaluate(each.now, cases, recording),
      before: each.before && evaluate(each.before, cases, recording),
    };
  });
}

/** Compared with the tools before, what was wrong may stay wrong. */
function isGoodEnough({ now, before }: ModelReport, min = before ? 0 : 1): boolean {
  const isWorse = now.cases.some((result, index) => {
    const was = before?.cases[index];
    return was !== undefined && changeOf(result, was) === 'worse';
  });
  return !isWorse && now.right / now.runs >= min;
}

/** What one model made of the cases. */
interface ModelReport {
  readonly model: string;
  readonly format: string;
  readonly now: Result;
  readonly before: Result | undefined;
}

/** A model that left a question without answer. */
interface FailedModel extends Pick<ModelReport, 'model' | 'format'> {
  readonly failure: InputError;
}

function evalJson(
  reports: readonly (ModelReport | FailedModel)[],
  cases: readonly EvalCase[],
  ok: boolean,
): string {
  const models = reports.map((report) => {
    if (!('failure' in report)) return report;
    const { failure, ...model } = report;
    return { ...model, failed: failure.reason };
  });
  return `${JSON.stringify({ ok, cases, models }, null, 2)}\n`;
}

const HEAD = ['right', 'tokens in', 'out', 'ask'];

/** The report for people: a table for each model. */
function evalText(reports: readonly ModelReport[], cases: readonly EvalCase[]): string {
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
