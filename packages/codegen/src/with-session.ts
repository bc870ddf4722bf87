import { resolve } from 'node:path';
import type { CheckStage } from './build-result.ts';
import { Cache } from './cache/cache.ts';
import { cacheFileOf } from './cache/cache-file.ts';
import { areSame, type Inputs } from './cache/inputs.ts';
import { listCode } from './cache/searched-folders.ts';
import { CONFIG_FILES } from './config/loaded-config.ts';
import { type Outcome, type ProjectOptions, withProject } from './config/with-project.ts';
import { EvaluationProcesses } from './evaluate/evaluation-processes.ts';
import { Inference } from './infer/inference.ts';
import { Pool } from './pool/pool.ts';
import { matchFiles } from './source/match-files.ts';
import { guessReads } from './source/known-modules.ts';
import type { Session } from './session.ts';
import { statOf } from './system/paths.ts';

export interface SessionOptions extends ProjectOptions {
  /** Whether builds follow each other. */
  readonly watch?: boolean;
  readonly onStage?: ((stage: CheckStage) => void) | undefined;
}

/**
 * Runs a function with a project's session, and closes it afterwards. The type checker's thread and, of a first build,
 * the process that evaluates schemas start while the config is read.
 *
 * @param nothing - The outcome without diagnostics where nothing could be done.
 */
export async function withSession<T extends Outcome>(
  options: SessionOptions,
  nothing: Omit<T, 'diagnostics'>,
  use: (session: Session) => Promise<T>,
): Promise<T & { readonly root: string }> {
  options.onStage?.('load');
  const since = Date.now();
  const { watch: isWatched = false } = options;
  const processes = new EvaluationProcesses(resolve(options.cwd ?? '.'));
  const inference = new Inference();
  const pool = new Pool();
  try {
    // After an edit, there is seldom a schema to evaluate.
    if (!hasCache(options)) await processes.prepare();
    return await withProject<T>(options, nothing, async (config) => {
      const { root, tsconfig, tools, outDir } = config;
      const code = listCode(root, outDir);
      const files = matchFiles(root, tools);
      const cache = new Cache(config.file, 'tools');
      const packages = cache.find<Inputs>(['packages']);
      if (packages && !areSame(packages.value)) cache.clear();
      const guess = guessReads(cache, files);
      const areMost = isWatched || guess.files.length > files.length / 2;
      const roots = areMost ? files : guess.files.length > 0 ? [...guess.others, ...guess.files] : [];
      if (roots.length > 0)
        inference.open(
          { root, tsconfig, files: roots, always: isWatched ? undefined : [], outDir },
          guess.files,
        );
      // Loads ts-morph while the checker reads the project.
      const { Session: Opened } = await import('./session.ts');
      const parts = { cache, inference, processes, pool, files, roots, isWatched, since, code };
      return use(new Opened(config, parts));
    });
  } finally {
    processes.close();
    await Promise.all([inference.close(), pool.close()]);
  }
}

function hasCache({ cwd = '.', configFile = CONFIG_FILES[0] }: SessionOptions): boolean {
  return statOf(cacheFileOf(resolve(cwd, configFile), 'tools')) !== undefined;
}
