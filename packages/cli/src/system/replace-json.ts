import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileError } from '../errors.ts';
import { refuseLinkOut } from './refuse-link-out.ts';

/** Writes a document as JSON beside its place, then moves it there: never half of it. */
export async function replaceJson(file: string, cwd: string, document: unknown): Promise<void> {
  await refuseLinkOut(file, cwd);
  const path = resolve(cwd, file);
  const beside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(beside, `${JSON.stringify(document, null, 2)}\n`, { flag: 'wx' });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw fileError(`${file} cannot be written`, error);
  }
}
