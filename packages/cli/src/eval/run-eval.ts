import { relative } from 'node:path';
import { readRelease } from '../diff/read-release.ts';
import { findBuild } from '../export/read-manifest.ts';
import { refuseIfStale } from '../host/refuse-if-stale.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { line } from '../printable-io.ts';
import { lineReader } from '../read-lines.ts';
import { readTextOf } from '../read-text-of.ts';
import { reportPretty } from '../report/report-pretty.ts';
import { askAll, type AskOptions } from './ask-all.ts';
import { changeOf, evaluate } from './evaluate.ts';
import type { ModelSpec } from './parse-model.ts';
import { type EvalCase, readCases } from './read-cases.ts';
import { openRecording } from './recording.ts';
import { evalJson, evalText, type ModelReport } from './report-eval.ts';
import { makeSurface, makeVersion, type Version } from './surface.ts';

interface EvalValues extends AskOptions {
  readonly model: readonly ModelSpec[];
  readonly before?: string;
  readonly min?: number;
  readonly record?: string;
  readonly json: boolean;
  readonly config?: string;
}

/** Runs `btcp eval`. */
export async function runEval(
  values: EvalValues,
  [file = '', path]: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  const build = path === undefined ? await findBuild(values.config, io, refuseIfStale) : undefined;
  const source = path ?? (build && relative(io.cwd, build.manifest));
  if (source === undefined) return 1;
  const read = async (release: string): Promise<Version> =>
    makeVersion((await readRelease(release, io.cwd, build?.manifest)).manifest, release);
  const now = await read(source);
  const before = values.before === undefined ? undefined : await read(values.before);
  const checked = readCases(await readTextOf(file, io.cwd), file, now);
  if ('diagnostics' in checked) {
    io.stderr(reportPretty(checked.diagnostics, lineReader(io.cwd)));
    return 1;
  }
  const { cases } = checked;
  const reports = await evaluateAll(now, before, cases, values, io);
  const ok = reports.every((report) => isGoodEnough(report, values.min));
  io.stdout(values.json ? evalJson(reports, cases, ok) : evalText(reports, cases));
  return ok ? 0 : 1;
}

async function evaluateAll(
  now: Version,
  before: Version | undefined,
  cases: readonly EvalCase[],
  values: EvalValues,
  io: CliIo,
): Promise<readonly ModelReport[]> {
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
  await askAll(requests, recording, values);
  return models.map((each) => ({
    model: each.now.spec.name,
    format: each.now.format,
    now: evaluate(each.now, cases, recording),
    before: each.before && evaluate(each.before, cases, recording),
  }));
}

/** Compared with the tools before, what was wrong may stay wrong. */
function isGoodEnough({ now, before }: ModelReport, min = before ? 0 : 1): boolean {
  const isWorse = now.cases.some((result, index) => {
    const was = before?.cases[index];
    return was !== undefined && changeOf(result, was) === 'worse';
  });
  return !isWorse && now.right / now.runs >= min;
}
