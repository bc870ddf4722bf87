import { rm } from 'node:fs/promises';
import { median } from './support/median.ts';
import {
  countRequests,
  editTool,
  ratioRow,
  runCold,
  runInTurns,
  type Runs,
  writeProject,
} from './support/project-runs.ts';
import { BTCP, TSC, TSC_7 } from './support/programs.ts';
import type { Bench, BenchOptions, Row } from './support/row.ts';
import { runMeasured } from './support/run-measured.ts';

const NODE = 'node -e 0';

/** Builds and checks as whole processes, beside compilers of TypeScript on the same files. */
export const build: Bench = async (options) => [
  ...(await smallRows(options)),
  ...(await largeRows(0, options)),
  ...(await largeRows(4, options)),
];

async function smallRows({ quick }: BenchOptions): Promise<readonly Row[]> {
  const folder = await writeProject(10, 4);
  // The first four of ten tools declare no output.
  const edited = 5;
  const runs = await runInTurns(
    {
      [NODE]: () => runMeasured(['-e', '0'], folder),
      tsc: () => runMeasured([TSC, '--noEmit'], folder),
      'tsc 7': () => runMeasured([TSC_7, '--noEmit'], folder),
      check: () => runCold('check', folder),
      build: () => runCold('build', folder),
      unchanged: () => runMeasured([BTCP, 'build'], folder),
      edited: async () => (await editTool(folder, edited), runMeasured([BTCP, 'build'], folder)),
    },
    quick ? 1 : 9,
  );
  await rm(folder, { recursive: true });
  return [
    ratioRow({ limit: 'build-small', variant: '40 % of outputs inferred' }, runs, 'build', 'tsc'),
    ratioRow({ limit: 'build-edited', variant: 'output declared' }, runs, 'edited', 'tsc'),
    ratioRow({ limit: 'check-small', variant: '40 % of outputs inferred' }, runs, 'check', 'tsc'),
    ratioRow({ limit: 'unchanged', variant: 'btcp build' }, runs, 'unchanged', NODE),
    ratioRow({ ...BESIDE_7, variant: '10 tools' }, runs, 'build', 'tsc 7'),
  ];
}

async function largeRows(inferredOfTen: number, { quick }: BenchOptions): Promise<readonly Row[]> {
  const tools = quick ? 10 : 1000;
  const folder = await writeProject(tools, inferredOfTen);
  const runs = await runInTurns(
    {
      tsc: () => runMeasured([TSC, '--noEmit'], folder),
      'tsc 7': () => runMeasured([TSC_7, '--noEmit'], folder),
      build: () => runCold('build', folder),
      ...(inferredOfTen > 0 && { check: () => runCold('check', folder) }),
    },
    quick ? 1 : 3,
  );
  const requests = (await countRequests(folder)) / tools;
  await rm(folder, { recursive: true });
  const variant = inferredOfTen === 0 ? 'outputs declared' : `${inferredOfTen}0 % of outputs inferred`;
  return [
    ratioRow({ limit: 'build-large', variant }, runs, 'build', 'tsc'),
    ratioRow({ ...BESIDE_7, variant: `${tools} tools, ${variant}` }, runs, 'build', 'tsc 7'),
    ...(runs['check'] ? [ratioRow({ limit: 'check-large', variant }, runs, 'check', 'tsc')] : []),
    memoryRow(runs, variant),
    { limit: 'requests', variant, measured: requests },
  ];
}

const BESIDE_7 = { figure: 'cold build / tsc 7 --noEmit', unit: 'x' };

function memoryRow(runs: Runs, variant: string): Row {
  const peak = (name: string): number => median((runs[name] ?? []).map((run) => run.peakMegabytes));
  return {
    limit: 'build-memory',
    variant,
    measured: peak('build'),
    details: `tsc ${Math.round(peak('tsc'))}, tsc 7 ${Math.round(peak('tsc 7'))}; all processes at the same time`,
  };
}
