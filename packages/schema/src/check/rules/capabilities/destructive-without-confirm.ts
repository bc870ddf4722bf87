import { CAPABILITIES, isReadingCapability } from '@btcp/core';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { getOwn, isObject } from '../../../model/own-property.ts';
import { quoted } from '../../text/quote.ts';

/** What the action of a provider's own capability is called, where it destroys something. */
const DESTROYS = /:(delete|destroy|drop|erase|purge|remove|wipe)(:|$)/;

export const destructiveWithoutConfirm: ToolRule<{ because: string }> = defineRule({
  id: 'destructive-without-confirm',
  family: 'capabilities',
  severity: 'info',
  title: 'Tool that may destroy something, and asks nobody before',
  rationale:
    'An agent that has misunderstood its user calls it all the same; what is deleted stays deleted. With `confirm`, the client asks the user before each call.',
  after: ['tool-invalid'],
  check({ tool: { json }, report }) {
    const confirm = getOwn(json, 'confirm');
    if (confirm !== undefined && confirm !== false) return;
    const capabilities = getOwn(json, 'capabilities');
    const index = Array.isArray(capabilities) ? capabilities.findIndex(isDestructive) : -1;
    if (index >= 0)
      return report({
        at: `/capabilities/${index}`,
        because: quoted(String((capabilities as unknown[])[index])),
      });
    const mcp = getOwn(json, 'mcp');
    const hints = isObject(mcp) ? getOwn(mcp, 'annotations') : undefined;
    if (isObject(hints) && getOwn(hints, 'destructiveHint') === true)
      report({ at: '/mcp/annotations/destructiveHint', because: '`destructiveHint: true`' });
  },
  message: ({ name, because }) => `"${name}" has ${because}, and runs without asking its user.`,
  help: "Add `confirm: 'Delete this invoice?'`, a function that makes the sentence of the input, or `confirm: true`.",
  bad: { mcp: { annotations: { destructiveHint: true } } },
  good: { mcp: { annotations: { destructiveHint: true } }, confirm: 'Delete the cell?' },
});

function isDestructive(capability: unknown): boolean {
  const id = String(capability);
  if (!Object.hasOwn(CAPABILITIES, id)) return DESTROYS.test(id);
  const { risk } = CAPABILITIES[id as keyof typeof CAPABILITIES];
  // Databases and cookies: what `dom:write` changes, a user sees.
  return id.startsWith('storage:') && !isReadingCapability(id) && (risk === 'high' || risk === 'critical');
}
