import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPages } from './find-dead-links.ts';
import { llmsTexts } from './llms.ts';
import { groupPages } from './sidebar.ts';
import { contentOf, plainOf, readPages, referencePages } from './site-pages.ts';

/**
 * Writes what the site is built from: pages with their titles, the same as plain Markdown, images, the sidebar, and
 * the texts for language models.
 *
 * @param root - The folder of the repository.
 * @param site - The folder of the site.
 */
export async function writeSite(root: string, site: string): Promise<void> {
  const pages = [...readPages(root), ...(await referencePages(root))];
  const groups = groupPages(pages);
  const content = join(site, 'src/content/docs');
  const plain = join(site, 'public');
  for (const folder of [content, plain]) rmSync(folder, { recursive: true, force: true });
  for (const page of pages) {
    writeText(join(content, `${page.id}.md`), contentOf(page, pages));
    writeText(join(plain, `${page.id}.md`), plainOf(page, pages));
  }
  for (const file of listPages(root).filter((file) => /\.\w+$/.test(file) && !file.endsWith('.md')))
    for (const folder of [content, plain]) {
      const target = join(folder, file.slice('docs/'.length));
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(root, file), target);
    }
  copyFileSync(join(site, 'favicon.svg'), join(plain, 'favicon.svg'));
  const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly description: string;
  };
  for (const [name, text] of Object.entries(llmsTexts(description, groups, pages)))
    writeText(join(plain, name), text);
  const sidebar = groups.map(({ label, pages }) => ({
    label,
    items: pages.map(({ id, markdown }) => ({ label: markdown.title, slug: id.replace(/\/?index$/, '') })),
  }));
  writeText(join(site, 'src/sidebar.json'), JSON.stringify(sidebar));
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
