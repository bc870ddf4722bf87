/** Writes docs/rules/README.md, the list of all rules: what each finds is the title of its page. */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { RULES } from '@btcp/schema/check';

const PAGES = new URL('../docs/rules/', import.meta.url);
const README = new URL('README.md', PAGES);

const INTRODUCTION =
  'What `btcp check` and `btcp build` look for. An error fails a build, a warning does not, and notes (`info`) are only in `btcp check`. The build also has [diagnostics of its own](build.md). This list is written by `npm run rules` from the rules and the titles of their pages.';

const sections: string[] = [`# Rules\n\n${INTRODUCTION}`];
for (const family of new Set(RULES.map((rule) => rule.family))) {
  const rows = await Promise.all(
    RULES.filter((rule) => rule.family === family).map(async ({ id, severity }) => {
      const [title = ''] = (await readFile(new URL(`${id}.md`, PAGES), 'utf8')).split('\n');
      return `| [\`${id}\`](${id}.md) | ${severity} | ${title.replace('# ', '')} |`;
    }),
  );
  const name = family.charAt(0).toUpperCase() + family.slice(1);
  sections.push(`## ${name}\n\n| rule | severity | what it finds |\n| --- | --- | --- |\n${rows.join('\n')}`);
}
const options = await resolveConfig(README);
await writeFile(README, await format(sections.join('\n\n'), { ...options, parser: 'markdown' }));
