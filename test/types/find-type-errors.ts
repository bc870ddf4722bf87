import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of this repository. */
export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

/** The compilers that generated code is for, by their folders in node_modules. */
export const COMPILERS: readonly string[] = ['typescript-5.5', 'typescript', 'typescript-7'];

const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  'typescript-5.5': ['erasableSyntaxOnly', 'rewriteRelativeImportExtensions'],
};

/** Removes the options that a compiler does not know, as it would refuse them. */
export function knownOptions(compiler: string, options: object): object {
  const known = Object.entries(options).filter(([name]) => !UNKNOWN[compiler]?.includes(name));
  return Object.fromEntries(known);
}

/**
 * Runs a compiler's own `tsc` on a project.
 *
 * @param project - Path of the tsconfig.
 * @returns Every error as `path:line TS1234`, the path relative to the project's folder, in the compiler's order.
 */
export async function findTypeErrors(compiler: string, project: string): Promise<string[]> {
  const folder = join(ROOT, 'node_modules', compiler);
  // A dependency of ours; every version of it declares its program there.
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin: { tsc: string };
  };
  const args = [join(folder, bin.tsc), '-p', project, '--pretty', 'false'];
  const output = await run(args, dirname(project));
  // Indented lines continue the error above them.
  return output.split(/\r?\n/).flatMap((line) => (/^(\s|$)/.test(line) ? [] : [shorten(line)]));
}

async function run(args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd })).stdout;
  } catch (error) {
    // Errors in the program are not a failure of the run.
    const { stdout } = error as { stdout?: unknown };
    if (typeof stdout === 'string' && stdout !== '') return stdout;
    throw error;
  }
}

// Errors without a line, such as a wrong option, are kept whole.
function shorten(line: string): string {
  const [, path, number, code] = /^(.+)\((\d+),\d+\): error (TS\d+): /.exec(line) ?? [];
  return path === undefined ? line : `${path}:${number} ${code}`;
}
