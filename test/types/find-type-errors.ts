import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type ts from 'typescript';

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
 * Compiles a project without writing anything.
 *
 * @param project - Path of the tsconfig.
 * @returns Every error as `path:line TS1234`, the path relative to the project's folder, in the compiler's order.
 */
export async function findTypeErrors(compiler: string, project: string): Promise<string[]> {
  return compiler === 'typescript-7' ? runCompiler(compiler, project) : compileHere(compiler, project);
}

/**
 * Runs a compiler's own `tsc` on a project.
 *
 * @returns As `findTypeErrors`.
 */
async function runCompiler(compiler: string, project: string): Promise<string[]> {
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

const require = createRequire(import.meta.url);

/** Compiles in this process, as a compiler that is written in JavaScript takes longer to start than to check. */
function compileHere(compiler: string, project: string): string[] {
  // Every version has what is used here.
  const api = require(compiler) as typeof ts;
  const folder = dirname(project);
  const { config } = api.readConfigFile(project, (path) => api.sys.readFile(path)) as { config: unknown };
  const parsed = api.parseJsonConfigFileContent(config, api.sys, folder, { noEmit: true }, project);
  const program = api.createProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    configFileParsingDiagnostics: parsed.errors,
    host: hostOf(api, parsed.options),
  });
  // Declarations of third parties, and TypeScript's own, take most of the time to check.
  const own = program
    .getSourceFiles()
    .filter(({ fileName }) => relative(INSTALLED, fileName).startsWith('..'));
  const found = api.sortAndDeduplicateDiagnostics(
    own.flatMap((file) => api.getPreEmitDiagnostics(program, file)),
  );
  return found.map(({ file, start = 0, code, messageText }) => {
    if (!file) return `error TS${code}: ${api.flattenDiagnosticMessageText(messageText, '\n')}`;
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    return `${relative(folder, file.fileName)}:${line} TS${code}`;
  });
}

const INSTALLED = join(ROOT, 'node_modules');
const libraries = new Map<string, ts.SourceFile | undefined>();

/** A host that parses a compiler's own declarations only once. */
function hostOf(api: typeof ts, options: ts.CompilerOptions): ts.CompilerHost {
  const host = api.createCompilerHost(options);
  const library = host.getDefaultLibLocation?.() ?? '';
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...rest) => {
    if (dirname(path) !== library) return getSourceFile(path, ...rest);
    if (!libraries.has(path)) libraries.set(path, getSourceFile(path, ...rest));
    return libraries.get(path);
  };
  return host;
}
