import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isExternal, type Markdown, readMarkdown } from './markdown.ts';

/** The Markdown files of `docs/`, relative to the repository, without those of the site's own packages. */
export function listPages(root: string): readonly string[] {
  const names = readdirSync(join(root, 'docs')).filter((name) => name !== 'site');
  return names
    .flatMap((name) =>
      name.includes('.')
        ? [name]
        : readdirSync(join(root, 'docs', name), { recursive: true }).map((path) => join(name, String(path))),
    )
    .map((path) => join('docs', path))
    .sort();
}

const DOCUMENTS = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/**/README.md'];

/** The Markdown files of which links are checked: those that Git knows or would add. */
export function listDocuments(root: string): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...DOCUMENTS];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return files.filter((file) => existsSync(join(root, file)));
}

/**
 * Finds relative links to files that do not exist, and to headings that their file does not have.
 *
 * @param root - The folder of the repository.
 * @param files - Relative to it.
 * @returns A message for each.
 */
export function findDeadLinks(root: string, files: readonly string[]): readonly string[] {
  const known = new Map<string, Markdown>();
  const read = (file: string): Markdown => {
    const markdown = known.get(file) ?? readMarkdown(readFileSync(file, 'utf8'));
    known.set(file, markdown);
    return markdown;
  };
  return files.flatMap((file) => {
    const from = join(root, file);
    return read(from).links.flatMap(({ url, line }) => {
      if (isExternal(url)) return [];
      const [path = '', anchor] = decodeURI(url).split('#');
      const target = path === '' ? from : resolve(dirname(from), path);
      const place = `${file}:${line}`;
      if (!existsSync(target)) return [`${place} links to ${url}: there is no ${relative(root, target)}.`];
      if (anchor === undefined || !target.endsWith('.md') || read(target).anchors.has(anchor)) return [];
      return [`${place} links to ${url}: ${relative(root, target)} has no heading "#${anchor}".`];
    });
  });
}
