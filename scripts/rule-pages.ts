import { format, resolveConfig } from 'prettier';
import { RULES, rulePage } from '@btcp/schema/check';

/** Where the pages of the rules are. */
export const RULE_PAGES = new URL('../docs/rules/', import.meta.url);

/** The text of every page in that folder, by file name. */
export async function rulePages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map(RULES.map((rule) => [`${rule.id}.md`, rulePage(rule)]));
  pages.set('README.md', overview());
  const options = await resolveConfig(new URL('README.md', RULE_PAGES));
  const texts = await Promise.all(
    [...pages].map(
      async ([name, text]) => [name, await format(text, { ...options, parser: 'markdown' })] as const,
    ),
  );
  return new Map(texts);
}

function overview(): string {
  const families = [...new Set(RULES.map(({ family }) => family))];
  const tables = families.map((family) => {
    const rows = RULES.filter((rule) => rule.family === family).map(
      ({ id, severity, title }) => `| [\`${id}\`](${id}.md) | ${severity} | ${title} |`,
    );
    const name = family.charAt(0).toUpperCase() + family.slice(1);
    return `## ${name}\n\n| rule | severity | what it finds |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# Rules\n\nWhat \`btcp check\` and \`btcp build\` look for. An error fails a build, a warning does not, and notes (\`info\`) are only in \`btcp check\`. Written by \`npm run rules\` from the rules themselves.\n\n${tables.join('\n')}`;
}
