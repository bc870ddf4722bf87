import { type LoadedConfig, loadRegistration } from '@btcp/codegen';
import type { Registration } from '@btcp/core';
import { InputError } from '../errors.ts';
import { findBuild } from '../export/read-manifest.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { counted } from '../report/counted.ts';
import { compareSurfaces, type SurfaceReport } from './compare-surfaces.ts';
import { differenceText, groupDifferences } from './report-differences.ts';

interface ConformValues {
  readonly json: boolean;
  readonly seed?: number;
  readonly config?: string;
}

/** The seed where none is given: every run is the same. */
const SEED = 1;

/** Runs `btcp conform`. */
export async function runConform(
  { json, seed = SEED, config }: ConformValues,
  _: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  const build = await findBuild(config, io);
  if (!build) return 1;
  const { registration, dispose } = await loadBuilt(build.config);
  try {
    const report = await compareSurfaces(registration, seed);
    io.stdout(json ? jsonReport(report, seed) : textReport(report, seed));
    return report.differences.length === 0 ? 0 : 1;
  } finally {
    await dispose();
  }
}

async function loadBuilt(config: LoadedConfig): Promise<{
  readonly registration: Registration;
  readonly dispose: () => Promise<void>;
}> {
  try {
    const { module, dispose } = await loadRegistration(config);
    return { registration: module.registration, dispose };
  } catch (error) {
    throw new InputError(`The build cannot be loaded: ${(error as Error).message}`, 'Run `btcp build`.');
  }
}

function jsonReport({ differences, ...report }: SurfaceReport, seed: number): string {
  const found = groupDifferences(differences).map(({ call, ...difference }) => ({ ...call, ...difference }));
  return `${JSON.stringify({ seed, ...report, differences: found }, null, 2)}\n`;
}

function textReport({ differences, tools, cases, notExercised }: SurfaceReport, seed: number): string {
  const found = differences.length === 0 ? 'no difference' : counted(differences.length, 'difference');
  const summary = `${counted(tools, 'tool')}, ${counted(cases, 'call')}, each through the client, MCP, WebMCP and Standard Schema: ${found} (seed ${seed})\n`;
  const notes = notExercised.map(
    (sandbox) =>
      `Isolation (\`sandbox: '${sandbox}'\`) is not exercised, as none of the tools' code is run.\n`,
  );
  return [...groupDifferences(differences).map(differenceText), summary, ...notes].join('');
}
