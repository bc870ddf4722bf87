import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

// A file is a code block after a paragraph that begins with its path: "`src/main.ts`, …:".
const FILE = /^`([\w./-]+\.(?:ts|json|html))`[^\n]*(?:\n[^\n`]+)*:\n\n```\w+\n(.*?)^```$/gms;

/**
 * The files that a page of the documentation shows, by path.
 *
 * @param page - Relative to the repository.
 */
export async function documentedFiles(page: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(fileURLToPath(new URL(page, ROOT)), 'utf8');
  return Object.fromEntries([...text.matchAll(FILE)].map(([, path = '', file = '']) => [path, file]));
}
