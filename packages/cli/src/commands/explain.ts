import { RULES, rulePage } from '@btcp/schema/check';
import { closestName } from '@btcp/schema/runtime';
import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { UsageError } from '../usage-error.ts';

/** `btcp explain`. */
export const explainCommand: Command = {
  usage: 'explain <rule>',
  summary: 'Says what a rule finds and why, with an example, and how to set it.',
  options: { '<rule>': 'The id of a rule, as diagnostics and `btcp check --rules` show it.' },
  async run(args, io) {
    const { positionals } = parseOptions(args, {});
    const [id, extra] = positionals;
    if (id === undefined) throw new UsageError('Which rule? `btcp check --rules` lists them.');
    if (extra !== undefined) throw new UsageError(`explain takes one rule; got "${extra}" too.`);
    const rule = RULES.find((each) => each.id === id);
    if (!rule) throw new UsageError(unknownRule(id));
    io.stdout(rulePage(rule));
    return 0;
  },
};

function unknownRule(id: string): string {
  const close = closestName(
    id,
    RULES.map((rule) => rule.id),
  );
  return `There is no rule "${id}"${close === undefined ? '. `btcp check --rules` lists them.' : `; did you mean "${close}"?`}`;
}
