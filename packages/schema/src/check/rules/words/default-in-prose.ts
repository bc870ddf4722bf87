import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, hasAny, isRequiredProperty, targetOf } from '../../facts/schema-node.ts';
import { quoted } from '../../text/quote.ts';

const DEFAULT =
  /\b(?:defaults?(?:\s+value)?(?:\s+(?:is|to|are|of))?\s*[:=]?|is used by default:?|by default,?(?: it is| this is)?)\s+(?:["'`“‘]([^"'`”’]{1,60})["'`”’]|(true|false|null|-?\d[\d._]*|[\w./#-]{1,30}))/i;

const optionalSelector = (description: string, extra: object = {}): object =>
  withProperties(
    {
      cell: { type: 'string', maxLength: 9, description: 'Address of the cell.' },
      sheet: { type: 'string', maxLength: 100, description, ...extra },
    },
    { cell: 'B5', sheet: 'Sales' },
    { required: ['cell'] },
  );

export const defaultInProse: ToolRule<{ property: string; value: string }> = defineRule({
  id: 'default-in-prose',
  family: 'words',
  severity: 'warning',
  title: 'Default that stands only in the description',
  rationale:
    'What the schema does not say, no runtime fills in and no caller can rely on; prose and code drift apart.',
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const { path, property = '' } = node;
      if (Object.hasOwn(node.schema, 'default') || hasAny(targetOf(node), ['default', 'const'])) continue;
      if (isRequiredProperty(node)) continue;
      const match = DEFAULT.exec((descriptionOf(node) ?? '').slice(0, 1000));
      const value = match?.[1] ?? match?.[2];
      if (value !== undefined && !/^(the|a|an|value|to|is|when|if|all|on|in|and)$/i.test(value))
        report({ at: path, property, value });
    }
  },
  message: ({ property, value }) =>
    `The description of ${quoted(property)} names a default, ${quoted(value)}, but the schema has none.`,
  help: ({ value }) =>
    `Add \`default: ${/^(true|false|null|-?\d+(\.\d+)?)$/.test(value) ? value : JSON.stringify(value)}\` to its schema, and use it in the code.`,
  bad: { ...optionalSelector("Name of the sheet (default: 'Overview').") },
  good: { ...optionalSelector('Name of the sheet.', { default: 'Overview' }) },
});
