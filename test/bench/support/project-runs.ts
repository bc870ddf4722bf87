import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateProject, toolName } from '../generate-project.ts';
import { ratio } from './interleave.ts';
import { median } from './median.ts';
import type { Row } from './row.ts';
import { BENCH_FOLDER } from './run-child.ts';
import { type MeasuredRun, runMeasured } from './run-measured.ts';
import { BTCP } from './programs.ts';

/** Writes a project of tools whose handlers are of several kinds; returns its folder. */
export async function writeProject(tools: number, inferredOfTen: number): Promise<string> {
  const folder = join(BENCH_FOLDER, `project-${tools}-${inferredOfTen}`);
  await generateProject({ folder, tools, inferredOfTen, handlers: 'mixed' });
  return folder;
}

/** Runs a command of the command line on a project that was never built. */
export async function runCold(
  command: 'build' | 'check',
  folder: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredRun> {
  for (const left of ['generated', 'node_modules/.cache/btcp'])
    await rm(join(folder, left), { recursive: true, force: true });
  return runMeasured([...options, BTCP, command], folder, env);
}

/** How many requests a build of a project that was never built sends to TypeScript 7. */
export async function countRequests(folder: string): Promise<number> {
  const file = join(folder, 'requests.txt');
  await runCold('build', folder, ['--import', COUNTER], { BTCP_BENCH_REQUESTS: file });
  return Number(await readFile(file, 'utf8'));
}

const COUNTER = fileURLToPath(new URL('count-requests.mjs', import.meta.url));

/** Changes what is published of a tool. */
export async function editTool(folder: string, index: number): Promise<void> {
  const path = join(folder, `src/tools/${toolName(index)}.ts`);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/^(\/\*\* [A-Z][a-z]*)/m, '$1 again'));
}

/** The runs of each program, one per round. */
export type Runs = Readonly<Record<string, readonly MeasuredRun[]>>;

/** Runs programs in turns, and each once before, so that all find their files in the system's cache. */
export async function runInTurns(
  programs: Readonly<Record<string, () => Promise<MeasuredRun>>>,
  rounds: number,
): Promise<Runs> {
  const runs: Record<string, MeasuredRun[]> = {};
  for (let round = -1; round < rounds; round++)
    for (const [name, run] of Object.entries(programs)) {
      const measured = await run();
      if (round >= 0) (runs[name] ??= []).push(measured);
    }
  return runs;
}

/** The seconds of one program divided by another's. */
export function ratioRow(
  row: Omit<Row, 'measured' | 'details'>,
  runs: Runs,
  name: string,
  reference: string,
): Row {
  const seconds = Object.fromEntries(
    [name, reference].map((each) => [each, (runs[each] ?? []).map((run) => run.seconds)]),
  );
  const detail = (each: string): string => {
    const processor = median((runs[each] ?? []).map(({ processorSeconds }) => processorSeconds));
    return `${each} ${median(seconds[each] ?? []).toFixed(2)} (processor ${processor.toFixed(2)})`;
  };
  return {
    ...row,
    measured: ratio(seconds, name, reference),
    details: `s: ${detail(name)}, ${detail(reference)}`,
  };
}
