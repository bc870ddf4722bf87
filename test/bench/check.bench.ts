import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateProject } from './generate-project.ts';
import { runCold } from './support/cold-run.ts';
import { median } from './support/median.ts';
import { TSC } from './support/programs.ts';
import type { Bench, BenchOptions, Row } from './support/row.ts';
import { BENCH_FOLDER } from './support/run-child.ts';
import { runMeasured } from './support/run-measured.ts';

const FULL = { sizes: [1000, 5000], compared: 1000, rounds: 3 };
const QUICK = { sizes: [5, 10], compared: 10, rounds: 1 };

/** Cold checks as whole processes, compared with `tsc --noEmit` on the same files, and how they scale. */
export const check: Bench = async (options) => {
  const declared = await compare(0, options);
  const inferred = await compare(4, options);
  const { sizes } = options.quick ? QUICK : FULL;
  const timings: Timing[] = [];
  for (const tools of sizes) timings.push({ tools, seconds: await checkAlone(tools) });
  return [timeRow('check-declared', declared), timeRow('check-inferred', inferred), linearRow(timings)];
};

/** Seconds, as whole processes. */
interface Round {
  readonly check: number;
  readonly tsc: number;
}

interface Timing {
  readonly tools: number;
  readonly seconds: number;
}

async function compare(inferredOfTen: number, { quick }: BenchOptions): Promise<readonly Round[]> {
  const { compared, rounds } = quick ? QUICK : FULL;
  const folder = await project(compared, inferredOfTen);
  // One unmeasured round, so that all find the files in the system's cache.
  await runRound(folder);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await runRound(folder));
  await rm(folder, { recursive: true });
  return measured;
}

async function runRound(folder: string): Promise<Round> {
  const checked = await runCold('check', folder);
  const tsc = await runMeasured([TSC, '--noEmit'], folder);
  return { check: checked.seconds, tsc: tsc.seconds };
}

async function checkAlone(tools: number): Promise<number> {
  const folder = await project(tools, 4);
  // Once is enough for scaling: it takes minutes.
  const { seconds } = await runCold('check', folder);
  await rm(folder, { recursive: true });
  return seconds;
}

async function project(tools: number, inferredOfTen: number): Promise<string> {
  const folder = join(BENCH_FOLDER, `checked-${tools}-${inferredOfTen}`);
  await generateProject({ folder, tools, inferredOfTen, handlers: 'mixed' });
  return folder;
}

function timeRow(limit: 'check-declared' | 'check-inferred', rounds: readonly Round[]): Row {
  const seconds = (name: keyof Round): string => median(rounds.map((round) => round[name])).toFixed(2);
  return {
    limit,
    variant: 'time',
    measured: median(rounds.map(({ check: checked, tsc }) => checked / tsc)),
    details: `s: check ${seconds('check')}, tsc ${seconds('tsc')}`,
  };
}

function linearRow(timings: readonly Timing[]): Row {
  const [small, large] = timings;
  const perTool = (timing: Timing | undefined): number => (timing?.seconds ?? NaN) / (timing?.tools ?? NaN);
  return {
    limit: 'check-linear',
    variant: `${large?.tools} / ${small?.tools}`,
    measured: perTool(large) / perTool(small),
    details: timings.map((timing) => `${timing.tools} tools: ${timing.seconds.toFixed(2)} s`).join(', '),
  };
}
