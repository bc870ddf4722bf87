import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/**/README.md'];

/** The text without what is shown as code, where brackets are no links. */
const proseOf = (file: string): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/^( *)```.*?^\1```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, 'code');

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^( *)```.*?^\1```$/gms, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Why a link leads nowhere, or nothing. */
function problemOf(page: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path ? join(ROOT, dirname(page), path) : join(ROOT, page);
  if (!existsSync(file)) return `${page}: ${target}: no such file`;
  if (anchor && !anchorsOf(file).includes(anchor)) return `${page}: ${target}: no such heading`;
  return undefined;
}

it('has no link or picture between documents that leads nowhere', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...PAGES], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const pages = listed
    .trim()
    .split('\n')
    .filter((page) => existsSync(join(ROOT, page)));
  const links = pages.flatMap((page) =>
    [...proseOf(join(ROOT, page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ page, target })),
  );
  const local = links.filter(({ target }) => !/^(https?:|mailto:)/.test(target));
  expect(local.length).toBeGreaterThan(200);
  expect(local.flatMap(({ page, target }) => problemOf(page, target) ?? [])).toEqual([]);
});
