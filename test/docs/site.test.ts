import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SITE = join(ROOT, 'docs/site/dist');
const ORIGIN = 'http://127.0.0.1/';

/** The file of a route. */
const fileOf = (route: string): string => join(SITE, route, route.endsWith('/') ? 'index.html' : '');

it('npm run docs:build builds a site with search, without dead links, and with texts for language models', async () => {
  const args = ['--import', 'tsx', '-C', '@btcp/source', 'scripts/docs.ts', 'build'];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 24 });

  const pages = readdirSync(SITE, { recursive: true }).map(String);
  const dead = pages
    .filter((path) => path.endsWith('index.html'))
    .flatMap((path) => {
      const base = new URL(path.replace(/index\.html$/, ''), ORIGIN);
      const links = readFileSync(join(SITE, path), 'utf8').matchAll(/<a [^>]*href="([^"]+)"/g);
      return [...links].flatMap(([, href = '']) => {
        const { origin, pathname, hash } = new URL(href, base);
        if (`${origin}/` !== ORIGIN) return [];
        const file = fileOf(decodeURI(pathname));
        const id = `id="${decodeURIComponent(hash.slice(1))}"`;
        const isThere = existsSync(file) && (hash === '' || readFileSync(file, 'utf8').includes(id));
        return isThere ? [] : [`${path}: ${href}`];
      });
    });
  expect(dead).toEqual([]);
  expect(pages).toEqual(
    expect.arrayContaining([
      'index.html',
      'tutorial/index.html',
      'rules/unit-missing/index.html',
      'reference/config/index.html',
      'reference/api-testing/index.html',
      'pagefind/pagefind.js',
    ]),
  );
  expect(readFileSync(join(SITE, 'tutorial/index.html'), 'utf8')).toContain('starlight-theme-select');
  expect(readFileSync(join(SITE, 'llms.txt'), 'utf8')).toContain('](tutorial.md): ');
  expect(readFileSync(join(SITE, 'llms-full.txt'), 'utf8')).toContain(
    '\n# Tutorial: a tool in five minutes\n',
  );
  expect(readFileSync(join(SITE, 'tutorial.md'), 'utf8')).toContain('# Tutorial: a tool in five minutes\n');
});
