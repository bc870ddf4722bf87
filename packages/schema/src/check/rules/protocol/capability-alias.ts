import { CAPABILITY_ALIASES } from '@btcp/core';
import { defineRule, type ToolRule } from '../../define-rule.ts';

export const capabilityAlias: ToolRule<{ capability: string; meant: string }> = defineRule({
  id: 'capability-alias',
  family: 'protocol',
  severity: 'warning',
  fix: 'Writes the name that it has now.',
  title: 'Old name of a capability',
  rationale:
    'An old name grants the widest capability that it may have meant, and not every host still knows it.',
  check({ tool, report }) {
    for (const [index, capability] of tool.capabilities.entries()) {
      if (typeof capability !== 'string' || !Object.hasOwn(CAPABILITY_ALIASES, capability)) continue;
      report({ at: `/capabilities/${index}`, capability, meant: CAPABILITY_ALIASES[capability] ?? '' });
    }
  },
  message: ({ capability, meant }) => `"${capability}" is an old name for "${meant}".`,
  help: ({ meant }) =>
    `Write "${meant}", or "${meant.replace('cross-origin', 'same-origin')}" where that is enough.`,
  bad: { capabilities: ['network:websocket'] },
  good: { capabilities: ['network:websocket:same-origin'] },
});
