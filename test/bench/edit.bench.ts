import { rm } from 'node:fs/promises';
import { build } from '@btcp/codegen';
import { median } from './support/median.ts';
import { editTool, runCold, writeProject } from './support/project-runs.ts';
import { BTCP } from './support/programs.ts';
import type { Bench, Row } from './support/row.ts';
import { runMeasured } from './support/run-measured.ts';

/** The first four of ten tools declare no output. */
const INFERRED = 0;
const DECLARED = 5;

/** What an author waits for after an edit of one tool: of a build, and of a build that watches. */
export const edit: Bench = async ({ quick }) => {
  const rounds = quick ? 1 : 5;
  const [small, ...larger] = quick ? [10, 20, 30] : [10, 1000, 3000];
  const least = await processorSeconds(small ?? NaN, rounds);
  const rows: Row[] = [];
  for (const [index, limit] of (['edit-1000', 'edit-3000'] as const).entries()) {
    const most = await processorSeconds(larger[index] ?? NaN, rounds);
    const details = `s: ${most.toFixed(2)}, ${least.toFixed(2)}`;
    rows.push({ limit, variant: 'output declared', measured: most / least, details });
  }
  for (const tools of quick ? [10] : [10, 1000]) rows.push(...(await watchRows(tools, quick ? 1 : 9)));
  return rows;
};

/** Of a build after an edit, in all processes. */
async function processorSeconds(tools: number, rounds: number): Promise<number> {
  const folder = await writeProject(tools, 4);
  await runCold('build', folder);
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await editTool(folder, DECLARED);
    seconds.push((await runMeasured([BTCP, 'build'], folder)).processorSeconds);
  }
  await rm(folder, { recursive: true });
  return median(seconds);
}

/** Watches a project, and edits a tool whose output is inferred and one whose output is declared. */
async function watchRows(tools: number, rounds: number): Promise<readonly Row[]> {
  const folder = await writeProject(tools, 4);
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
        void editTool(folder, index === 0 ? INFERRED : DECLARED);
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
