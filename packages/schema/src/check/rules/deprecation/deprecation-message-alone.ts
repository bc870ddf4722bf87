import { getOwn } from '../../../model/own-property.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';

const FIELDS = ['successor', 'sunset', 'deprecationMessage'];

export const deprecationMessageAlone: ToolRule<{ field: string }> = defineRule({
  id: 'deprecation-message-alone',
  family: 'deprecation',
  severity: 'warning',
  title: 'Deprecation message, successor or sunset of a tool that is not deprecated',
  rationale: 'Readers look at `deprecated` first: without it, the rest is never shown.',
  after: ['tool-invalid'],
  check({ tool, report }) {
    if (tool.deprecated) return;
    const field = FIELDS.find((each) => getOwn(tool.json, each));
    if (field !== undefined) report({ at: `/${field}`, field });
  },
  message: ({ name, field }) => `Tool "${name}" has \`${field}\`, but is not deprecated.`,
  help: ({ field }) => `Add \`deprecated: true\`, or take \`${field}\` out.`,
  bad: { deprecationMessage: 'Read the value off the page instead.' },
  good: { deprecated: true, deprecationMessage: 'Read the value off the page instead.' },
});
