import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exportTools, hasStrictForm, TARGETS, type ExportedTools, type ExportOptions } from '@btcp/adapters';
import type { ExportExplanation } from '@btcp/adapters/explain';
import { loadConfig } from '@btcp/codegen';
import type { Manifest, ManifestTool } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import type { Command } from '../command.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { parseOptions } from '../parse-options.ts';
import { reportPretty } from '../report/report-pretty.ts';
import { UsageError } from '../usage-error.ts';

/** `btcp export`. */
export const exportCommand: Command = {
  usage:
    'export --to <target> [--strict] [--tool <name>]… [--out <file>] [--allow-partial] [--explain] [--config <file>] [<manifest.json>]',
  summary:
    'Writes built tools in the format of another stack, as JSON: { target, tools, warnings, names, refused }.',
  options: {
    '<manifest.json>': 'A manifest. Default: the one that `btcp build` wrote for the project in this folder.',
    '--to <target>': `One of ${TARGETS.join(', ')}.`,
    '--strict': `Use the strict form for the tools that fit it: ${TARGETS.filter(hasStrictForm).join(', ')}.`,
    '--tool <name>': 'Export only this tool; may be repeated.',
    '--out <file>': 'Write to this file instead of to standard output.',
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
      'allow-partial': { type: 'boolean' },
      explain: { type: 'boolean' },
      config: { type: 'string' },
    });
    const [path, extra] = positionals;
    if (extra !== undefined) throw new UsageError(`One manifest is enough; got "${extra}" too.`);
    const target = parseTarget(values.to);
    if (values.strict === true && !hasStrictForm(target)) {
      throw new UsageError(
        `${target} has no strict form; these have: ${TARGETS.filter(hasStrictForm).join(', ')}.`,
      );
    }
    const file = path === undefined ? await findBuilt(values.config, io) : resolve(io.cwd, path);
    if (file === undefined) return 1;
    const manifest = await readManifest(file, path);
    checkNames(values.tool, manifest);
    const options: ExportOptions = {
      target,
      strict: values.strict === true,
      ...(values.tool && { only: values.tool }),
    };
    const exported = exportTools(manifest, options);
    const explanation = values.explain === true ? await explain(manifest, options) : undefined;
    const text = `${JSON.stringify({ ...exported, ...explanation }, null, 2)}\n`;
    if (values.out === undefined) io.stdout(text);
    else await writeFile(resolve(io.cwd, values.out), text);
    return reportFailures(exported, explanation, values['allow-partial'] === true, io);
  },
};

async function explain(
  manifest: Manifest | readonly ManifestTool[],
  options: ExportOptions,
): Promise<ExportExplanation> {
  // The compiler of schemas is needed for nothing else here.
  const { explainExport } = await import('@btcp/adapters/explain');
  return explainExport(manifest, options);
}

function parseTarget(to: string | undefined): ExportOptions['target'] {
  if (to === undefined) throw new UsageError(`Which target? Write --to and one of ${TARGETS.join(', ')}.`);
  const target = TARGETS.find((each) => each === to);
  if (target !== undefined) return target;
  const close = closestName(to, TARGETS);
  const hint = close === undefined ? `; there are ${TARGETS.join(', ')}` : `; did you mean "${close}"?`;
  throw new UsageError(`There is no target "${to}"${hint}`);
}

/** The manifest that a build wrote; nothing where the config is wrong, which is reported. */
async function findBuilt(config: string | undefined, io: CliIo): Promise<string | undefined> {
  const loaded = await loadConfig(io.cwd, config);
  if (!loaded.ok) {
    io.stderr(reportPretty(loaded.diagnostics, () => undefined));
    return undefined;
  }
  const file = join(loaded.config.outDir, 'manifest.json');
  if (existsSync(file)) return file;
  io.stderr(`btcp: There is no build in ${loaded.config.outDir}. Run \`btcp build\` first.\n`);
  return undefined;
}

async function readManifest(
  file: string,
  path: string | undefined,
): Promise<Manifest | readonly ManifestTool[]> {
  const name = path ?? file;
  if (!existsSync(file)) throw new UsageError(`There is no file ${name}.`);
  try {
    const parsed: unknown = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
    // What the tools really are is looked at one by one.
    if (toolsOf(parsed) !== undefined) return parsed as Manifest | readonly ManifestTool[];
  } catch (error) {
    throw new UsageError(`${name} can not be read as JSON: ${(error as Error).message}.`);
  }
  throw new UsageError(`${name} is no manifest: it has no list of \`tools\`.`);
}

function toolsOf(manifest: unknown): readonly unknown[] | undefined {
  if (typeof manifest !== 'object' || manifest === null) return undefined;
  const tools: unknown = Array.isArray(manifest)
    ? manifest
    : 'tools' in manifest
      ? manifest.tools
      : undefined;
  return Array.isArray(tools) ? tools : undefined;
}

function checkNames(wanted: readonly string[] = [], manifest: Manifest | readonly ManifestTool[]): void {
  const names = (toolsOf(manifest) ?? []).map((tool) => (tool as Partial<ManifestTool> | null)?.name);
  for (const name of wanted) {
    if (names.includes(name)) continue;
    const close = closestName(
      name,
      names.filter((each) => typeof each === 'string'),
    );
    throw new UsageError(
      `There is no tool "${name}"${close === undefined ? '.' : `; did you mean "${close}"?`}`,
    );
  }
}

function reportFailures(
  { target, refused }: ExportedTools,
  explanation: ExportExplanation | undefined,
  allowPartial: boolean,
  io: CliIo,
): ExitCode {
  for (const { tool, reason, path } of refused) {
    io.stderr(`btcp: ${tool} is left out: ${target} can not express it at "${path}": ${reason}\n`);
  }
  const narrowed = explanation?.narrowed ?? [];
  for (const { tool, input } of narrowed) {
    io.stderr(
      `btcp: the exported schema of ${tool} refuses ${JSON.stringify(input)}, which the tool accepts\n`,
    );
  }
  return narrowed.length > 0 || (refused.length > 0 && !allowPartial) ? 1 : 0;
}
