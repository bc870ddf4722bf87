import { resolve } from 'node:path';
import { AnswerCache } from './cache/answer-cache.ts';
import { isNewerThan } from './cache/inputs.ts';
import { hashOfCode } from './cache/searched-folders.ts';
import { type Outcome, type ProjectOptions, withProject } from './config/with-project.ts';
import { EvaluationProcesses } from './evaluate/evaluation-processes.ts';
import { Inference } from './infer/inference.ts';
import { Pool } from './pool/pool.ts';
import { matchFiles } from './source/match-files.ts';
import type { Session } from './session.ts';

/**
 * Runs a function with a project's session, and closes it afterwards. The type checker's thread and the process that
 * evaluates schemas start while the config is read.
 *
 * @param nothing - The outcome without diagnostics where nothing could be done.
 */
export async function withSession<T extends Outcome>(
  options: ProjectOptions,
  nothing: Omit<T, 'diagnostics'>,
  use: (session: Session) => Promise<T>,
): Promise<T & { readonly root: string }> {
  const since = Date.now();
  const processes = new EvaluationProcesses(resolve(options.cwd ?? '.'));
  const inference = new Inference();
  const pool = new Pool();
  try {
    await processes.prepare();
    return await withProject<T>(options, nothing, async (config) => {
      const { root, tsconfig, tools, outDir } = config;
      const code = hashOfCode(root, outDir);
      const answers = new AnswerCache(config.file);
      const files = matchFiles(root, tools);
      const { savedAt } = answers;
      inference.open(
        { root, tsconfig, files },
        files.filter((path) => isNewerThan(savedAt, path)),
      );
      // Loads ts-morph while the checker reads the project.
      const { Session: Opened } = await import('./session.ts');
      return use(new Opened(config, { answers, inference, processes, pool, since, code }));
    });
  } finally {
    processes.close();
    await Promise.all([inference.close(), pool.close()]);
  }
}
