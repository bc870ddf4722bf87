import type { SidebarGroup } from './sidebar.ts';
import { plainOf, type SitePage } from './site-pages.ts';

/**
 * The texts for language models, as https://llmstxt.org describes them: the list of all pages, and those pages in one text
 * that are not under its heading Optional.
 */
export function llmsTexts(
  description: string,
  groups: readonly SidebarGroup[],
  pages: readonly SitePage[],
): Readonly<Record<'llms.txt' | 'llms-full.txt', string>> {
  const listed = groups.flatMap((group) => group.pages);
  const optional = { label: 'Optional', pages: pages.filter((page) => !listed.includes(page)) };
  const sections = [...groups, optional].map(
    ({ label, pages }) => `## ${label}\n\n${pages.map((page) => `- ${entryOf(page)}\n`).join('')}`,
  );
  const head = `# BTCP Toolkit\n\n> ${description}\n`;
  return {
    'llms.txt': [head, ...sections].join('\n'),
    'llms-full.txt': [head, ...listed.map((page) => plainOf(page, pages).trim())].join('\n\n').concat('\n'),
  };
}

function entryOf({ id, markdown: { title, summary } }: SitePage): string {
  const [sentence = ''] = /^.*?[.:?!](?=\s|$)/.exec(summary) ?? [summary];
  return `[${title}](${id}.md)${sentence === '' ? '' : `: ${sentence.replace(/:$/, '.')}`}`;
}
