import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runProgram } from '../system/run-program.ts';
import type { App, FileChange } from './project-files.ts';

/**
 * The files that a change leaves to the project's prettier: new ones, and those that are in its format. Asked before they
 * are written.
 */
export async function filesToFormat(
  app: App,
  root: string,
  changes: readonly FileChange[],
): Promise<readonly string[]> {
  const edited = changes.filter(({ before }) => before !== undefined).map(({ path }) => path);
  const run = await runOwn('prettier', app, root, ['--ignore-unknown', '--list-different'], edited);
  // Nothing tells the format of an edited file without prettier, or where that fails.
  const isKnown = run !== undefined && run.code < 2;
  const others = new Set(isKnown ? run.stdout.split(/\r?\n/) : edited);
  return changes.map(({ path }) => path).filter((path) => !others.has(path));
}

/** Formats files with the project's prettier, if the project asks for it; returns whether it did not fail. */
export async function formatFiles(app: App, root: string, paths: readonly string[]): Promise<boolean> {
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

/** Runs a program on files, if the project asks for it and there are any. */
async function runOwn(
  name: 'prettier' | 'eslint',
  { workspace = '' }: App,
  root: string,
  options: readonly string[],
  paths: readonly string[],
): ReturnType<typeof runProgram> {
  // Another package may have brought one that the project does not use.
  const isWanted = [root, workspace].some((folder) => {
    const path = join(folder, 'package.json');
    return folder !== '' && existsSync(path) && new RegExp(`"${name}"\\s*:`).test(readFileSync(path, 'utf8'));
  });
  const program = isWanted && paths.length > 0 ? findProgram(name, root) : undefined;
  if (program === undefined) return undefined;
  return runProgram(process.execPath, [program, ...options, ...paths], { cwd: root });
}

function findProgram(name: string, root: string): string | undefined {
  try {
    const path = createRequire(join(root, 'package.json')).resolve(`${name}/package.json`);
    const { bin } = JSON.parse(readFileSync(path, 'utf8')) as { bin: string | Record<string, string> }; // of the package
    return join(dirname(path), typeof bin === 'string' ? bin : (bin[name] ?? ''));
  } catch {
    // It is not installed.
    return undefined;
  }
}
