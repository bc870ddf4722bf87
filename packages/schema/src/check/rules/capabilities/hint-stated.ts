import { isReadingCapability } from '@btcp/core';
import { getOwn, isObject } from '../../../model/own-property.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';

/** What only an author can promise, unless a tool only reads. */
const PROMISES = { destructiveHint: false, idempotentHint: true };

export const hintStated: ToolRule<{ hint: string }> = defineRule({
  id: 'hint-stated',
  family: 'capabilities',
  severity: 'info',
  title: 'Hint that is stated, not proved',
  rationale:
    'Code does not prove that a call deletes nothing, or can be repeated: clients get these hints as the author states them, and may skip a question because of them.',
  after: ['tool-invalid'],
  check({ tool, report }) {
    const mcp = getOwn(tool.json, 'mcp');
    const hints = isObject(mcp) ? getOwn(mcp, 'annotations') : undefined;
    // What only reads deletes nothing, and can be repeated.
    if (!isObject(hints) || tool.capabilities.every((each) => isReadingCapability(String(each)))) return;
    for (const [name, promise] of Object.entries(PROMISES))
      if (getOwn(hints, name) === promise)
        report({ at: `/mcp/annotations/${name}`, hint: `${name}: ${promise}` });
  },
  message: ({ name, hint }) => `\`${hint}\` of "${name}" is published as stated, not proved.`,
  help: 'Make sure that it is true of every input, also after an error half-way; then turn this note off for the tool with `btcp-ignore`.',
  bad: { capabilities: ['dom:write'], mcp: { annotations: { destructiveHint: false } } },
  good: {
    capabilities: ['dom:write'],
    confirm: true,
    mcp: { annotations: { destructiveHint: true } },
  },
});
