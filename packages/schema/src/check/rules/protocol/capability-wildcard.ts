import { CAPABILITIES } from '@btcp/core';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { listed, quoted } from '../../text/quote.ts';

export const capabilityWildcard: ToolRule<{ capability: string; matching: readonly string[] }> = defineRule({
  id: 'capability-wildcard',
  family: 'protocol',
  severity: 'error',
  isMandatory: true,
  title: 'Wildcard among the capabilities of a tool',
  rationale:
    'A tool says exactly what it needs, so that a user can judge it. Wildcards exist only in what a host grants while developing.',
  check({ tool, report }) {
    for (const [index, capability] of tool.capabilities.entries()) {
      if (typeof capability !== 'string' || !capability.includes('*')) continue;
      const start = capability.slice(0, capability.indexOf('*'));
      const matching = [...Object.keys(CAPABILITIES), ...tool.ownCapabilities].filter((id) =>
        id.startsWith(start),
      );
      report({ at: `/capabilities/${index}`, capability, matching });
    }
  },
  message: ({ name, capability }) =>
    `Tool "${name}" asks for ${quoted(capability)}, which is not a capability.`,
  help: ({ matching }) =>
    matching.length > 0
      ? `List those that it needs, of ${listed(matching, 6)}.`
      : 'List each capability that it needs.',
  bad: { capabilities: ['dom:*'] },
  good: { capabilities: ['dom:read', 'dom:write'] },
});
