import { RULES, rulePage } from '@btcp/schema/check';
import type { CliIo, ExitCode } from '../io.ts';
import { PLAIN_DIAGNOSTICS } from '../plain-diagnostics.ts';
import { didYouMean, UsageError } from '../errors.ts';

/** Runs `btcp explain`. */
export function runExplain(_: object, [id = '']: readonly string[], io: CliIo): ExitCode {
  const rule = RULES.find((each) => each.id === id);
  io.stdout(rule ? rulePage(rule) : plainPage(id));
  return 0;
}

function plainPage(id: string): string {
  const meaning = Object.hasOwn(PLAIN_DIAGNOSTICS, id) ? PLAIN_DIAGNOSTICS[id] : undefined;
  if (meaning === undefined) throw new UsageError(unknownId(id));
  return `# \`${id}\`\n\n${meaning}\n\nIts message says where, and its help what to do.\n`;
}

function unknownId(id: string): string {
  const ids = [...RULES.map((rule) => rule.id), ...Object.keys(PLAIN_DIAGNOSTICS)];
  return `There is no rule "${id}"${didYouMean(id, ids, '. `btcp check --rules` lists them.')}`;
}
