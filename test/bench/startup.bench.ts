import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generateProject, toolInput, toolName } from './generate-project.ts';
import type { StartupQuestion, StartupWay } from './children/startup.ts';
import { ratio, type Rounds } from './support/interleave.ts';
import { median } from './support/median.ts';
import type { Bench, Row } from './support/row.ts';
import { BTCP } from './support/programs.ts';
import { BENCH_FOLDER, runChild } from './support/run-child.ts';
import { runMeasured } from './support/run-measured.ts';

const WAYS: readonly StartupWay[] = ['compiled', 'ajv', 'registration'];

/** From nothing to the first call's result, every start in a fresh process. */
export const startup: Bench = async ({ quick }) => {
  const tools = quick ? 30 : 1000;
  const folder = join(BENCH_FOLDER, 'startup');
  await generateProject({ folder, tools, inferredOfTen: 0 });
  await runMeasured([BTCP, 'build'], folder);
  await bundleRegistration(folder);
  const first = { folder, tool: toolName(5), input: toolInput(5) };
  const rounds = await startAll(first, quick ? 1 : 15);
  await rm(folder, { recursive: true });
  return [
    row(`${tools} tools, validators and client`, rounds, 'compiled'),
    row(
      `${tools} tools, the build's registration: also the called tool's module and TypeBox`,
      rounds,
      'registration',
    ),
  ];
};

async function bundleRegistration(folder: string): Promise<void> {
  await build({
    entryPoints: [join(folder, 'generated/registration.ts')],
    outdir: join(folder, 'bundled'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // The registration loads a tool's module when it is first called.
    splitting: true,
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

function row(variant: string, rounds: Rounds, way: StartupWay): Row {
  const milliseconds = (each: StartupWay): string => String(Math.round(median(rounds[each] ?? []) / 1e6));
  return {
    limit: 'startup',
    variant,
    measured: ratio(rounds, way, 'ajv'),
    details: `ms: ${way} ${milliseconds(way)}, ajv ${milliseconds('ajv')}; without Node's own start`,
  };
}
