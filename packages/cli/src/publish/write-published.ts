import { createHash } from 'node:crypto';
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join, posix, relative, resolve } from 'node:path';
import { isLeftOver, moveIntoPlace } from '@btcp/codegen/internal';
import { isObject } from '@btcp/schema/internal';
import { fileError, InputError } from '../errors.ts';
import { tryJson } from '@btcp/core/internal';
import { type CliIo, line } from '../io.ts';
import type { PublishedFile } from './settings.ts';
import { refuseLinkOut, replaceFile, textAt } from '../system/write-files.ts';

interface WrittenFiles {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Files of an earlier run that would be removed, had they not been changed since. */
  readonly kept: readonly string[];
}

/** Lists what the last run wrote, with the digest of each file: nothing else is ever replaced or removed. */
const RECORD = '.btcp-publish.json';

const MANIFEST = '.well-known/btcp.json';
const SIGNATURE = '.well-known/btcp.sig.json';

/**
 * Replaces the published files of a folder, once all are staged beside them, and removes those of the last run that are no
 * longer published.
 *
 * @throws InputError where the folder cannot be written, or has a file that this would replace and did not write.
 */
async function writePublished(folder: string, files: readonly PublishedFile[]): Promise<WrittenFiles> {
  try {
    return await replaceAll(folder, files);
  } catch (error) {
    throw error instanceof InputError ? error : fileError(`${folder} cannot be written`, error);
  }
}

async function replaceAll(folder: string, files: readonly PublishedFile[]): Promise<WrittenFiles> {
  const digests = Object.fromEntries(files.map(({ path, text }) => [path, digestOf(text)]));
  const record = recordOf(digests);
  const recorded = await textAt(join(folder, RECORD));
  const last = parseRecord(recorded);
  const paths = [...new Set([...Object.keys(digests), ...last.keys()])];
  await refuseLinks(folder, paths);
  await removeStale(folder, paths);
  await refuseUnsigning(folder, digests);
  const changed: PublishedFile[] = [];
  for (const file of files) {
    const current = await textAt(join(folder, file.path));
    if (current === file.text) continue;
    if (current !== undefined && !last.has(file.path))
      throw new InputError(
        `${join(folder, file.path)} was not written by \`btcp publish\`, and would be replaced.`,
        'Move it to another place, or publish into another folder.',
      );
    changed.push(file);
  }
  const gone = [...last].filter(([path]) => !Object.hasOwn(digests, path));
  const removed: string[] = [];
  const kept: string[] = [];
  for (const [path, digest] of gone) {
    const current = await textAt(join(folder, path));
    if (current !== undefined) (digestOf(current) === digest ? removed : kept).push(path);
  }
  // Until all are in place, the record lists the files of both runs: whoever is killed between leaves none unlisted.
  const both = recordOf({ ...Object.fromEntries(last), ...digests });
  if (changed.length + removed.length > 0 || recorded !== record.text) {
    // Those at the end are moved first.
    await moveIntoPlace(folder, [...changed, both]);
    for (const path of removed) await rm(join(folder, path));
    await removeEmpty(folder, removed);
    await replaceFile(join(folder, RECORD), record.text);
  }
  return { written: changed.map(({ path }) => path), removed, kept };
}

/** A link to a folder would lead what is written and removed out of this one. */
async function refuseLinks(folder: string, paths: readonly string[]): Promise<void> {
  for (const below of new Set(paths.flatMap(foldersOf))) {
    const path = join(folder, below);
    const isLink = await lstat(path).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    if (isLink)
      throw new InputError(
        `${path} is a symbolic link, and would be followed out of the folder.`,
        'Put a folder in its place, or publish into another folder.',
      );
  }
}

/** `a/b/c.json` → `a/b` and `a`. */
function foldersOf(path: string): readonly string[] {
  const parent = posix.dirname(path);
  return parent === '.' ? [] : [parent, ...foldersOf(parent)];
}

/** Who forgets --key must not take the signature from a site that is signed. */
async function refuseUnsigning(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  if (Object.hasOwn(files, SIGNATURE) || (await textAt(join(folder, SIGNATURE))) === undefined) return;
  // A directory of several providers is never signed.
  const canBeSigned = Object.hasOwn(files, MANIFEST);
  throw new InputError(
    `${join(folder, SIGNATURE)} would be lost or outdated: ${canBeSigned ? 'without --key, what is published is not signed' : '--merge signs nothing'}.`,
    `${canBeSigned ? 'Pass --key <file>' : 'Publish into another folder'}; to publish without a signature, delete ${SIGNATURE} first.`,
  );
}

const recordOf = (files: Readonly<Record<string, string>>): PublishedFile => ({
  path: RECORD,
  text: `${JSON.stringify({ files }, null, 2)}\n`,
});

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Path → digest; a record that was tampered with leads nowhere outside the folder. */
function parseRecord(text: string | undefined): ReadonlyMap<string, string> {
  const record = tryJson(text ?? '{}');
  const files = isObject(record) && isObject(record['files']) ? Object.entries(record['files']) : [];
  return new Map(
    files.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isInside(entry[0])),
  );
}

const isInside = (path: string): boolean => resolve('/a', path) === `/a/${path}`;

/** Removes the folders that held these files, where nothing else is in them. */
async function removeEmpty(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (let below = posix.dirname(path); below !== '.'; below = posix.dirname(below)) {
      const left = await readdir(join(folder, below)).catch(() => undefined);
      if (left?.length === 0) await rmdir(join(folder, below));
    }
  }
}

/** Removes what a process that was killed had staged beside published files. */
async function removeStale(folder: string, paths: readonly string[]): Promise<void> {
  for (const below of new Set(['', ...paths.flatMap(foldersOf)]))
    for (const name of await readdir(join(folder, below)).catch(() => []))
      if (isLeftOver(name)) await rm(join(folder, below, name), { force: true });
}

/** Writes published files, and reports what was written. */
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
