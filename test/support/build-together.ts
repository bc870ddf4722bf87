import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildResult } from '@btcp/codegen';
import type { Diagnostic, ManifestTool } from '@btcp/core';
import { makeProject, removeProject } from './write-project.ts';

/** The result of one project in a common build. */
export interface BuiltCase {
  readonly diagnostics: readonly Diagnostic[];
  /** Absent where any of the projects has an error. */
  readonly tools: readonly ManifestTool[] | undefined;
  /** The project's files afterwards, by path. */
  readonly files: Readonly<Record<string, string>>;
}

type Run = (options: { cwd: string }) => Promise<Pick<BuildResult, 'diagnostics' | 'manifest'>>;

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly resolve: (built: BuiltCase) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Makes a function that builds small projects as if each were alone. Those that concurrent tests ask for at the same time
 * are built together, each in a folder of its own, which takes little longer than one of them.
 *
 * Tools are to be called `getCell` and `readRow`, so that they can get names of their own, of the same length.
 *
 * @param run - `build`, or another function of a project that gives diagnostics.
 * @param config - The text of the config, whose globs begin with the folders, as in `*\/src/*.ts`.
 */
export function buildTogether(
  run: Run,
  config: string,
): (files: Readonly<Record<string, string>>) => Promise<BuiltCase> {
  let waiting: Case[] = [];
  const flush = (): void => {
    const cases = waiting;
    waiting = [];
    runCases(run, config, cases).catch((error: unknown) => cases.forEach(({ reject }) => reject(error)));
  };
  return (files) =>
    new Promise((resolve, reject) => {
      // Concurrent tests all begin before a timer runs.
      if (waiting.length === 0) setTimeout(flush, 20);
      waiting.push({ files, resolve, reject });
    });
}

async function runCases(run: Run, config: string, cases: readonly Case[]): Promise<void> {
  const files = cases.flatMap(({ files: own }, index) =>
    Object.entries(own).map(([path, text]) => [
      `${folderOf(index)}/${path}`,
      NAMES.reduce((all, name) => all.replaceAll(name, nameOf(name, index)), text),
    ]),
  );
  const cwd = await makeProject({ ...Object.fromEntries(files), 'btcp.config.ts': config });
  try {
    const { diagnostics, manifest } = await run({ cwd });
    for (const [index, { files: own, resolve }] of cases.entries()) {
      const found = diagnostics.filter(
        ({ file }) => !/^case\d+\//.test(file) || file.startsWith(`${folderOf(index)}/`),
      );
      const texts = Object.keys(own).map(async (path) => [
        path,
        await readFile(join(cwd, folderOf(index), path), 'utf8'),
      ]);
      resolve({
        diagnostics: found.map((each) => asAlone(each, index)),
        tools:
          manifest &&
          asAlone(
            manifest.tools.filter(({ name }) => NAMES.some((each) => nameOf(each, index) === name)),
            index,
          ),
        files: asAlone(Object.fromEntries(await Promise.all(texts)) as Record<string, string>, index),
      });
    }
  } finally {
    await removeProject(cwd);
  }
}

const folderOf = (index: number): string => `case${index}`;

const NAMES = ['getCell', 'readRow'];

/** A name of the same length: three letters identify its project. */
const nameOf = (name: string, index: number): string =>
  name.slice(0, -3) +
  String(index)
    .padStart(3, 'a')
    .replace(/\d/g, (digit) => 'bcdefghijk'[Number(digit)] ?? '');

/** A JSON value with the paths and names of the project alone. */
const asAlone = <T>(value: T, index: number): T =>
  JSON.parse(
    NAMES.reduce(
      (text, name) => text.replaceAll(nameOf(name, index), name),
      JSON.stringify(value).replaceAll(`${folderOf(index)}/`, ''),
    ),
  ) as T;
