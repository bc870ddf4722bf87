import { relative } from 'node:path';
import { type LoadedConfig, loadRegistration } from '@btcp/codegen';
import type { Manifest, Registration } from '@btcp/core';
import { checkDocument } from '../check-document.ts';
import { InputError } from '../errors.ts';
import { findBuild } from '../export/read-manifest.ts';
import { refuseIfStale } from '../host/refuse-if-stale.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { counted } from '../report/counted.ts';
import { readJsonText } from '../sign/read-json-text.ts';
import { compareSurfaces, type SurfaceReport } from './compare-surfaces.ts';
import { findDiffering, findEdited } from './find-build-faults.ts';
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
  const build = await findBuild(config, io, refuseIfStale);
  if (!build) return 1;
  const published = await readPublished(relative(io.cwd, build.manifest), io.cwd);
  const edited = await findEdited(build.config);
  const show = (faults: readonly string[]): void => {
    if (!json) for (const fault of faults) io.stdout(`${fault} Run \`btcp build\`.\n`);
  };
  // Printed first, as they explain what follows: edited code may also end this process, or surfaces may not open.
  show(edited);
  return failingAtExit(io, async () => {
    const { registration, dispose } = await loadBuilt(build.config);
    try {
      const differing = findDiffering(build.config, published, registration.manifest);
      show(differing);
      const faults = [...edited, ...differing];
      const report = await compareSurfaces(registration, published, seed);
      io.stdout(json ? jsonReport(report, faults, seed) : textReport(report, seed));
      return report.differences.length + faults.length === 0 ? 0 : 1;
    } finally {
      await dispose();
    }
  });
}

/** Runs something that could end the process, which would otherwise look as if nothing was found. */
async function failingAtExit<T>(io: CliIo, run: () => Promise<T>): Promise<T> {
  const fail = (): void => {
    io.stderr(
      'btcp: The built files end the process, so nothing was compared.\nhelp: Run `btcp build`, and take `process.exit` out of modules with tools.\n',
    );
    process.exitCode = 1;
  };
  process.once('exit', fail);
  try {
    return await run();
  } finally {
    process.off('exit', fail);
  }
}

/** Reads what the tools are judged by. */
async function readPublished(file: string, cwd: string): Promise<Manifest> {
  const text = await readJsonText(file, cwd);
  const error = checkDocument(file, text, {}).find(({ severity }) => severity === 'error');
  if (error) throw new InputError(`${file}:${error.line}: ${error.message}`, 'Run `btcp build`.');
  // No error was found in it.
  return JSON.parse(text.replace(/^\uFEFF/, '')) as Manifest;
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

function jsonReport(
  { differences, ...report }: SurfaceReport,
  buildFaults: readonly string[],
  seed: number,
): string {
  const found = groupDifferences(differences).map(({ call, ...difference }) => ({ ...call, ...difference }));
  return `${JSON.stringify({ seed, ...report, buildFaults, differences: found }, null, 2)}\n`;
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
