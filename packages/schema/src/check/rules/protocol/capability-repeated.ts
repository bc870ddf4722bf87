import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

export const capabilityRepeated: ToolRule<{ capability: string }> = defineRule({
  id: 'capability-repeated',
  family: 'protocol',
  severity: 'warning',
  fix: 'Takes the second one out.',
  title: 'Capability that is listed twice',
  rationale:
    'The second one has no effect; most likely another one was meant, and calls that need it will be denied.',
  check({ tool, report }) {
    const seen = new Set<unknown>();
    for (const [index, capability] of tool.capabilities.entries()) {
      if (typeof capability === 'string' && seen.has(capability))
        report({ at: `/capabilities/${index}`, capability });
      seen.add(capability);
    }
  },
  message: ({ name, capability }) => `Tool "${name}" lists ${quoted(capability)} twice.`,
  help: 'Take one of them out, or write the capability that was meant.',
  bad: { capabilities: ['dom:read', 'dom:read'] },
  good: { capabilities: ['dom:read', 'dom:write'] },
});
