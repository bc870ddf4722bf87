import { type Command, defineCommand } from '../command.ts';

export const explain: Command = defineCommand({
  name: 'explain',
  summary:
    'Says what a diagnostic means; of a rule also why it is there, with an example, and how to set it.',
  operands: {
    usage: '<id>',
    help: { '<id>': 'As diagnostics show it, and of rules `btcp check --rules`.' },
    missing: 'Name the id to explain; `btcp check --rules` lists those of the rules.',
    most: [1, (extra) => `explain takes one id; got "${extra}" too.`],
  },
  options: {},
  load: async () => (await import('../explain/run-explain.ts')).runExplain,
});
