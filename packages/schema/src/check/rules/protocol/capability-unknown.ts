import { CAPABILITIES } from '@btcp/core';
import { isOfProtocol } from '../../../meta/capability-details.ts';
import { closestName } from '../../../runtime/closest-name.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const KNOWN = Object.keys(CAPABILITIES);

export const capabilityUnknown: ToolRule<{ capability: string; meant: string | null }> = defineRule({
  id: 'capability-unknown',
  family: 'protocol',
  severity: 'warning',
  fix: 'Writes the capability that was meant, if one is close.',
  title: 'Capability that is not declared',
  rationale:
    'A misspelt capability is denied on every call, and of one that nobody declares users are only shown the name.',
  after: ['capability-wildcard', 'capability-malformed', 'tool-invalid', 'capability-misspelt'],
  check({ tool, report }) {
    for (const [index, capability] of tool.capabilities.entries()) {
      if (typeof capability !== 'string' || isOfProtocol(capability)) continue;
      if (tool.ownCapabilities.includes(capability)) continue;
      const meant = closestName(capability, KNOWN) ?? null;
      report({ at: `/capabilities/${index}`, capability, meant });
    }
  },
  message: ({ capability, meant }) =>
    `${quoted(capability)} is neither a capability of the protocol nor declared${meant === null ? '.' : `; did you mean "${meant}"?`}`,
  help: ({ capability, meant }) => {
    // Of `network:fetch`, both that say from where.
    const longer = KNOWN.filter((id) => id.startsWith(`${capability}:`));
    const written = (meant === null ? longer : [meant]).map((id) => `"${id}"`).join(' or ');
    return written === ''
      ? `Declare it in ${settingOf(capability)}.`
      : `Write ${written}. If it is a capability of your own, declare it in ${settingOf(capability)}.`;
  },
  bad: { capabilities: ['dom:raed'] },
  good: { capabilities: ['dom:read'] },
});

/** The setting that declares a capability. */
function settingOf(capability: string): string {
  return `btcp.config.ts: \`capabilities: { '${capability}': { title: '…', description: '…', risk: 'high' } }\``;
}
