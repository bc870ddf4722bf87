import { defineRule, type ToolRule } from '../../define-rule.ts';

export const nameThen: ToolRule = defineRule({
  id: 'name-then',
  family: 'names',
  severity: 'warning',
  title: 'Tool called "then"',
  rationale:
    'JavaScript takes an object with a function `then` for a promise: a program that awaits the typed client calls the tool instead, and waits for ever.',
  check({ tool, report }) {
    if (tool.name === 'then') report({ at: '/name' });
  },
  message: () =>
    'A tool called "then" turns the typed client into something that JavaScript takes for a promise.',
  help: 'Name it after what it does, for example "runNextStep".',
  bad: { name: 'then' },
  good: { name: 'runNextStep' },
});
