import { RULES } from '@btcp/schema/check';
import type { Run } from '../io.ts';
import { didYouMean, UsageError } from '../errors.ts';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

export const runExplain: Run<object> = async (_, [id = ''], io) => {
  const isRule = RULES.some((rule) => rule.id === id);
  io.stdout(isRule ? readRulePage(id).text : ((await changePage(id)) ?? plainPage(id)));
  return 0;
};

/** What is said of a change that `btcp diff` reports. */
async function changePage(id: string): Promise<string | undefined> {
  const { CHANGE_RULES } = await import('@btcp/schema/compare');
  const rule = Object.entries(CHANGE_RULES).find(([known]) => known === id)?.[1];
  if (rule === undefined) return undefined;
  return `# \`${id}\`\n\n${rule.says}\n\n${rule.reason}\n\n\`btcp diff\` reports it, as a change that needs a ${rule.bump} version; \`compare.rules\` of the config can set another.\n`;
}

/** What is said of a diagnostic that no rule reports. */
function plainPage(id: string): string {
  const rows = new Map(
    [...readPage('build').matchAll(/^\| `([a-z-]+)` +\| (.*?) +\|$/gm)].map(([, row = '', text = '']) => [
      row,
      text,
    ]),
  );
  const meaning = rows.get(id);
  if (meaning !== undefined)
    return `# \`${id}\`\n\n${meaning}\n\nIts message says where, and its help what to do.\n`;
  const ids = [...RULES.map((rule) => rule.id), ...rows.keys()];
  throw new UsageError(
    `There is no rule "${id}"${didYouMean(id, ids, '. `btcp check --rules` lists them.')}`,
  );
}

// A build copies docs/rules beside the bundle.
const PAGES = new URL(
  extname(import.meta.url) === '.ts' ? '../../../../docs/rules/' : '../rules/',
  import.meta.url,
);

interface RulePage {
  /** All of it, in Markdown. */
  readonly text: string;
  readonly title: string;
  /** Why the rule matters. */
  readonly rationale: string;
  /** Whether `btcp check --fix` does something about it. */
  readonly isFixable: boolean;
}

function readPage(name: string): string {
  return readFileSync(new URL(`${name}.md`, PAGES), 'utf8');
}

export function readRulePage(id: string): RulePage {
  const text = readPage(id);
  const [title = '', , rationale = ''] = text.split('\n\n');
  return {
    text,
    title: title.replace('# ', ''),
    rationale,
    isFixable: text.includes('\n`btcp check --fix`: '),
  };
}
