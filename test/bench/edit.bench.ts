import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '@btcp/codegen';
import { generateProject, toolName } from './generate-project.ts';
import { runCold } from './support/cold-run.ts';
import { ratio, type Rounds } from './support/interleave.ts';
import { median } from './support/median.ts';
import { BTCP, TSC } from './support/programs.ts';
import type { Bench, Row } from './support/row.ts';
import { BENCH_FOLDER } from './support/run-child.ts';
import { runMeasured } from './support/run-measured.ts';

/** What an author waits for: a small project built and checked, one tool edited, nothing changed, and watching. */
export const edit: Bench = async ({ quick }) => {
  const rounds = quick ? 1 : 9;
  const small = await project(10);
  const rows = await commandRows(small, rounds);
  for (const tools of quick ? [10] : [10, 1000])
    rows.push(...(await watchRows(await project(tools), tools, rounds)));
  return rows;
};

async function project(tools: number): Promise<string> {
  const folder = join(BENCH_FOLDER, `edited-${tools}`);
  await generateProject({ folder, tools, inferredOfTen: 4, handlers: 'mixed' });
  return folder;
}

const NODE = 'node -e 0';

async function commandRows(folder: string, rounds: number): Promise<Row[]> {
  const times: Record<string, number[]> = {};
  const ways: readonly (readonly [string, () => Promise<{ readonly seconds: number }>])[] = [
    [NODE, () => runMeasured(['-e', '0'], folder)],
    ['tsc', () => runMeasured([TSC, '--noEmit'], folder)],
    ['check', () => runCold('check', folder)],
    ['cold', () => runCold('build', folder)],
    ['unchanged', () => runMeasured([BTCP, 'build'], folder)],
    ['edited', async () => (await editTool(folder, 0), runMeasured([BTCP, 'build'], folder))],
  ];
  // One unmeasured run of each, so that all find their files in the system's cache.
  for (let round = -1; round < rounds; round++) {
    for (const [name, run] of ways) {
      const { seconds } = await run();
      if (round >= 0) (times[name] ??= []).push(seconds * 1e9);
    }
  }
  await rm(folder, { recursive: true });
  return [
    row('build-small', 'time', times, 'cold', 'tsc'),
    row('build-edited', 'time', times, 'edited', 'tsc'),
    row('check-small', 'time', times, 'check', 'tsc'),
    row('light', 'build without changes', times, 'unchanged', NODE),
  ];
}

function row(
  limit: NonNullable<Row['limit']>,
  variant: string,
  times: Rounds,
  name: string,
  reference: string,
): Row {
  const milliseconds = (way: string): string => (median(times[way] ?? []) / 1e6).toFixed(0);
  return {
    limit,
    variant,
    measured: ratio(times, name, reference),
    details: `ms: ${name} ${milliseconds(name)}, ${reference} ${milliseconds(reference)}`,
  };
}

const editedFile = (folder: string, index: number): string => join(folder, `src/tools/${toolName(index)}.ts`);

// Changes what is published of a tool.
async function editTool(folder: string, index: number): Promise<void> {
  const path = editedFile(folder, index);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/^(\/\*\* [A-Z][a-z]*)/m, '$1 again'));
}

/** Watches a project, and edits a tool whose output is inferred and one whose output is declared. */
async function watchRows(folder: string, tools: number, rounds: number): Promise<readonly Row[]> {
  const times = { 'watch-inferred': [] as number[], 'watch-declared': [] as number[] };
  const order = Array.from({ length: 2 * (rounds + 1) }, (_, index) => index % 2);
  const ended = new AbortController();
  let begun: number | undefined;
  let edited = 0;
  await build({
    cwd: folder,
    watch: true,
    signal: ended.signal,
    onBuild: ({ ok, stale }) => {
      if (!ok) throw new Error('The project does not build.');
      // A file can be seen while it is written.
      if (begun !== undefined && stale.length === 0) return;
      // The first edit of each warms up.
      if (begun !== undefined && edited > 2)
        times[order[edited - 1] === 0 ? 'watch-inferred' : 'watch-declared'].push(performance.now() - begun);
      const index = order[edited++];
      if (index === undefined) return ended.abort();
      setTimeout(() => {
        begun = performance.now();
        void editTool(folder, index === 0 ? 0 : 5);
      }, 500);
    },
  });
  await rm(folder, { recursive: true });
  return (['watch-declared', 'watch-inferred'] as const).map((limit) => ({
    limit,
    variant: `${tools} tools`,
    measured: median(times[limit]),
  }));
}
