import { randomBytes } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ProjectError, reasonOf } from '../system/project-error.ts';

/** The content of a source file before and after its edits, without a byte order mark. */
export interface Replacement {
  readonly before: string;
  readonly after: string;
}

interface Draft {
  readonly file: string;
  /** The real path, with links resolved. */
  readonly path: string;
  readonly draft: string;
  readonly before: string;
}

const BOM = '\uFEFF';

/**
 * Replaces source files atomically: writes all to temporary files, then renames them.
 *
 * @param texts - By absolute path.
 * @returns The files that were replaced; those changed in the meantime are skipped.
 * @throws ProjectError if one cannot be written; its old content stays.
 */
export async function replaceSources(texts: ReadonlyMap<string, Replacement>): Promise<ReadonlySet<string>> {
  const suffix = `.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  const drafts: Draft[] = [];
  const replaced = new Set<string>();
  try {
    for (const [file, { before, after }] of texts) {
      const path = await realpath(file);
      const { mode } = await stat(path);
      const mark = (await readFile(path, 'utf8')).startsWith(BOM) ? BOM : '';
      drafts.push({ file, path, draft: path + suffix, before: mark + before });
      await writeFile(path + suffix, mark + after, { mode });
    }
    for (const { file, path, draft, before } of drafts) {
      if ((await readFile(path, 'utf8')) !== before) continue;
      await rename(draft, path);
      replaced.add(file);
    }
    return replaced;
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
