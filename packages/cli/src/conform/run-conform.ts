import { relative } from 'node:path';
import { type LoadedConfig, loadRegistration } from '@btcp/codegen';
import type { Manifest, Registration } from '@btcp/core';
import { escapeUnseen, findDifference } from '@btcp/schema/internal';
import { refuseErrors } from '../check-document.ts';
import { compareSurfaces, type SurfaceReport } from './compare-surfaces.ts';
import type { Difference, Outcome } from './find-differences.ts';
import { InputError } from '../errors.ts';
import { findBuild, findEdited, refuseIfStale } from '../host/project.ts';
import { failAtExit } from '../run/end-if-blocked.ts';
import { counted, type Run } from '../io.ts';
import { readJsonText } from '../sign/key-files.ts';

interface ConformValues {
  readonly format: 'pretty' | 'json';
  readonly seed?: number;
  readonly config?: string;
}

/** The seed where none is given: every run is the same. */
const SEED = 1;

export const runConform: Run<ConformValues> = async ({ format, seed = SEED, config }, _, io) => {
  const build = await findBuild(config, io, refuseIfStale);
  const published = await readPublished(relative(io.cwd, build.manifest), io.cwd);
  const edited = await findEdited(build.config);
  const show = (faults: readonly string[]): void => {
    if (format !== 'json') for (const fault of faults) io.stdout(`${fault} Run \`btcp build\`.\n`);
  };
  // Printed first, as they explain what follows: edited code may also end this process, or surfaces may not open.
  show(edited);
  const allow = failAtExit(() => io.stderr(ENDED));
  try {
    const { registration, dispose } = await loadBuilt(build.config);
    try {
      const differing = findDiffering(build.config, published, registration.manifest);
      show(differing);
      const faults = [...edited, ...differing];
      const report = await compareSurfaces(registration, published, seed);
      io.stdout(format === 'json' ? jsonReport(report, faults, seed) : textReport(report, seed));
      return report.differences.length + faults.length === 0 ? 0 : 1;
    } finally {
      await dispose();
    }
  } finally {
    allow();
  }
};

const ENDED =
  'btcp: The built files end the process, so nothing was compared.\nhelp: Run `btcp build`, and take `process.exit` out of modules with tools.\n';

/** Reads what the tools are judged by. */
async function readPublished(file: string, cwd: string): Promise<Manifest> {
  const text = await readJsonText(file, cwd);
  refuseErrors(file, text, 'Run `btcp build`.');
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

/**
 * Finds in which place clients are told something else than everybody.
 *
 * @param published - What `manifest.json` says.
 * @param registered - The manifest in `registration.ts`.
 * @returns At most one sentence.
 */
function findDiffering(
  { root, outDir }: LoadedConfig,
  published: Manifest,
  registered: Manifest,
): readonly string[] {
  const difference = findDifference(published, registered);
  if (!difference) return [];
  const { path, expected, actual } = difference;
  return [
    `${relative(root, outDir)}/registration.ts differs from manifest.json: ${path || '/'} is ${valueText(actual)}, and ${valueText(expected)} in manifest.json.`,
  ];
}

/** A difference, and how many others are like it. */
interface GroupedDifference extends Difference {
  readonly more: number;
}

/** Groups differences in which the manifest and each surface say the same of a tool: of each group the one with the shortest input. */
export function groupDifferences(differences: readonly Difference[]): readonly GroupedDifference[] {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const { call, outcomes, manifest = '' } = difference;
    // Without the reason, which names places.
    const [verdict] = manifest.split(':');
    const key = JSON.stringify([call.tool, verdict, Object.entries(outcomes).map(kindOf)]);
    groups.set(key, [...(groups.get(key) ?? []), difference]);
  }
  return [...groups.values()].map((group) => {
    const shortest = group.reduce((least, each) => (sizeOf(each) < sizeOf(least) ? each : least));
    return { ...shortest, more: group.length - 1 };
  });
}

const sizeOf = ({ call }: Difference): number => JSON.stringify([call.input, call.output]).length;

const kindOf = ([surface, outcome]: readonly [string, Outcome]): unknown => [
  surface,
  outcome.ok || [outcome.code, outcome.paths],
];

export function differenceText({ call, outcomes, manifest, more }: GroupedDifference): string {
  const { tool, kind, input, output, throws } = call;
  const rows: readonly (readonly [string, string])[] = [
    ['input', shown(JSON.stringify(input))],
    [
      throws === undefined ? 'the tool returns' : 'the tool throws',
      shown(throws ?? JSON.stringify(output ?? null)),
    ],
    ...(manifest === undefined ? [] : [['the manifest', shown(manifest)] as const]),
    ...Object.entries(outcomes).map(([surface, outcome]) => [surface, outcomeText(outcome)] as const),
  ];
  const width = Math.max(...rows.map(([head]) => head.length));
  return [
    `${tool}  (${kind})`,
    ...rows.map(([head, text]) => `  ${head.padEnd(width)}  ${text}`),
    ...(more > 0 ? [`  There ${more === 1 ? 'is' : 'are'} ${more} more like it.`] : []),
    '',
    '',
  ].join('\n');
}

function outcomeText({ received, ...outcome }: Outcome): string {
  return (
    callText(outcome) +
    (received === undefined ? '' : shown(`, and the tool gets ${JSON.stringify(received)}`))
  );
}

function callText(outcome: Outcome): string {
  if (outcome.ok) return `gives ${shown(outcome.output)}`;
  const { code, paths, message } = outcome;
  const places =
    paths.length === 0 ? '' : ` at ${paths.map((path) => (path === '' ? 'the root' : path)).join(', ')}`;
  return shown(`fails with ${code}${places}${message === undefined ? '' : `: ${message}`}`);
}

/** Characters of a value that are shown; --format json has all of them. */
const MAX_SHOWN = 300;

const shown = (text: string): string =>
  escapeUnseen(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

const valueText = (value: unknown): string =>
  value === undefined ? 'missing' : shown(JSON.stringify(value));
