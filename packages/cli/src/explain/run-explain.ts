import { RULES } from '@btcp/schema/check';
import { closestName } from '@btcp/schema/runtime';
import type { CliIo, ExitCode } from '../io.ts';
import { PLAIN_DIAGNOSTICS } from '../plain-diagnostics.ts';
import { UsageError } from '../errors.ts';
import { readRulePage } from './rule-page.ts';

/** Runs `btcp explain`. */
export function runExplain(_: object, [id = '']: readonly string[], io: CliIo): ExitCode {
  io.stdout(RULES.some((rule) => rule.id === id) ? readRulePage(id).text : plainPage(id));
  return 0;
}

function plainPage(id: string): string {
  const meaning = Object.hasOwn(PLAIN_DIAGNOSTICS, id) ? PLAIN_DIAGNOSTICS[id] : undefined;
  if (meaning === undefined) throw new UsageError(unknownId(id));
  return `# \`${id}\`\n\n${meaning}\n\nIts message says where, and its help what to do.\n`;
}

function unknownId(id: string): string {
  const close = closestName(id, [...RULES.map((rule) => rule.id), ...Object.keys(PLAIN_DIAGNOSTICS)]);
  return `There is no rule "${id}"${close === undefined ? '. `btcp check --rules` lists them.' : `; did you mean "${close}"?`}`;
}
