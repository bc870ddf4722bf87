import { mkdir, readFile } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExportedTools, RefusedTool } from '@btcp/adapters';
import { type IkigaiDescription, PROGRAM_SUFFIX } from '@btcp/adapters/ikigai';
import { bundlePrograms, type LoadedConfig } from '@btcp/codegen';
import { fileError, InputError } from '../errors.ts';
import { readableFile } from '../host/open-client.ts';
import { type CliIo, line } from '../io.ts';
import { refuseLinkOut, replaceFile } from '../system/write-files.ts';

/** A tool with its description for ikigai. */
interface DescribedTool {
  readonly tool: string;
  readonly description: IkigaiDescription;
}

/** The programs that were written, and those that could not be. */
interface WrittenPrograms {
  /** Paths. */
  readonly written: readonly string[];
  readonly refused: readonly { readonly tool: string; readonly reason: string }[];
}

const RUNNER = fileURLToPath(new URL(`./tool-program${extname(import.meta.url)}`, import.meta.url));

/**
 * Writes one executable per tool, named as ikigai expects.
 *
 * @param folder - Absolute path; created if it is missing.
 * @param context - Absolute path of a module whose default export is what tools find in `ctx`.
 */
async function writePrograms(
  config: LoadedConfig,
  tools: readonly DescribedTool[],
  folder: string,
  context?: string,
): Promise<WrittenPrograms> {
  const programs = await bundlePrograms({
    config,
    runner: RUNNER,
    ...(context !== undefined && { context }),
    tools: tools.map(({ tool, description }) => ({ name: tool, head: answerSchema(description) })),
  });
  const files = new Map(tools.map(({ tool, description }) => [tool, programFile(description.name)]));
  const written: string[] = [];
  const refused: { tool: string; reason: string }[] = [];
  await mkdir(folder, { recursive: true });
  for (const program of programs) {
    if ('problem' in program) {
      refused.push({ tool: program.name, reason: program.problem });
      continue;
    }
    const path = join(folder, files.get(program.name) as string);
    await refuseForeign(path);
    await replaceFile(path, program.text, 0o755);
    written.push(path);
  }
  return { written, refused };
}

/** `get_cell_value` → `get-cell-value-tool`. */
function programFile(name: string): string {
  return name.replaceAll('_', '-') + PROGRAM_SUFFIX;
}

// Before anything else is compiled: ikigai waits only a second for it.
function answerSchema(description: IkigaiDescription): string {
  const text = JSON.stringify(`${JSON.stringify(description)}\n`);
  return `if(process.argv.includes('--schema')){process.getBuiltinModule('node:fs').writeSync(1,${text});process.exit(0)}`;
}

/** @throws InputError where there is a file that is no such program. */
async function refuseForeign(path: string): Promise<void> {
  const current = await readFile(path, 'utf8').catch(() => '');
  if (current !== '' && !/^#!.*\n.*--schema/.test(current))
    throw new InputError(
      `${path} is no program of \`btcp export\`, and would be replaced.`,
      'Move it to another place, or name another folder with --out.',
    );
}

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
