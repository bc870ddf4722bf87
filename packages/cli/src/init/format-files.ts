import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject } from '@btcp/schema/internal';
import { parseJson } from '../system/read-package.ts';
import { runProgram } from '../system/run-program.ts';
import type { App, FileChange } from './project-files.ts';

/**
 * The files that a change leaves to the project's prettier or Biome: new ones, and those that are in its format. Asked
 * before they are written.
 */
export async function filesToFormat(
  app: App,
  root: string,
  changes: readonly FileChange[],
): Promise<readonly string[]> {
  const edited = changes.filter(({ before }) => before !== undefined).map(({ path }) => path);
  const others = new Set(await findUnformatted(app, root, edited));
  return changes.map(({ path }) => path).filter((path) => !others.has(path));
}

async function findUnformatted(
  app: App,
  root: string,
  edited: readonly string[],
): Promise<readonly string[]> {
  const run = await runOwn('prettier', app, root, ['--ignore-unknown', '--list-different'], edited);
  if (run && run.code < 2) return run.stdout.split(/\r?\n/);
  // Nothing tells the format of an edited file without them, or where they fail.
  const runs = await Promise.all(edited.map((path) => runOwn('biome', app, root, ['format'], [path])));
  return edited.filter((_, at) => runs[at]?.code !== 0);
}

/** Formats files with the project's prettier or Biome, if the project asks for it; returns whether prettier did not fail. */
export async function formatFiles(app: App, root: string, paths: readonly string[]): Promise<boolean> {
  await runOwn('biome', app, root, ['check', '--write', '--files-ignore-unknown=true'], paths);
  const run = await runOwn('prettier', app, root, ['--ignore-unknown', '--write'], paths);
  return run === undefined || run.code === 0;
}

/** Lets the project's ESLint correct the new files: its rules may ask for another order of imports, or no semicolons. */
export async function fixFiles(app: App, root: string, changes: readonly FileChange[]): Promise<void> {
  const paths = changes
    .filter(({ path, before }) => before === undefined && /\.[cm]?[jt]sx?$/.test(path))
    .map(({ path }) => path);
  await runOwn('eslint', app, root, ['--fix'], paths);
}

/** The packages of programs that correct or format files. */
const PACKAGES = { prettier: 'prettier', eslint: 'eslint', biome: '@biomejs/biome' };

/** Runs a program on files, if the project asks for it and there are any. */
async function runOwn(
  name: keyof typeof PACKAGES,
  { workspace = '' }: App,
  root: string,
  options: readonly string[],
  paths: readonly string[],
): ReturnType<typeof runProgram> {
  // Another package may have brought one that the project does not use.
  const isWanted = [root, workspace].some((folder) => folder !== '' && asksFor(folder, PACKAGES[name]));
  const program = isWanted && paths.length > 0 ? findProgram(name, root) : undefined;
  if (program === undefined) return undefined;
  return runProgram(process.execPath, [program, ...options, ...paths], { cwd: root });
}

/** Whether a package.json names a package among its dependencies, or has settings for it. */
function asksFor(folder: string, name: string): boolean {
  const path = join(folder, 'package.json');
  const fields = existsSync(path) ? parseJson(readFileSync(path, 'utf8'), path) : {};
  return [fields, fields['dependencies'], fields['devDependencies']].some(
    (table) => isObject(table) && Object.hasOwn(table, name),
  );
}

function findProgram(name: keyof typeof PACKAGES, root: string): string | undefined {
  try {
    const path = createRequire(join(root, 'package.json')).resolve(`${PACKAGES[name]}/package.json`);
    const { bin } = JSON.parse(readFileSync(path, 'utf8')) as { bin: string | Record<string, string> }; // of the package
    return join(dirname(path), typeof bin === 'string' ? bin : (bin[name] ?? ''));
  } catch {
    // It is not installed.
    return undefined;
  }
}
