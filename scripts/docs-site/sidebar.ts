import type { SitePage } from './site-pages.ts';

/** The pages by task, as the sidebar and `llms.txt` list them: those that exist. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ['index', 'tutorial', 'init', 'vite', 'react', 'frameworks', 'coming-from', 'comparison'],
  'Write tools': [
    'authoring',
    'schema-libraries',
    'content',
    'building',
    'checking',
    'mistakes/index',
    'budget',
  ],
  Run: [
    'running',
    'hosting',
    'webmcp',
    'open-tab',
    'mcp',
    'serving-http',
    'apps',
    'chat',
    'standard-schema',
    'exporting',
    'ikigai',
    'monorepo',
  ],
  Import: ['importing', 'openapi'],
  Test: ['testing', 'eval'],
  Release: ['releasing', 'publishing', 'signing'],
  Security: ['granting', 'asking', 'isolation', 'isolated-tools', 'isolation-bounds'],
  Reference: ['commands', 'reference/cli', 'reference/config', 'rules/index'],
};

/** A group of the sidebar. */
export interface SidebarGroup {
  readonly label: string;
  readonly pages: readonly SitePage[];
}

/**
 * Groups the pages that the sidebar lists: those above, and at the end of Reference what is generated; what has no group yet is
 * under More. Pages in folders, such as that of a rule, are linked by the folder's own.
 */
export function groupPages(pages: readonly SitePage[]): readonly SidebarGroup[] {
  const grouped = Object.entries(GROUPS).map(([label, ids]) => {
    const generated = pages.filter(({ id }) => label === 'Reference' && id.startsWith('reference/api-'));
    return { label, pages: [...ids.flatMap((id) => pages.filter((page) => page.id === id)), ...generated] };
  });
  const listed = new Set(grouped.flatMap(({ pages }) => pages));
  const more = pages.filter((page) => !page.id.includes('/') && !listed.has(page));
  return [...grouped, { label: 'More', pages: more }].filter(({ pages }) => pages.length > 0);
}
