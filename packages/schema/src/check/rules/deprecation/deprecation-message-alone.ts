import { defineRule, type ToolRule } from '../../define-rule.ts';

export const deprecationMessageAlone: ToolRule = defineRule({
  id: 'deprecation-message-alone',
  family: 'deprecation',
  severity: 'warning',
  title: 'Deprecation message of a tool that is not deprecated',
  rationale: 'Readers look at `deprecated` first: without it, the message is never shown.',
  after: ['tool-invalid'],
  check({ tool, report }) {
    if (!tool.deprecated && tool.deprecationMessage?.trim()) report({ at: '/deprecationMessage' });
  },
  message: ({ name }) => `Tool "${name}" has a deprecation message, but is not deprecated.`,
  help: 'Add `deprecated: true`, or take the message out.',
  bad: { deprecationMessage: 'Read the value off the page instead.' },
  good: { deprecated: true, deprecationMessage: 'Read the value off the page instead.' },
});
