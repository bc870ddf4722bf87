import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exportTools, hasStrictForm, TARGETS, type ExportedTools, type ExportOptions } from '@btcp/adapters';
import type { ExportExplanation } from '@btcp/adapters/explain';
import type { Manifest, ManifestTool } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema/check';
import type { Command } from '../command.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { findHiddenTexts } from '../export/find-hidden-texts.ts';
import { parseTarget } from '../export/parse-target.ts';
import { checkNames, findBuild, readManifest } from '../export/read-manifest.ts';
import { fileError } from '../input-error.ts';
import { parseOptions } from '../parse-options.ts';
import { UsageError } from '../usage-error.ts';

/** `btcp export`. */
export const exportCommand: Command = {
  usage:
    'export --to <target> [--strict] [--tool <name>]… [--out <file>] [--context <file>] [--allow-partial] [--explain] [--config <file>] [<manifest.json>]',
  summary:
    'Writes built tools in the format of another stack, as JSON: { target, tools, warnings, names, refused }.',
  options: {
    '<manifest.json>': 'A manifest. Default: the one that `btcp build` wrote for the project in this folder.',
    '--to <target>': `One of ${TARGETS.join(', ')}; \`mcp\` is mcp-2025-11-25.`,
    '--strict': `Use the strict form for the tools that fit it: ${TARGETS.filter(hasStrictForm).join(', ')}.`,
    '--tool <name>': 'Export only this tool; may be repeated.',
    '--out <file>':
      'Write to this file instead of to standard output; of ikigai the folder that its executables are written to.',
    '--context <file>':
      'With --to ikigai and --out: the default export of this module is what the programs give their tools as context.',
    '--allow-partial': 'Exit with 0 although tools had to be left out.',
    '--explain':
      'Add `changes`: what each change lets through, with an input that the tool refuses and the exported schema accepts.',
    '--config <file>': 'The config file. Default: btcp.config.ts in the current folder.',
  },
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      to: { type: 'string' },
      strict: { type: 'boolean' },
      tool: { type: 'string', multiple: true },
      out: { type: 'string' },
      context: { type: 'string' },
      'allow-partial': { type: 'boolean' },
      explain: { type: 'boolean' },
      config: { type: 'string' },
    });
    const [path, extra] = positionals;
    if (extra !== undefined) throw new UsageError(`One manifest is enough; got "${extra}" too.`);
    const { target, isStrict } = parseTarget(values.to);
    const strict = isStrict || values.strict === true;
    if (strict && !hasStrictForm(target)) {
      throw new UsageError(
        `${target} has no strict form; these have: ${TARGETS.filter(hasStrictForm).join(', ')}.`,
      );
    }
    if (values.out === '') throw new UsageError('--out needs a value; got an empty one.');
    const isProgram = target === 'ikigai' && values.out !== undefined;
    refuseForData(values, isProgram, path);
    const built = path === undefined ? await findBuild(values.config, io) : undefined;
    if (path === undefined && built === undefined) return 1;
    const manifest = await readManifest(built?.manifest ?? resolve(io.cwd, path ?? ''), path);
    checkNames(values.tool, manifest);
    const options: ExportOptions = {
      target,
      strict,
      ...(values.tool && { only: values.tool }),
    };
    const exported = exportTools(manifest, options);
    if (path !== undefined)
      for (const line of findHiddenTexts(manifest, exported)) io.stderr(`btcp: warning: ${line}\n`);
    if (built && isProgram) {
      const { writtenPrograms } = await import('../ikigai/written-programs.ts');
      const refused = await writtenPrograms(exported, built.config, values, io);
      return reportFailures({ ...exported, refused }, undefined, values['allow-partial'] === true, io);
    }
    const explanation = values.explain === true ? await explain(manifest, options) : undefined;
    const text = `${JSON.stringify({ ...exported, ...explanation }, null, 2)}\n`;
    if (values.out === undefined) io.stdout(text);
    else await writeOut(values.out, text, exported, io);
    return reportFailures(exported, explanation, values['allow-partial'] === true, io);
  },
};

// Programs are made of code, and what is written of them is no JSON to explain.
function refuseForData(
  {
    context,
    explain: explains,
  }: { readonly context?: string | undefined; readonly explain?: boolean | undefined },
  isProgram: boolean,
  path: string | undefined,
): void {
  if (context !== undefined && !isProgram)
    throw new UsageError('--context goes with --to ikigai and --out <folder>.');
  if (isProgram && path !== undefined)
    throw new UsageError(
      `${path} has no code to make programs of; leave it out to take the build of this folder.`,
    );
  if (isProgram && explains === true)
    throw new UsageError('--explain shows its findings as JSON; leave --out away.');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

async function writeOut(
  out: string,
  text: string,
  { target, names, warnings }: ExportedTools,
  io: CliIo,
): Promise<void> {
  await writeFile(resolve(io.cwd, out), text).catch((error: unknown) => {
    throw fileError(`--out ${out} cannot be written`, error);
  });
  const lost =
    warnings.length === 0 ? '' : `, with ${counted(warnings.length, 'warning')} of what changes or gets lost`;
  io.stdout(`${target}: ${counted(Object.keys(names).length, 'tool')} in ${out}${lost}\n`);
}

async function explain(
  manifest: Manifest | readonly ManifestTool[],
  options: ExportOptions,
): Promise<ExportExplanation> {
  // The compiler of schemas is needed for nothing else here.
  const { explainExport } = await import('@btcp/adapters/explain');
  return explainExport(manifest, options);
}

function reportFailures(
  { target, refused }: ExportedTools,
  explanation: ExportExplanation | undefined,
  allowPartial: boolean,
  io: CliIo,
): ExitCode {
  for (const { tool, reason, path } of refused) {
    io.stderr(
      `btcp: ${escapeUnseen(`${tool} is left out: ${target} can not express it at "${path}": ${reason}`)}\n`,
    );
  }
  for (const { tool, reason } of explanation?.unchecked ?? [])
    io.stderr(`btcp: of ${escapeUnseen(tool)} nothing could be tried: ${reason}\n`);
  const narrowed = explanation?.narrowed ?? [];
  for (const { tool, input } of narrowed) {
    io.stderr(
      `btcp: the exported schema of ${escapeUnseen(tool)} refuses ${JSON.stringify(input)}, which the tool accepts\n`,
    );
  }
  return narrowed.length > 0 || (refused.length > 0 && !allowPartial) ? 1 : 0;
}
