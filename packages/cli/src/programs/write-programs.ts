import { mkdir, readFile } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExportedTools, RefusedTool } from '@btcp/adapters';
import type { ProgramForm } from '@btcp/adapters/formats';
import { bundlePrograms, type LoadedConfig } from '@btcp/codegen';
import { fileError, InputError } from '../errors.ts';
import { readableFile } from '../host/open-client.ts';
import { type CliIo, line } from '../io.ts';
import { refuseLinkOut, replaceFile } from '../system/write-files.ts';

interface DescribedTool {
  readonly tool: string;
  readonly exportedName: string;
  readonly description: object;
}

interface WrittenPrograms {
  /** Paths. */
  readonly written: readonly string[];
  readonly refused: readonly { readonly tool: string; readonly reason: string }[];
}

const RUNNER = fileURLToPath(new URL(`./tool-program${extname(import.meta.url)}`, import.meta.url));

/**
 * Writes one executable per tool, named as its host expects.
 *
 * @param folder - Absolute path; created if it is missing.
 * @param context - Absolute path of a module whose default export is what tools find in `ctx`.
 */
async function writePrograms(
  config: LoadedConfig,
  tools: readonly DescribedTool[],
  { suffix, describe }: ProgramForm,
  folder: string,
  context?: string,
): Promise<WrittenPrograms> {
  const programs = await bundlePrograms({
    config,
    runner: RUNNER,
    ...(context !== undefined && { context }),
    tools: tools.map(({ tool, description }) => ({ name: tool, head: answer(describe, description) })),
  });
  // `get_cell_value` → `get-cell-value-tool`.
  const files = new Map(
    tools.map(({ tool, exportedName }) => [tool, exportedName.replaceAll('_', '-') + suffix]),
  );
  const written: string[] = [];
  const refused: { tool: string; reason: string }[] = [];
  await mkdir(folder, { recursive: true });
  for (const program of programs) {
    if ('problem' in program) {
      refused.push({ tool: program.name, reason: program.problem });
      continue;
    }
    const path = join(folder, files.get(program.name) as string);
    await refuseForeign(path, describe);
    await replaceFile(path, program.text, 0o755);
    written.push(path);
  }
  return { written, refused };
}

// Before anything else is compiled: hosts do not wait long for it.
function answer(argument: string, description: object): string {
  const text = JSON.stringify(`${JSON.stringify(description)}\n`);
  return `if(process.argv.includes('${argument}')){process.getBuiltinModule('node:fs').writeSync(1,${text});process.exit(0)}`;
}

/** @throws InputError where there is a file that is no such program. */
async function refuseForeign(path: string, describe: string): Promise<void> {
  const current = await readFile(path, 'utf8').catch(() => '');
  if (current !== '' && !(/^#!.*\n.*/.exec(current)?.[0].includes(describe) ?? false))
    throw new InputError(
      `${path} is no program of \`btcp export\`, and would be replaced.`,
      'Move it to another place, or name another folder with --out.',
    );
}

/**
 * Writes the programs of exported tools, and reports what was written and what their format loses.
 *
 * @returns The tools that were left out, by the export or because they cannot be bundled.
 */
export async function writtenPrograms(
  form: ProgramForm,
  { tools, names, warnings, refused }: ExportedTools,
  config: LoadedConfig,
  { out = '.', context }: { readonly out?: string | undefined; readonly context?: string | undefined },
  io: CliIo,
): Promise<readonly RefusedTool[]> {
  const contextFile = context === undefined ? undefined : await readableFile('context', context, io);
  // Names and tools are in the same order.
  const described = Object.entries(names).flatMap(([exportedName, tool], index) => {
    const description = tools[index];
    return description ? [{ tool, exportedName, description }] : [];
  });
  await refuseLinkOut(out, io.cwd);
  const programs = await writePrograms(config, described, form, resolve(io.cwd, out), contextFile).catch(
    (error: unknown) => {
      throw fileError(`--out ${out} cannot be used as a folder`, error);
    },
  );
  for (const path of programs.written) io.stdout(`${relative(io.cwd, path)}\n`);
  for (const { tool, code, path, keyword, detail } of warnings)
    io.stderr(line`${tool}: ${code}${keyword === undefined ? '' : ` ${keyword}`} at "${path}": ${detail}`);
  return [...refused, ...programs.refused.map(({ tool, reason }) => ({ tool, path: '', reason }))];
}
