import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateProject } from './generate-project.ts';
import { runCold } from './support/cold-run.ts';
import { median } from './support/median.ts';
import type { Bench, BenchOptions, Row } from './support/row.ts';
import { BENCH_FOLDER } from './support/run-child.ts';
import { runMeasured, type MeasuredRun } from './support/run-measured.ts';
import { TSC } from './support/programs.ts';

const FULL = { sizes: [10, 100, 1000, 5000], compared: 1000, rounds: 5 };
const QUICK = { sizes: [5, 10], compared: 10, rounds: 1 };

/** Cold builds as whole processes, compared with `tsc --noEmit` on the same files. */
export const build: Bench = async (options) => {
  const { sizes } = options.quick ? QUICK : FULL;
  const declared = await compare(0, options);
  const inferred = await compare(4, options);
  const timings: Timing[] = [];
  for (const tools of sizes) timings.push({ tools, ...(await buildAlone(tools, options)) });
  return [
    timeRow('build-declared', declared),
    timeRow('build-inferred', inferred),
    memoryRow('outputs declared', declared),
    memoryRow('40 % of outputs inferred', inferred),
    linearRow(timings),
    ...timings.map(({ tools, seconds, peakMegabytes }) => ({
      figure: 'cold build, 40 % of outputs inferred, as a whole process',
      variant: `${tools} tools`,
      measured: seconds,
      unit: 's',
      details: `${((seconds / tools) * 1000).toFixed(1)} ms per tool, ${Math.round(peakMegabytes)} MB`,
    })),
  ];
};

interface Timing extends MeasuredRun {
  readonly tools: number;
}

interface Comparison {
  readonly build: readonly MeasuredRun[];
  readonly tsc: readonly MeasuredRun[];
}

async function compare(inferredOfTen: number, { quick }: BenchOptions): Promise<Comparison> {
  const { compared, rounds } = quick ? QUICK : FULL;
  const folder = await project(compared, inferredOfTen);
  const comparison = { build: [] as MeasuredRun[], tsc: [] as MeasuredRun[] };
  // One unmeasured run of each, so that both find the files in the system's cache.
  for (let round = -1; round < rounds; round++) {
    const runs = { build: await runCold('build', folder), tsc: await runMeasured([TSC, '--noEmit'], folder) };
    if (round < 0) continue;
    comparison.build.push(runs.build);
    comparison.tsc.push(runs.tsc);
  }
  await rm(folder, { recursive: true });
  return comparison;
}

async function buildAlone(tools: number, { quick }: BenchOptions): Promise<MeasuredRun> {
  const folder = await project(tools, 4);
  const runs: MeasuredRun[] = [];
  const rounds = quick ? 1 : 3;
  for (let round = 0; round < rounds; round++) runs.push(await runCold('build', folder));
  await rm(folder, { recursive: true });
  return {
    seconds: median(runs.map((run) => run.seconds)),
    peakMegabytes: median(runs.map((run) => run.peakMegabytes)),
  };
}

async function project(tools: number, inferredOfTen: number): Promise<string> {
  const folder = join(BENCH_FOLDER, `project-${tools}-${inferredOfTen}`);
  await generateProject({ folder, tools, inferredOfTen });
  return folder;
}

function timeRow(limit: 'build-declared' | 'build-inferred', { build, tsc }: Comparison): Row {
  const seconds = (runs: readonly MeasuredRun[]): string => median(runs.map((run) => run.seconds)).toFixed(2);
  return {
    limit,
    variant: 'time',
    measured: median(build.map((run, round) => run.seconds / (tsc[round]?.seconds ?? NaN))),
    details: `s: build ${seconds(build)}, tsc ${seconds(tsc)}`,
  };
}

function memoryRow(variant: string, { build, tsc }: Comparison): Row {
  const peak = (runs: readonly MeasuredRun[]): number => median(runs.map((run) => run.peakMegabytes));
  return {
    limit: 'build-memory',
    variant,
    measured: peak(build) / peak(tsc),
    details: `MB: build ${Math.round(peak(build))}, tsc ${Math.round(peak(tsc))}; all processes at the same time`,
  };
}

function linearRow(timings: readonly Timing[]): Row {
  const [small, large] = timings.slice(-2);
  const perTool = (timing: Timing | undefined): number => (timing?.seconds ?? NaN) / (timing?.tools ?? NaN);
  return {
    limit: 'build-linear',
    variant: `${large?.tools} / ${small?.tools}`,
    measured: perTool(large) / perTool(small),
  };
}
