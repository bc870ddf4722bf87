import { join, relative, resolve, sep } from 'node:path';
import { portability } from '@btcp/adapters/internal';
import {
  type CapabilityChange,
  check,
  type CheckReport,
  type CheckStage,
  type ExampleJob,
  fix,
  type FixedProject,
  type InspectedManifest,
  listCapabilities,
  loadConfig,
  writeCapabilities,
} from '@btcp/codegen';
import type { Diagnostic, Manifest } from '@btcp/core';
import { RULES } from '@btcp/schema/check';
import { inspectBudget } from '../budget/inspect-budget.ts';
import { checkDocument } from '../check-document.ts';
import { readRulePage } from '../explain/run-explain.ts';
import type { GateReport } from '../diff/check-against.ts';
import { type CliIo, counted, type ExitCode, line, readTextOf, type Run } from '../io.ts';
import type { Format } from '../option.ts';
import { Progress } from '../progress.ts';
import { fromFolder, lineReader, STANDARD_INPUT } from '../read-lines.ts';
import { capabilitiesJson, capabilitiesPretty } from '../report/report-capabilities.ts';
import { reportDiagnostics } from '../report/report-diagnostics.ts';
import { countDiagnostics, type ReadLines } from '../report/report-pretty.ts';
import { repositoryRoot } from '../report/report-programs.ts';
import { runExamples } from '../run/run-examples.ts';
import { inspectSkills } from '../skills/skills.ts';

interface CheckValues {
  readonly run: boolean;
  readonly rules: boolean;
  readonly capabilities: boolean;
  readonly fix: boolean;
  readonly 'write-capabilities': boolean;
  readonly against?: string;
  readonly config?: string;
  readonly format: Format;
  readonly notes: boolean;
}

type Printing = Pick<CheckValues, 'format' | 'notes'>;

export const runCheck: Run<CheckValues> = async (
  { rules, capabilities, config, format, notes, against, ...values },
  [document],
  io,
) => {
  if (rules) return listRules(format, io);
  if (values['write-capabilities']) return writeCapabilitiesOf(config, io);
  if (capabilities) return showCapabilities(config, format, io);
  if (document !== undefined) return checkFile(document, config, { format, notes }, io);
  const options = { withFixes: values.fix, run: values.run };
  const gated = against === undefined ? undefined : await openGate(against, config, io);
  const checked = await checkSources(config, options, io);
  const { manifest } = checked;
  const verdict = manifest && (await gated?.(manifest));
  const diagnostics = [
    ...checked.diagnostics,
    ...fromFolder(io.cwd, checked.root, verdict?.diagnostics ?? []),
  ];
  const code = report(diagnostics, { format, notes }, lineReader(io.cwd), io);
  if (format === 'pretty') {
    if (values.run) io.stdout(`${counted(checked.ran, 'example')} ran\n`);
    if (verdict?.diagnostics.length === 0) io.stdout(`${verdict.message}\n`);
  }
  return code;
};

/** Reads an earlier release, which takes less time than the check and may fail. */
async function openGate(
  against: string,
  configFile: string | undefined,
  { cwd }: CliIo,
): Promise<((manifest: Manifest) => Promise<GateReport>) | undefined> {
  const loaded = await loadConfig({ cwd, configFile });
  // The check reports what is wrong.
  if (!loaded.ok) return undefined;
  const { config } = loaded;
  const [{ readRelease }, { checkAgainst }] = await Promise.all([
    import('../diff/read-release.ts'),
    import('../diff/check-against.ts'),
  ]);
  const old = await readRelease(against, cwd, join(config.outDir, 'manifest.json'));
  return (manifest) => checkAgainst(old, { name: 'The project', manifest }, config);
}

async function checkSources(
  config: string | undefined,
  { withFixes, run }: { readonly withFixes: boolean; readonly run: boolean },
  io: CliIo,
): Promise<Pick<CheckReport, 'root' | 'diagnostics' | 'manifest'> & { readonly ran: number }> {
  const progress = new Progress(io);
  let ran = 0;
  const options = {
    cwd: io.cwd,
    configFile: config,
    onStage: (stage: CheckStage) => progress.begin(stage),
    portability,
    inspect: async (inspected: InspectedManifest) => [
      ...(await inspectBudget(inspected)),
      ...(await inspectSkills(inspected)),
    ],
    ...(run && {
      runExamples: (job: ExampleJob) => {
        ran += job.runs.length;
        return runExamples(job);
      },
    }),
  };
  const found: Promise<CheckReport & Partial<FixedProject>> = withFixes ? fix(options) : check(options);
  const { fixed, ...checked } = await found.finally(() => progress.end());
  const { root } = checked;
  if (fixed) reportFixed(fromFolder(io.cwd, root, fixed), io);
  return { ...checked, diagnostics: fromFolder(io.cwd, root, checked.diagnostics), ran };
}

// Printed apart from the rest, which may be for a program.
function reportFixed(fixed: readonly Diagnostic[], io: CliIo): void {
  for (const { file, line: row, id, message } of fixed)
    io.stderr(line`${file}:${row}  fixed  ${id}` + line`  ${message}`);
  if (fixed.length === 0) io.stderr('nothing to fix\n');
}

async function checkFile(
  path: string,
  configFile: string | undefined,
  printing: Printing,
  io: CliIo,
): Promise<ExitCode> {
  // A document has no project, so rules are configured only on request.
  const loaded = configFile === undefined ? undefined : await loadConfig({ cwd: io.cwd, configFile });
  if (loaded?.ok === false)
    return report(fromFolder(io.cwd, loaded.root, loaded.diagnostics), printing, lineReader(io.cwd), io);
  const text = await readTextOf(path, io.cwd);
  const file = path === '-' ? STANDARD_INPUT : relative(io.cwd, resolve(io.cwd, path)).split(sep).join('/');
  const lines = text.split(/\r?\n/);
  const diagnostics = checkDocument(file, text, loaded?.config.rules ?? {});
  return report(diagnostics, printing, () => lines, io);
}

function report(
  diagnostics: readonly Diagnostic[],
  { format, notes }: Printing,
  readLines: ReadLines,
  io: CliIo,
): ExitCode {
  // Readers of these formats expect paths from the root of the repository.
  const placed =
    format === 'github' || format === 'sarif'
      ? fromFolder(repositoryRoot(io.cwd), io.cwd, diagnostics)
      : diagnostics;
  // Programs may rely on `data`.
  const shown = placed.map((diagnostic) => ({ data: {}, ...diagnostic }));
  io.stdout(reportDiagnostics(format, shown, readLines, notes));
  if (format === 'pretty')
    io.stdout(`${diagnostics.length > 0 ? '\n' : ''}${countDiagnostics(diagnostics)}\n`);
  return diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
}

async function showCapabilities(config: string | undefined, format: Format, io: CliIo): Promise<ExitCode> {
  const listed = await listCapabilities({ cwd: io.cwd, configFile: config });
  const { tools } = listed;
  const code = reportBeside(listed, io);
  io.stdout(format === 'json' ? capabilitiesJson(tools) : capabilitiesPretty(tools));
  return code;
}

/** Reports diagnostics beside what a command prints. */
function reportBeside(
  { root, diagnostics }: { readonly root: string; readonly diagnostics: readonly Diagnostic[] },
  io: CliIo,
): ExitCode {
  const shown = fromFolder(io.cwd, root, diagnostics);
  if (shown.length > 0) io.stderr(reportDiagnostics('pretty', shown, lineReader(io.cwd)));
  return shown.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function listRules(format: Format, io: CliIo): ExitCode {
  if (format === 'json') {
    const rules = RULES.map(({ id, family, severity }) => {
      const { title, isFixable } = readRulePage(id);
      return { id, family, severity, title, fixable: isFixable };
    });
    io.stdout(`${JSON.stringify({ rules }, null, 2)}\n`);
    return 0;
  }
  const width = Math.max(...RULES.map(({ id }) => id.length));
  const families = [...new Set(RULES.map(({ family }) => family))];
  for (const family of families) {
    io.stdout(`${family}\n`);
    for (const { id, severity } of RULES.filter((rule) => rule.family === family))
      io.stdout(`  ${id.padEnd(width)}  ${severity.padEnd(7)}  ${readRulePage(id).title}\n`);
  }
  return 0;
}

async function writeCapabilitiesOf(config: string | undefined, io: CliIo): Promise<ExitCode> {
  const written = await writeCapabilities({ cwd: io.cwd, configFile: config });
  const { root, changes } = written;
  const code = reportBeside(written, io);
  for (const change of fromFolder(io.cwd, root, changes)) io.stdout(changeText(change));
  const count = changes.filter(({ added, removed }) => added.length + removed.length > 0).length;
  io.stdout(count === 0 ? 'nothing to change\n' : `changed ${counted(count, 'tool')}\n`);
  return code;
}

function changeText({ tool, file, line, added, removed, kept }: CapabilityChange): string {
  return [
    `${file}:${line}  ${tool}`,
    ...added.map((capability) => `  + ${capability}`),
    ...removed.map((capability) => `  - ${capability}`),
    ...kept.map(
      (capability) => `    ${capability} stays: its code was not found, but not all of the code can be read`,
    ),
    '',
  ].join('\n');
}
