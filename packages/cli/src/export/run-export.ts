import { resolve } from 'node:path';
import { type ExportedTools, type ExportOptions, exportTools, type Target } from '@btcp/adapters';
import type { ExportExplanation } from '@btcp/adapters/explain';
import { PROGRAMS } from '@btcp/adapters/formats';
import type { Manifest, ManifestTool } from '@btcp/core';
import { fileError } from '../errors.ts';
import { checkNames, readManifest } from './read-manifest.ts';
import { findBuild } from '../host/project.ts';
import { type CliIo, counted, type ExitCode, line, type Run } from '../io.ts';
import { editFile, refuseLinkOut, refuseOther } from '../system/write-files.ts';

interface ExportValues {
  readonly to: { readonly target: Target; readonly isStrict: boolean };
  readonly strict: boolean;
  readonly tool?: readonly string[];
  readonly out?: string;
  readonly context?: string;
  readonly 'allow-partial': boolean;
  readonly explain: boolean;
  readonly 'defer-loading': boolean;
  readonly 'inline-refs': boolean;
  readonly 'server-url'?: string;
  readonly config?: string;
}

export const runExport: Run<ExportValues> = async ({ to, tool, config, explain, ...values }, [path], io) => {
  const built = path === undefined ? await findBuild(config, io) : undefined;
  const manifest = await readManifest(built?.manifest ?? path ?? '-', io.cwd);
  checkNames(tool, manifest);
  const options: ExportOptions = {
    target: to.target,
    strict: to.isStrict || values.strict,
    ...(tool && { tools: tool }),
    ...(values['defer-loading'] && { deferLoading: true }),
    ...(values['inline-refs'] && { inlineRefs: true }),
    ...(values['server-url'] !== undefined && { serverUrl: values['server-url'] }),
  };
  const exported = exportTools(manifest, options);
  if (path !== undefined) {
    // A build has been checked.
    const { findHiddenTexts } = await import('./find-hidden-texts.ts');
    for (const hidden of findHiddenTexts(manifest, exported)) io.stderr(line`btcp: warning: ${hidden}`);
  }
  const program = PROGRAMS[to.target];
  if (built && program && values.out !== undefined) {
    const { writtenPrograms } = await import('../programs/write-programs.ts');
    const refused = await writtenPrograms(program, exported, built.config, values, io);
    reportUnasked(manifest, exported, io);
    return reportFailures({ ...exported, refused }, undefined, values['allow-partial'], io);
  }
  const explanation = explain ? await explanationOf(manifest, options) : undefined;
  const text = `${JSON.stringify({ ...exported, ...explanation }, null, 2)}\n`;
  if (values.out === undefined) io.stdout(text);
  else await writeOut(values.out, text, exported, io);
  return reportFailures(exported, explanation, values['allow-partial'], io);
};

/** Reports the tools that ask before a call: their programs have nobody to ask. */
function reportUnasked(
  manifest: Manifest | readonly ManifestTool[],
  { names }: ExportedTools,
  io: CliIo,
): void {
  const exported = new Set(Object.values(names));
  for (const { name, confirm } of 'tools' in manifest ? manifest.tools : manifest)
    if (exported.has(name) && confirm !== undefined && confirm !== false)
      io.stderr(
        line`${name}: its program fails with CONFIRMATION_REQUIRED, as it cannot ask for \`confirm\``,
      );
}

async function writeOut(
  out: string,
  text: string,
  { target, names, warnings }: ExportedTools,
  io: CliIo,
): Promise<void> {
  await refuseLinkOut(out, io.cwd);
  await refuseOther(out, io.cwd, /"target"\s*:/, 'export of tools');
  await editFile(resolve(io.cwd, out), text).catch((error: unknown) => {
    throw fileError(`--out ${out} cannot be written`, error);
  });
  const lost =
    warnings.length === 0 ? '' : `, with ${counted(warnings.length, 'warning')} of what changes or gets lost`;
  io.stdout(`${target}: ${counted(Object.keys(names).length, 'tool')} in ${out}${lost}\n`);
}

async function explanationOf(
  manifest: Manifest | readonly ManifestTool[],
  options: ExportOptions,
): Promise<ExportExplanation> {
  // Only this needs the compiler of schemas.
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
    io.stderr(line`btcp: ${tool} is left out: ${target} cannot express it at "${path}": ${reason}`);
  }
  if (refused.length > 0 && !allowPartial)
    io.stderr(
      'help: Write them otherwise at these places, or pass --allow-partial if the others are enough.\n',
    );
  for (const { tool, reason } of explanation?.unchecked ?? [])
    io.stderr(line`btcp: of ${tool} nothing could be tried: ${reason}`);
  const narrowed = explanation?.narrowed ?? [];
  for (const { tool, input } of narrowed) {
    io.stderr(
      line`btcp: the exported schema of ${tool} refuses ${JSON.stringify(input)}, which the tool accepts`,
    );
  }
  return narrowed.length > 0 || (refused.length > 0 && !allowPartial) ? 1 : 0;
}
