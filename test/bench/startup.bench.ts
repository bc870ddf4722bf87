import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generateProject, toolInput, toolName } from './generate-project.ts';
import type { StartupQuestion, StartupWay } from './startup.child.ts';
import { ratio, type Rounds } from './support/interleave.ts';
import { median } from './support/median.ts';
import type { Bench, Row } from './support/row.ts';
import { BTCP } from './support/programs.ts';
import { BENCH_FOLDER, runChild } from './support/run-child.ts';
import { runMeasured } from './support/run-measured.ts';

const WAYS: readonly StartupWay[] = ['compiled', 'ajv', 'registration'];

/** From nothing to the first call's result, every start in a fresh process. */
export const startup: Bench = async ({ quick }) => {
  const tools = quick ? 10 : 1000;
  const folder = join(BENCH_FOLDER, 'startup');
  await generateProject({ folder, tools, inferredOfTen: 0 });
  await runMeasured([BTCP, 'build'], folder);
  await bundleRegistration(folder);
  const first = { folder, tool: toolName(5), input: toolInput(5) };
  const rounds = await startAll(first, quick ? 1 : 15);
  await rm(folder, { recursive: true });
  return [
    {
      limit: 'startup',
      variant: `${tools} tools`,
      measured: ratio(rounds, 'compiled', 'ajv'),
      details: `${WAYS.slice(0, 2)
        .map((way) => milliseconds(rounds, way))
        .join(', ')}; without Node's own start`,
    },
    shown('validators and client', rounds, 'compiled'),
    shown("the build's registration: every tool's module and TypeBox too", rounds, 'registration'),
    shown('ajv', rounds, 'ajv'),
  ];
};

async function bundleRegistration(folder: string): Promise<void> {
  await build({
    entryPoints: [join(folder, 'generated/registration.ts')],
    outfile: join(folder, 'registration.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
}

async function startAll(first: Omit<StartupQuestion, 'way'>, rounds: number): Promise<Rounds> {
  const results: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const way of WAYS) {
      const question: StartupQuestion = { ...first, way };
      (results[way] ??= []).push((await runChild<number>('startup', question)) * 1e6);
    }
  }
  return results;
}

const milliseconds = (rounds: Rounds, way: string): string =>
  `${way} ${Math.round(median(rounds[way] ?? []) / 1e6)} ms`;

const shown = (variant: string, rounds: Rounds, way: StartupWay): Row => ({
  figure: 'start-up to first call',
  variant,
  measured: median(rounds[way] ?? []) / 1e6,
  unit: 'ms',
});
