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
  const run = await runPrettier(app, root, '--list-different', edited);
  // Nothing tells the format of an edited file without prettier, or where that fails.
  const isKnown = run !== undefined && run.code < 2;
  const others = new Set(isKnown ? run.stdout.split(/\r?\n/) : edited);
  return changes.map(({ path }) => path).filter((path) => !others.has(path));
}

/** Formats files with the project's prettier, if the project asks for it; returns whether it did not fail. */
export async function formatFiles(app: App, root: string, paths: readonly string[]): Promise<boolean> {
  const run = await runPrettier(app, root, '--write', paths);
  return run === undefined || run.code === 0;
}

async function runPrettier(
  { workspace = '' }: App,
  root: string,
  option: '--list-different' | '--write',
  paths: readonly string[],
): ReturnType<typeof runProgram> {
  // Another package may have brought one that the project does not use.
  const isWanted = [root, workspace].some((folder) => {
    const path = join(folder, 'package.json');
    return folder !== '' && existsSync(path) && /"prettier"\s*:/.test(readFileSync(path, 'utf8'));
  });
  const program = isWanted ? findPrettier(root) : undefined;
  if (program === undefined || paths.length === 0) return undefined;
  return runProgram(process.execPath, [program, '--ignore-unknown', option, ...paths], { cwd: root });
}

function findPrettier(root: string): string | undefined {
  try {
    const path = createRequire(join(root, 'package.json')).resolve('prettier/package.json');
    const { bin } = JSON.parse(readFileSync(path, 'utf8')) as { bin: string | { prettier: string } }; // of prettier
    return join(dirname(path), typeof bin === 'string' ? bin : bin.prettier);
  } catch {
    // It is not installed.
    return undefined;
  }
}
