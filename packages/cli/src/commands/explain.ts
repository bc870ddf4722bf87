import { RULES, rulePage } from '@btcp/schema/check';
import { closestName } from '@btcp/schema/runtime';
import type { Command } from '../command.ts';
import { PLAIN_DIAGNOSTICS } from '../plain-diagnostics.ts';
import { parseOptions } from '../parse-options.ts';
import { UsageError } from '../usage-error.ts';

/** `btcp explain`. */
export const explainCommand: Command = {
  usage: 'explain <id>',
  summary:
    'Says what a diagnostic means; of a rule also why it is there, with an example, and how to set it.',
  options: { '<id>': 'As diagnostics show it, and of rules `btcp check --rules`.' },
  async run(args, io) {
    const { positionals } = parseOptions(args, {});
    const [id, extra] = positionals;
    if (id === undefined) throw new UsageError('Which id? `btcp check --rules` lists those of the rules.');
    if (extra !== undefined) throw new UsageError(`explain takes one id; got "${extra}" too.`);
    const rule = RULES.find((each) => each.id === id);
    if (rule) io.stdout(rulePage(rule));
    else io.stdout(plainPage(id));
    return 0;
  },
};

function plainPage(id: string): string {
  const meaning = Object.hasOwn(PLAIN_DIAGNOSTICS, id) ? PLAIN_DIAGNOSTICS[id] : undefined;
  if (meaning === undefined) throw new UsageError(unknownId(id));
  return `# \`${id}\`\n\n${meaning}\n\nIts message says where, and its help what to do.\n`;
}

function unknownId(id: string): string {
  const close = closestName(id, [...RULES.map((rule) => rule.id), ...Object.keys(PLAIN_DIAGNOSTICS)]);
  return `There is no rule "${id}"${close === undefined ? '. `btcp check --rules` lists them.' : `; did you mean "${close}"?`}`;
}
