import { relative, resolve } from 'node:path';
import type { CliIo } from '../io.ts';
import { refuseLinkOut } from '../system/refuse-link-out.ts';
import type { PublishedFile } from './publication.ts';
import { type WrittenFiles, writePublished } from './write-published.ts';
import { line } from '../printable-io.ts';

/**
 * Writes published files, and reports what was written.
 *
 * @param out - The folder, as the user gave it.
 * @param what - What is published, in words.
 */
export async function writeReported(
  out: string,
  what: string,
  files: readonly PublishedFile[],
  { cwd, stdout, stderr }: CliIo,
): Promise<void> {
  await refuseLinkOut(out, cwd);
  const folder = resolve(cwd, out);
  const changes = await writePublished(folder, files);
  for (const path of changes.kept) stderr(line`${path} is no longer published, but was changed: it stays.`);
  const place = relative(cwd, folder) || '.';
  stdout(`${what}: ${files.length} files in ${place}, ${describe(changes)}\n`);
}

function describe({ written, removed }: WrittenFiles): string {
  const done = [
    ...(written.length > 0 ? [`wrote ${written.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  return done.join(', ') || 'up to date';
}
