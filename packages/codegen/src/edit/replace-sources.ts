import { randomBytes } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ProjectError, reasonOf } from '../project-error.ts';

/**
 * Replaces source files as a whole: all are written beside their place before the first one is moved there.
 *
 * @param texts - By absolute path.
 * @throws ProjectError if one cannot be written; what was there stays.
 */
export async function replaceSources(texts: ReadonlyMap<string, string>): Promise<void> {
  const suffix = `.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  const drafts: { readonly draft: string; readonly path: string }[] = [];
  try {
    for (const [file, text] of texts) {
      const path = await realpath(file);
      const { mode } = await stat(path);
      drafts.push({ draft: path + suffix, path });
      await writeFile(path + suffix, text, { mode });
    }
    for (const { draft, path } of drafts) await rename(draft, path);
  } catch (error) {
    throw notWritable([...texts.keys()], error);
  } finally {
    await Promise.all(drafts.map(({ draft }) => rm(draft, { force: true })));
  }
}

function notWritable(files: readonly string[], error: unknown): ProjectError {
  return new ProjectError({
    id: 'source-not-writable',
    message: `${files.map((file) => basename(file)).join(', ')} cannot be changed: ${reasonOf(error)}.`,
    help: 'Make the files and their folders writable.',
  });
}
