import { relative, resolve, sep } from 'node:path';
import { STRICT_TARGETS, TARGETS } from '@btcp/adapters/formats';
import { build, type BuildResult, type InspectedManifest } from '@btcp/codegen';
import type { Diagnostic } from '@btcp/core';
import { inspectBudget } from '../budget/inspect-budget.ts';
import { type CliIo, counted, type ExitCode, line, type Run } from '../io.ts';
import { optimizeLater, Progress } from '../progress.ts';
import { fromFolder, lineReader } from '../read-lines.ts';
import { reportJson } from '../report/report-programs.ts';

interface BuildValues {
  readonly check: boolean;
  readonly watch: boolean;
  readonly stats: boolean;
  readonly accept: boolean;
  readonly config?: string;
  readonly format: 'pretty' | 'json';
}

/** What `targets` of a config may name. */
const TARGET_NAMES: readonly string[] = [...TARGETS, ...STRICT_TARGETS.map((target) => `${target}-strict`)];

export const runBuild: Run<BuildValues> = async ({ check, watch, stats, accept, config, format }, _, io) => {
  if (watch) return runWatch(config, io);
  const progress = new Progress(io);
  let built: InspectedManifest | undefined;
  const result = await build({
    cwd: io.cwd,
    configFile: config,
    mode: check ? 'check' : 'write',
    targetNames: TARGET_NAMES,
    onStage: (stage) => progress.begin(stage),
    inspect: async (inspected) => {
      built = inspected;
      return accept ? [] : inspectBudget(inspected);
    },
  }).finally(() => progress.end());
  const shown = { ...result, diagnostics: fromFolder(io.cwd, result.root, result.diagnostics) };
  const measured = stats && built ? await measure(built) : undefined;
  const code = await (format === 'json'
    ? reportAsJson(shown, check, measured && { stats: measured.stats }, io)
    : report(shown, check, io));
  if (format === 'pretty' && measured) io.stdout(measured.text);
  if (accept && result.ok && built) io[format === 'json' ? 'stderr' : 'stdout'](await acceptOf(built));
  return code;
};

async function measure({ manifest, targets }: InspectedManifest): Promise<{ stats: object; text: string }> {
  const { collectStats, statsText } = await import('../stats/collect-stats.ts');
  const stats = await collectStats(manifest, targets);
  return { stats, text: statsText(stats) };
}

async function acceptOf(built: InspectedManifest): Promise<string> {
  return (await import('../budget/find-growth.ts')).acceptBudget(built);
}

/** Reports one build after the other until the command ends. */
async function runWatch(configFile: string | undefined, io: CliIo): Promise<ExitCode> {
  const { cwd, signal } = io;
  let begun = 0;
  let reported = Promise.resolve();
  await build({
    cwd,
    watch: true,
    targetNames: TARGET_NAMES,
    inspect: inspectBudget,
    configFile,
    ...(signal && { signal }),
    onStage: (stage) => {
      if (stage === 'load') optimizeLater();
      if (stage === 'discover') begun = performance.now();
    },
    onBuild: (result) => {
      const took = `${Math.round(performance.now() - begun)} ms`;
      const shown = { ...result, diagnostics: fromFolder(cwd, result.root, result.diagnostics) };
      reported = reported.then(async () => void (await report(shown, false, io, took)));
    },
  });
  await reported;
  return 0;
}

function exitCode({ ok, stale }: BuildResult, isCheck: boolean): ExitCode {
  return ok && !(isCheck && stale.length > 0) ? 0 : 1;
}

async function reportAsJson(
  result: BuildResult,
  isCheck: boolean,
  more: object | undefined,
  io: CliIo,
): Promise<ExitCode> {
  const diagnostics = [...result.diagnostics, ...(isCheck ? staleDiagnostics(result, io) : [])];
  io.stdout(reportJson(diagnostics, more));
  if (isCheck && result.stale.length > 0) io.stderr(await staleDiff(result, io));
  return exitCode(result, isCheck);
}

function staleDiagnostics({ stale, outDir }: BuildResult, io: CliIo): readonly Diagnostic[] {
  return stale.map(({ path, current }) => ({
    id: 'output-stale',
    severity: 'error',
    file: relative(io.cwd, resolve(outDir ?? '', path))
      .split(sep)
      .join('/'),
    line: 1,
    column: 1,
    message:
      current === undefined ? 'This file has not been written.' : 'This file is not what the tools give.',
    help: 'Run `btcp build`.',
  }));
}

async function report(result: BuildResult, isCheck: boolean, io: CliIo, took?: string): Promise<ExitCode> {
  const { diagnostics, manifest, outDir, stale, files } = result;
  const problems = diagnostics.length === 0 ? 'no problems' : await showDiagnostics(diagnostics, io);
  if (!manifest || outDir === undefined) {
    io.stderr(line`${problems}; nothing was written.`);
    return 1;
  }
  const place = relative(io.cwd, outDir) || '.';
  if (isCheck && stale.length > 0) {
    io.stdout(await staleDiff(result, io));
    io.stderr(line`${stale.length} of ${files.length} files in ${place} are stale. Run \`btcp build\`.`);
    return 1;
  }
  const what = stale.length === 0 ? 'up to date' : `wrote ${stale.map((file) => file.path).join(', ')}`;
  const said = `${took === undefined ? '' : ` in ${took}`}${diagnostics.length === 0 ? '' : `; ${problems}`}`;
  const tools = counted(manifest.tools.length, 'tool');
  io.stdout(`${manifest.name} ${manifest.version}: ${tools} in ${place}, ${what}${said}\n`);
  return 0;
}

/** Prints them. @returns Their number, in words. */
async function showDiagnostics(diagnostics: readonly Diagnostic[], io: CliIo): Promise<string> {
  // Most builds have no diagnostics.
  const { countDiagnostics, reportPretty } = await import('../report/report-pretty.ts');
  io.stderr(reportPretty(diagnostics, lineReader(io.cwd)));
  return countDiagnostics(diagnostics);
}

async function staleDiff({ stale, outDir }: BuildResult, io: CliIo): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  return stale
    .map(({ path, current, text }) => {
      const name = relative(io.cwd, resolve(outDir ?? '', path));
      const was = current === undefined ? 'missing' : 'on disk';
      return createTwoFilesPatch(name, name, current ?? '', text, was, 'built', { context: 2 });
    })
    .join('')
    .split('\n')
    .map(shortened)
    .join('\n');
}

/** Characters of a line of a diff: the manifest in `registration.ts` is a single one. */
const LONGEST_LINE = 200;

const shortened = (line: string): string =>
  line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}… (${line.length} characters)` : line;
