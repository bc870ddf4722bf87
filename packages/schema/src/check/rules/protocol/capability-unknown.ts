import { CAPABILITIES, CAPABILITY_ALIASES } from '@btcp/core';
import { closestName } from '../../../runtime/closest-name.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const KNOWN = Object.keys(CAPABILITIES);

export const capabilityUnknown: ToolRule<{ capability: string; meant: string | null }> = defineRule({
  id: 'capability-unknown',
  family: 'protocol',
  severity: 'warning',
  fix: 'Writes the capability that was meant, if one is close.',
  title: 'Capability that the protocol does not know',
  rationale:
    'A host grants what it knows. A misspelt capability is denied on every call; one of your own only works with hosts made for it.',
  after: ['capability-wildcard', 'capability-malformed', 'tool-invalid'],
  check({ tool, report }) {
    for (const [index, capability] of tool.capabilities.entries()) {
      if (typeof capability !== 'string') continue;
      if (Object.hasOwn(CAPABILITIES, capability) || Object.hasOwn(CAPABILITY_ALIASES, capability)) continue;
      const meant = closestName(capability, KNOWN) ?? null;
      report({ at: `/capabilities/${index}`, capability, meant });
    }
  },
  message: ({ capability, meant }) =>
    `${quoted(capability)} is not a capability of the protocol${meant === null ? '; hosts may not know it.' : `; did you mean "${meant}"?`}`,
  help: ({ meant }) =>
    meant === null
      ? `The protocol's are ${KNOWN.join(', ')}. Keep one of your own only for hosts that you write yourself.`
      : `Write "${meant}", or keep it if it is meant for a host of your own.`,
  bad: { capabilities: ['dom:raed'] },
  good: { capabilities: ['dom:read'] },
});
