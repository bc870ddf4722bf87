import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundlePage } from '../support/bundle-page.ts';
import { servePage, type PageServer } from '../support/serve-page.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);

/**
 * Bundles the page of an example and serves its folder.
 *
 * @param story - The example's folder, such as `shop`.
 * @param extra - Programs to serve beside the page's own: path in the URL → source file beside this one.
 */
export async function serveStory(
  story: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  const folder = new URL(`${story}/page/`, EXAMPLES);
  const files: Record<string, string> = {};
  for (const name of await readdir(folder)) {
    if (/\.(html|css)$/.test(name)) files[`/${name}`] = await readFile(new URL(name, folder), 'utf8');
  }
  files['/main.js'] = await bundlePage(fileURLToPath(new URL('main.ts', folder)));
  for (const [path, source] of Object.entries(extra)) {
    files[path] = await bundlePage(fileURLToPath(new URL(source, import.meta.url)));
  }
  return servePage(files);
}
