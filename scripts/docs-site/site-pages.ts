import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { API_PACKAGES, apiPage, openSources } from './api-pages.ts';
import { cliPage } from './cli-page.ts';
import { configPage } from './config-page.ts';
import { listPages } from './find-dead-links.ts';
import { type Markdown, readMarkdown, withLinks } from './markdown.ts';

/** A page of the site. */
export interface SitePage {
  /** Its Markdown file, relative to the repository; of a generated one, where it would be. */
  readonly file: string;
  /** Its path in the site; `index` for the first page. */
  readonly id: string;
  readonly text: string;
  readonly markdown: Markdown;
}

/** A page in a folder of `docs/`, or the README. */
function pageOf(file: string, text: string): SitePage {
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '');
  return { file, id: path.replace(/(^|\/)README$/, '$1index'), text, markdown: readMarkdown(text) };
}

/** The README and the files of `docs/` that are Markdown. */
export function readPages(root: string): readonly SitePage[] {
  const files = ['README.md', ...listPages(root).filter((file) => file.endsWith('.md'))];
  return files.map((file) => pageOf(file, readFileSync(join(root, file), 'utf8')));
}

/** The pages that are made from code: commands, config, and what the packages export. */
export async function referencePages(root: string): Promise<readonly SitePage[]> {
  const project = openSources(root);
  return [
    pageOf('docs/reference/config.md', configPage(project, root)),
    pageOf('docs/reference/cli.md', await cliPage()),
    ...API_PACKAGES.map((name) =>
      pageOf(`docs/reference/api-${name}.md`, apiPage(project, join(root, 'packages', name))),
    ),
  ];
}

/** Where a page is served, relative to the site; every page is a folder. */
const routeOf = ({ id }: SitePage): string => id.replace(/(^|\/)index$/, '').replace(/(?<=.)$/, '/');

/** A page as the site's content: its title in front matter, and links to the routes of other pages. */
export function contentOf(page: SitePage, pages: readonly SitePage[]): string {
  const { title, summary } = page.markdown;
  const text = withPageLinks(page, pages, (target, isImage) => {
    // Astro reads images beside the page; browsers follow links from its route.
    if (typeof target === 'string')
      return isImage ? `./${posix.relative(posix.dirname(page.id), target)}` : relativeRoute(page, target);
    return relativeRoute(page, routeOf(target));
  });
  const head = [`title: ${JSON.stringify(title)}`, `description: ${JSON.stringify(summary)}`];
  return `---\n${head.join('\n')}\n---\n${text.replace(/^# .*\n/m, '')}`;
}

function relativeRoute(page: SitePage, target: string): string {
  const path = posix.relative(`/${routeOf(page)}`, `/${target}`);
  return `${path === '' ? '.' : path}${target === '' || target.endsWith('/') ? '/' : ''}`;
}

/** A page as Markdown beside `llms.txt`, with links to the Markdown of other pages. */
export function plainOf(page: SitePage, pages: readonly SitePage[]): string {
  return withPageLinks(page, pages, (target) =>
    posix.relative(posix.dirname(page.id), typeof target === 'string' ? target : `${target.id}.md`),
  );
}

/**
 * Replaces relative links: those to pages and to other files of `docs/` by what `urlOf` makes of them, while of those
 * that leave the documentation only the text is left.
 */
function withPageLinks(
  page: SitePage,
  pages: readonly SitePage[],
  urlOf: (target: SitePage | string, isImage: boolean) => string,
): string {
  return withLinks(page.text, page.markdown.links, ({ url, isImage }) => {
    const [path = '', anchor] = url.split('#');
    if (path === '') return url;
    const file = posix.join(posix.dirname(page.file), path);
    const readme = posix.join(file, 'README.md');
    const target = pages.find((each) => each.file === file || each.file === readme);
    const asset = target ?? (/^docs\/.*\.\w+$/.test(file) ? file.slice('docs/'.length) : undefined);
    return asset && urlOf(asset, isImage) + (anchor === undefined ? '' : `#${anchor}`);
  });
}
