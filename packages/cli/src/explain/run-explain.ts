import { RULES } from '@btcp/schema/check';
import type { CliIo, ExitCode } from '../io.ts';
import { didYouMean, UsageError } from '../errors.ts';
import { readPage, readRulePage } from './rule-page.ts';

/** Runs `btcp explain`. */
export function runExplain(_: object, [id = '']: readonly string[], io: CliIo): ExitCode {
  io.stdout(RULES.some((rule) => rule.id === id) ? readRulePage(id).text : plainPage(id));
  return 0;
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
