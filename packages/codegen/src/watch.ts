import { dirname, resolve } from 'node:path';
import { type Built, buildSession, NOTHING_BUILT } from './build-project.ts';
import type { BuildOptions, BuildResult } from './build-result.ts';
import { WatchedFiles } from './system/watched-files.ts';
import { withSession } from './with-session.ts';

/**
 * Builds a project, and rebuilds it whenever one of its files changes, until the signal is aborted. Keeps the checker and
 * the syntax trees, and rereads only what a change affects.
 *
 * @returns The last result.
 */
export async function watch(options: BuildOptions): Promise<BuildResult> {
  const { onBuild, signal } = options;
  const files = await WatchedFiles.in(folderOf(options), signal);
  try {
    for (;;) {
      let isTold = false;
      const last = await withSession<Built>(options, NOTHING_BUILT, async (session) => {
        for (;;) {
          isTold = false;
          const built = await buildSession(session, options);
          isTold = true;
          await onBuild?.({ ...built, root: session.config.root }, session.fileReads());
          // After the result is reported, so that nobody waits for it.
          session.settle({ isSaved: !options.config });
          files.add(session.read);
          await session.processes.prepare();
          const changes = await files.next((change) => session.isTouchedBy(change.path));
          const isOfText = changes.every((each) => each.isOfText && session.canRefresh(each.path));
          if (!isOfText || signal?.aborted || !session.canGoOn()) return built;
          await session.refresh(changes.map(({ path }) => path));
        }
      });
      if (!isTold) {
        await onBuild?.(last, () => 'none');
        await files.next(() => true);
      }
      if (signal?.aborted) return last;
    }
  } finally {
    await files.close();
  }
}

function folderOf({ cwd = '.', configFile }: BuildOptions): string {
  return configFile === undefined ? resolve(cwd) : dirname(resolve(cwd, configFile));
}
