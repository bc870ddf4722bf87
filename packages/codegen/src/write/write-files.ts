import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProjectError, reasonOf } from '../system/project-error.ts';

/** A file of the build's output. */
export interface EmittedFile {
  /** Relative to the output folder. */
  readonly path: string;
  readonly text: string;
}

/** A file whose content on disk differs from the build's. */
export interface StaleFile extends EmittedFile {
  /** The content on disk; undefined if there is no such file. */
  readonly current: string | undefined;
}

/** Whether a file is a module of validators, of this build or of an earlier one with more tools. */
export const isValidatorsModule = (name: string): boolean => /^validators-(?:\d+|on-call)\./.test(name);

/** Returns the files that are missing on disk or differ there. */
export async function findStaleFiles(
  outDir: string,
  files: readonly EmittedFile[],
): Promise<readonly StaleFile[]> {
  const checked = await Promise.all(
    files.map(async (file) => ({ ...file, current: await readText(join(outDir, file.path)) })),
  );
  return checked.filter((file) => file.current !== file.text);
}

/** Removes the modules of validators that an earlier build of more tools has left. */
export async function removeLeft(outDir: string, files: readonly EmittedFile[]): Promise<void> {
  const written = new Set(files.map(({ path }) => path));
  const names = await readdir(outDir).catch(() => []);
  const left = names.filter((name) => isValidatorsModule(name) && !written.has(name));
  await Promise.all(left.map((name) => rm(join(outDir, name), { force: true })));
}

/**
 * Replaces files atomically: writes all to temporary files, then renames them.
 *
 * @throws ProjectError if the folder cannot be written to; the old files stay.
 */
export async function replaceFiles(outDir: string, files: readonly EmittedFile[]): Promise<void> {
  try {
    await moveIntoPlace(outDir, files);
  } catch (error) {
    throw notWritable(outDir, error);
  }
}

function notWritable(outDir: string, error: unknown): ProjectError {
  return new ProjectError({
    id: 'output-not-writable',
    message: `The output folder ${outDir} cannot be used: ${reasonOf(error)}.`,
    help: 'Correct `outDir` in the config, or make way for the folder.',
  });
}

async function moveIntoPlace(outDir: string, files: readonly EmittedFile[]): Promise<void> {
  const suffix = `.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  const targets = files.map((file) => join(outDir, file.path));
  try {
    await Promise.all([...new Set(targets.map(dirname))].map((folder) => mkdir(folder, { recursive: true })));
    await Promise.all(files.map(({ text }, index) => writeFile(`${targets[index]}${suffix}`, text)));
    // Renames the manifest last, because readers open it first and then expect the other files.
    for (const target of targets.toReversed()) await rename(target + suffix, target);
  } catch (error) {
    await Promise.all(targets.map((target) => rm(target + suffix, { force: true })));
    throw error;
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notWritable(dirname(path), error);
  }
}
