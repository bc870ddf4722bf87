import { isOfProtocol } from '../../../meta/capability-details.ts';
import { closestName } from '../../../runtime/closest-name.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

export const capabilityMisspelt: ToolRule<{ capability: string; meant: string }> = defineRule({
  id: 'capability-misspelt',
  family: 'protocol',
  severity: 'error',
  fix: 'Writes the declared capability.',
  title: 'Misspelt capability of your own',
  rationale:
    'Users grant the capability that is declared, so a tool that asks for another spelling is denied on every call.',
  after: ['capability-wildcard', 'capability-malformed', 'tool-invalid'],
  check({ tool, report }) {
    const own = tool.ownCapabilities;
    for (const [index, capability] of tool.capabilities.entries()) {
      if (typeof capability !== 'string' || isOfProtocol(capability) || own.includes(capability)) continue;
      const meant = own.find((name) => isLikely(capability, name));
      if (meant !== undefined) report({ at: `/capabilities/${index}`, capability, meant });
    }
  },
  message: ({ capability, meant }) => `${quoted(capability)} is not declared; did you mean ${quoted(meant)}?`,
  help: ({ capability, meant }) =>
    `Write "${meant}", or add '${capability}' to \`capabilities\` of btcp.config.ts if it is another one.`,
  around: { capabilityDetails: { 'invoices:archive': { title: 'Archive invoices', risk: 'high' } } },
  bad: { capabilities: ['invoice:archive'] },
  good: { capabilities: ['invoices:archive'] },
});

/** Whether each part differs by at most a quarter of its letters: `cart:get` is not `cart:set`. */
function isLikely(written: string, name: string): boolean {
  const [parts, others] = [written.split(':'), name.split(':')];
  return (
    parts.length === others.length &&
    parts.every(
      (part, at) => closestName(part, others.slice(at, at + 1), Math.floor(part.length / 4)) !== undefined,
    )
  );
}
