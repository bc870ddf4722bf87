import { relative, resolve } from 'node:path';
import type { ExportedTools, RefusedTool } from '@btcp/adapters';
import type { IkigaiDescription } from '@btcp/adapters/ikigai';
import type { LoadedConfig } from '@btcp/codegen';
import type { CliIo } from '../io.ts';
import { readableFile } from '../host/open-client.ts';
import { fileError } from '../errors.ts';
import { refuseLinkOut } from '../system/refuse-link-out.ts';
import { writePrograms } from './write-programs.ts';
import { line } from '../printable-io.ts';

/**
 * Writes the programs of exported tools, and reports what was written and what ikigai's format loses.
 *
 * @returns The tools that were left out, by the export or because they cannot be bundled.
 */
export async function writtenPrograms(
  { tools, names, warnings, refused }: ExportedTools,
  config: LoadedConfig,
  { out = '.', context }: { readonly out?: string | undefined; readonly context?: string | undefined },
  io: CliIo,
): Promise<readonly RefusedTool[]> {
  const contextFile = context === undefined ? undefined : await readableFile('context', context, io);
  // An export to ikigai gives tools of this type.
  const described = (tools as readonly unknown[] as readonly IkigaiDescription[]).map((description) => ({
    tool: names[description.name] as string,
    description,
  }));
  await refuseLinkOut(out, io.cwd);
  const programs = await writePrograms(config, described, resolve(io.cwd, out), contextFile).catch(
    (error: unknown) => {
      throw fileError(`--out ${out} cannot be used as a folder`, error);
    },
  );
  for (const path of programs.written) io.stdout(`${relative(io.cwd, path)}\n`);
  for (const { tool, code, path, keyword, detail } of warnings)
    io.stderr(line`${tool}: ${code}${keyword === undefined ? '' : ` ${keyword}`} at "${path}": ${detail}`);
  return [...refused, ...programs.refused.map(({ tool, reason }) => ({ tool, path: '', reason }))];
}
